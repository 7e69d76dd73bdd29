/** A place for libraries that bring styles of their own. */

/**
 * The shadow root of an element, made at the first call. CodeMirror puts its styles there as constructed style sheets; in the
 * document it would write style elements, which the server's content security policy refuses.
 *
 * Keys that are typed inside reach the window as if they had been typed on the element itself, so they are kept from it: no
 * shortcut shall take them.
 */
export function shadowRootOf(element: HTMLElement): ShadowRoot {
  if (element.shadowRoot) {
    return element.shadowRoot;
  }
  element.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') {
      event.stopPropagation();
    }
  });
  return element.attachShadow({ mode: 'open' });
}

/** Document paths: attributes, their members and elements. */

/** A name, or the index of a list's element. */
export type PathElement = string | number;
export type Path = [string, ...PathElement[]];

/**
 * Reads `tags[0]`, `request.millis`, or `"a.b".c`, where quotes keep a name with dots or brackets in one piece; undefined if
 * it is no path.
 */
export function parsePath(text: string): Path | undefined {
  const elements: PathElement[] = [];
  const form = /"((?:[^"]|"")*)"|([^.[\]"]+)/y;
  let at = 0;
  while (at < text.length) {
    form.lastIndex = at;
    const match = form.exec(text);
    if (!match) {
      return undefined;
    }
    const name = match[1]?.replaceAll('""', '"') ?? match[2]?.trim() ?? '';
    if (name === '') {
      return undefined;
    }
    elements.push(name);
    at = form.lastIndex;
    const index = /\[(\d{1,9})\]/y;
    for (index.lastIndex = at; ; ) {
      const found = index.exec(text);
      if (!found) {
        break;
      }
      elements.push(Number(found[1]));
      at = index.lastIndex;
    }
    if (at < text.length) {
      if (text[at] !== '.' || at === text.length - 1) {
        return undefined;
      }
      at++;
    }
  }
  return elements.length > 0 ? (elements as Path) : undefined;
}

/** The text that {@link parsePath} reads. */
export function pathText(path: Path): string {
  return path
    .map((element, i) => {
      if (typeof element === 'number') {
        return `[${element}]`;
      }
      const name = /^[^.[\]"\s]+$/.test(element) ? element : `"${element.replaceAll('"', '""')}"`;
      return i === 0 ? name : `.${name}`;
    })
    .join('');
}

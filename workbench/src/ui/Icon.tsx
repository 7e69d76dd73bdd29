/** A line drawing of 16 by 16. */
export function Icon({ path }: { path: string }) {
  return (
    <svg className="icon-drawing" viewBox="0 0 16 16" width="16" height="16" fill="none" stroke="currentColor" strokeWidth="1.4" strokeLinecap="round" strokeLinejoin="round" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}

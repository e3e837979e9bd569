/** An address as a link; anything else, such as a telephone number with an extension, as it is written. */
export function Contact({ children }: { children: string }) {
  if (/^[^@\s]+@[^@\s]+$/.test(children)) return <a href={`mailto:${children}`}>{children}</a>;
  if (/^https?:\/\//.test(children)) return <a href={children}>{children}</a>;
  return children;
}

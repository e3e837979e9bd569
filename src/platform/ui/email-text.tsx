/** An email address that, where it is too long for its line, breaks before the @ rather than in the middle of a word. */
export function EmailText({ children }: { children: string }) {
  const at = children.lastIndexOf('@');
  if (at < 1) return children;
  return (
    <>
      {children.slice(0, at)}
      <wbr />
      {children.slice(at)}
    </>
  );
}

/**
 * The name of a file from anywhere. Control and direction characters, which could disguise one name as another, show as
 * a symbol; those that join letters and emoji stay.
 */
export function FileName({ children }: { children: string }) {
  return <bdi title={shownName(children)}>{shownName(children)}</bdi>;
}

/** The same as a text, for labels. */
export function shownName(name: string): string {
  return name.replace(/(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '\ufffd');
}

/** What a browser says it runs on, and the word that a college may use for it. The order matters: Android is a Linux. */
const hints: readonly (readonly [agent: RegExp, name: RegExp])[] = [
  [/iPhone|iPad|iPod/, /iphone|ipad|ios/i],
  [/CrOS/, /chrome/i],
  [/Android/, /android/i],
  [/Windows/, /windows/i],
  [/Mac OS X|Macintosh/, /mac/i],
];

/** Which of the college's systems this device probably is. */
export function guessSystem(userAgent: string, names: readonly string[]): string | undefined {
  const [, name] = hints.find(([agent]) => agent.test(userAgent)) ?? [];
  return name === undefined ? undefined : names.find((one) => name.test(one));
}

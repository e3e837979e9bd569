const name = 'quad-offline';

/**
 * Whether this browser keeps something for later: a person to remember, or entries. Every page asks before it
 * loads anything else of this folder, so it is not in IndexedDB.
 */
export function hasMark(): boolean {
  try {
    return localStorage.getItem(name) !== null;
  } catch {
    return false;
  }
}

export function setMark(keepsSomething: boolean): void {
  try {
    if (keepsSomething) localStorage.setItem(name, 'yes');
    else localStorage.removeItem(name);
  } catch {
    // If storage is forbidden, nothing is kept.
  }
}

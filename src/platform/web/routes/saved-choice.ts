import { useState } from 'react';

const nameOf = (choice: string) => `quad-choice-${choice}`;

/**
 * Something this browser remembers being switched on or off, such as how a list opens. It says nothing about a person,
 * so it stays when they sign out. If nothing can be stored, it lasts as long as the page.
 * @param usual What it is until someone chooses.
 */
export function useSavedChoice(choice: string, usual: boolean): [on: boolean, choose: (on: boolean) => void] {
  const [on, setOn] = useState(() => readSavedChoice(choice, usual));
  return [
    on,
    (next) => {
      setOn(next);
      try {
        localStorage.setItem(nameOf(choice), next ? 'on' : 'off');
      } catch {
        // A browser that stores nothing.
      }
    },
  ];
}

function readSavedChoice(choice: string, usual: boolean): boolean {
  try {
    const saved = localStorage.getItem(nameOf(choice));
    return saved === null ? usual : saved === 'on';
  } catch {
    return usual;
  }
}

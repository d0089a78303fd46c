import { useState } from 'react';

/** Stores typed text in this tab, so that it survives a reload and the end of the session. */
export function useKeptText(name: string): [string, (text: string) => void] {
  const key = `punctual.typed.${name}`;
  const [text, setText] = useState(() => globalThis.sessionStorage.getItem(key) ?? '');
  const change = (next: string): void => {
    setText(next);
    if (next === '') globalThis.sessionStorage.removeItem(key);
    else globalThis.sessionStorage.setItem(key, next);
  };
  return [text, change];
}

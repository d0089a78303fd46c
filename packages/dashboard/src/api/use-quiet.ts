import { useIsFetching } from '@tanstack/react-query';
import { useState } from 'react';

export const unhurried = { isUnhurried: true } as const;

/** Returns true once only unhurried queries are being read, and stays true from then on. */
export function useQuiet(): boolean {
  const others = useIsFetching({ predicate: ({ meta }) => meta?.isUnhurried !== true });
  const [isQuiet, setQuiet] = useState(false);
  if (!isQuiet && others === 0) setQuiet(true);
  return isQuiet || others === 0;
}

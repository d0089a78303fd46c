import { useState } from 'react';

/**
 * Returns the error of a request, also while it is sent again. Otherwise a dialog would get smaller in that moment, and
 * the second press of a double click on its button would be beside the dialog and close it.
 */
export function useLastError({ isPending, error }: { isPending: boolean; error: unknown }): unknown {
  const [last, setLast] = useState(error);
  if (!isPending && last !== error) setLast(error);
  return isPending ? last : error;
}

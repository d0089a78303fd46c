/**
 * Runs parts of one process until the signal. If one ends earlier, with or without an error, the others are told to
 * end; the error is thrown when all have ended.
 */
export async function runTogether(
  signal: AbortSignal,
  parts: readonly ((signal: AbortSignal) => Promise<void>)[],
): Promise<void> {
  const ending = new AbortController();
  const either = AbortSignal.any([signal, ending.signal]);
  const ended = await Promise.allSettled(
    parts.map((part) =>
      part(either).finally(() => {
        ending.abort();
      }),
    ),
  );
  const failed = ended.find((end) => end.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
}

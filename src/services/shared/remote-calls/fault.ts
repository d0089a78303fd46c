/** The location of an unexpected error, without its message, which may contain a code or a token. */
export function faultOf(thrown: unknown): { errorName: string; frames: string[] } {
  if (!(thrown instanceof Error)) return { errorName: typeof thrown, frames: [] };
  const frames = (thrown.stack ?? '').split('\n').filter((line) => line.startsWith('    at '));
  return { errorName: thrown.name, frames };
}

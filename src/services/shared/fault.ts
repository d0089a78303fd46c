/** Where a fault of ours came from, without its words: what it failed on, a code or a token, may be part of them. */
export function faultOf(thrown: unknown): { errorName: string; frames: string[] } {
  if (!(thrown instanceof Error)) return { errorName: typeof thrown, frames: [] };
  const frames = (thrown.stack ?? '').split('\n').filter((line) => line.startsWith('    at '));
  return { errorName: thrown.name, frames };
}

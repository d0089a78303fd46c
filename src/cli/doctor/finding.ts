import { orAfter } from '../../services/shared/remote-calls/with-timeout.js';

/**
 * `note`: worth knowing, nothing to do. `warning`: possibly a fault, but this machine cannot tell. `unknown`: something
 * else must be fixed before this can be checked.
 */
export type FindingState = 'ok' | 'note' | 'warning' | 'todo' | 'unknown';

export interface Finding {
  /** A stable identifier, for programs that read the JSON output. */
  id: string;
  name: string;
  state: FindingState;
  says: string;
  /** The next action, in whole sentences; null if there is nothing to do. */
  next: string | null;
}

type Named = Pick<Finding, 'id' | 'name'>;

export const ok = (named: Named, says: string): Finding => ({ ...named, state: 'ok', says, next: null });
export const note = (named: Named, says: string, next: string | null = null): Finding => ({
  ...named,
  state: 'note',
  says,
  next,
});
export const warning = (named: Named, says: string, next: string): Finding => ({
  ...named,
  state: 'warning',
  says,
  next,
});
export const todo = (named: Named, says: string, next: string): Finding => ({
  ...named,
  state: 'todo',
  says,
  next,
});
export const unknown = (named: Named, says: string): Finding => ({
  ...named,
  state: 'unknown',
  says,
  next: null,
});

export type Attempt<T> = { value: T } | { fault: string };

/**
 * Runs one check. Returns its result, or one line that says why it failed. Never takes longer than the timeout.
 */
export async function attempt<T>(timeoutMs: number, work: () => Promise<T>): Promise<Attempt<T>> {
  const late: Attempt<T> = { fault: `There was no answer within ${timeoutMs / 1_000} s.` };
  try {
    return await orAfter<Attempt<T>, Attempt<T>>(
      timeoutMs,
      work().then((value) => ({ value })),
      late,
    );
  } catch (error) {
    return { fault: faultOf(error) };
  }
}

const faultCharsMax = 300;
const causesMax = 8;

/** Returns the innermost cause's text: outer errors only say which call failed, and may contain an SQL statement. */
export function faultOf(error: unknown): string {
  let inner = error;
  for (let depth = 0; depth < causesMax; depth += 1) {
    const next = innerOf(inner);
    if (next === undefined) break;
    inner = next;
  }
  const message = inner instanceof Error && inner.message !== '' ? inner.message : nameOf(inner);
  const [line = ''] = message.split('\n');
  return line.slice(0, faultCharsMax).replace(/(?<![.!?])$/, '.');
}

function innerOf(error: unknown): unknown {
  if (error instanceof AggregateError && error.errors.length > 0) return error.errors[0] as unknown;
  return error instanceof Error ? (error.cause ?? undefined) : undefined;
}

function nameOf(error: unknown): string {
  if (error instanceof Error && 'code' in error) return String(error.code);
  return error instanceof Error ? error.name : String(error);
}

import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { createActivities } from '../../src/activities/create-activities.js';
import { createLogger } from '../../src/log.js';
import { useTestApi } from '../harness/use-test-api.js';

const api = useTestApi();
const secret = 'a-caption-that-nobody-may-read';

function everythingOf(thrown: unknown): string {
  const parts: string[] = [];
  for (let current = thrown; current instanceof Error; current = current.cause) {
    parts.push(current.message, current.stack ?? '', JSON.stringify(current));
  }
  return parts.join('\n');
}

describe('the parameters of a failed statement', () => {
  it('are not in the error of an activity, which its workflow history records', async () => {
    // The database refuses a NUL, so the statement fails.
    const input = { postId: `${secret}\u0000`, workflowId: 'none' };
    const failure = await createActivities(api.deps)
      .finishPublish(input)
      .catch((error: unknown) => error);
    expect(everythingOf(failure)).toContain('Failed query');
    expect(everythingOf(failure)).not.toContain(secret);
  });

  it('are not in the log', async () => {
    const lines: string[] = [];
    const log = createLogger({ level: 'info', name: 'test' }, { write: (line) => void lines.push(line) });
    const failure = await api.deps.db
      .execute(sql`select ${secret}::text from no_such_table`)
      .catch((error: unknown) => new Error('what was tried', { cause: error }));
    expect(everythingOf(failure)).toContain(secret);
    log.warn({ err: failure }, 'it failed');
    log.warn({ err: (failure as Error).cause }, 'it failed');
    expect(lines.join('')).toContain('Failed query');
    expect(lines.join('')).not.toContain(secret);
  });
});

import { describe, expect, it } from 'vitest';
import { publishPostWorkflowId } from '../../../domain/workflow-contract.js';
import { hasLostRun } from './lost-runs.js';

const post = { id: 'post_a', generation: 4 };

describe('a run that the database has forgotten', () => {
  const asked: string[] = [];
  const found = (begun: number | null) => {
    asked.length = 0;
    return hasLostRun(
      {
        progressOf: (workflowId) => {
          asked.push(workflowId);
          const isIt = begun !== null && workflowId === publishPostWorkflowId(post.id, begun);
          return Promise.resolve(isIt ? 'begun' : 'none');
        },
      },
      post,
    );
  };

  it.each([1, 3, 8])('is found up to eight generations after the one in the row (%i)', async (ahead) => {
    expect(await found(post.generation + ahead)).toBe(true);
  });

  it('is searched for among a bounded number of ids', async () => {
    expect(await found(null)).toBe(false);
    expect(asked).toHaveLength(11);
  });
});

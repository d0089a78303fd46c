import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { publishPostWorkflowId } from '../../src/domain/workflow-contract.js';
import { systemClock } from '../../src/clock.js';
import { openTemporalClient } from '../../src/temporal/connection.js';
import { createWorkflowStarter } from '../../src/temporal/create-workflow-starter.js';
import { count } from '../harness/counts.js';
import { ahead, call, field, type Answer } from '../harness/api.js';
import { useTenant, useTestApi } from '../harness/use-test-api.js';
import { temporalAddress, temporalNamespace } from '../harness/temporal.js';
import { mintKey } from '../harness/tenants.js';
import { waitMsMax } from '../harness/patience.js';

const rounds = count({ usual: 3, long: 20 });
const parallelCreates = 50;

const { client, close } = openTemporalClient({
  namespace: temporalNamespace,
  connection: { address: temporalAddress() },
});
afterAll(close);

// The API over HTTP with a real Temporal behind it. No worker polls the queue, so started runs stay open.
const taskQueue = `test-${randomUUID()}`;
const installation = () => Promise.resolve({ id: 'ins_test', taskQueue });
const starter = createWorkflowStarter({ client, clock: systemClock, installation });
const api = useTestApi({ starter });
const tenant = useTenant(api);

function create(key: string, clientReferenceId: string): Promise<Answer> {
  const body = {
    content: 'x',
    platforms: [{ accountId: tenant.accountIds[0] }],
    scheduledFor: ahead(api, 86_400_000),
    clientReferenceId,
  };
  return call(api, 'POST', '/posts', { key, body });
}

async function postIds(): Promise<string[]> {
  const rows = await api.deps.db.execute<{ id: string }>(
    sql`select id from posts where workspace_id = ${tenant.workspaceId} order by id`,
  );
  return rows.map(({ id }) => id);
}

describe('the same creation in concurrent requests', () => {
  it(`creates one post and one workflow from ${parallelCreates} requests, in each of ${rounds} rounds`, async () => {
    for (let round = 0; round < rounds; round += 1) {
      // Each round has its own key, so that it stays below the rate limit.
      const key = await mintKey(api, tenant.userId);
      const answers = await Promise.all(
        Array.from({ length: parallelCreates }, () => create(key, `round-${round}`)),
      );
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(parallelCreates - 1);
      expect(new Set(answers.map((answer) => field<string>(answer, 'id'))).size).toBe(1);
      expect(await postIds()).toHaveLength(round + 1);
    }
    const expected = (await postIds()).map((id) => publishPostWorkflowId(id, 1));
    await vi.waitFor(
      async () => {
        const started: string[] = [];
        const query = `WorkspaceId = '${tenant.workspaceId}'`;
        for await (const run of client.workflow.list({ query })) started.push(run.workflowId);
        expect(started.sort()).toEqual(expected.sort());
      },
      { timeout: waitMsMax, interval: 250 },
    );
  });
});

describe('the request id', () => {
  it('is the same in the header, in the log and in the memo of the workflow that the request started', async () => {
    const answer = await create(tenant.key, 'traced');
    const requestId = answer.headers.get('x-request-id') ?? '';
    expect(requestId).toMatch(/^req_[a-z0-9]+$/);
    const lines = api.logLines.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines.filter((line) => line['requestId'] === requestId)).toMatchObject([
      { msg: 'request', method: 'POST', path: '/api/v1/posts', status: 201 },
    ]);
    const workflowId = publishPostWorkflowId(field(answer, 'id'), 1);
    const { memo } = await client.workflow.getHandle(workflowId).describe();
    expect(memo).toEqual({ requestId });
  });

  it('is returned in the error envelope, and the caller’s own id in a separate header', async () => {
    const answer = await call(api, 'GET', '/posts/post_doesnotexist000', {
      key: tenant.key,
      headers: { 'x-request-id': 'mine-1' },
    });
    const requestId = answer.headers.get('x-request-id');
    expect(field(answer, 'requestId')).toBe(requestId);
    expect(answer.headers.get('x-client-request-id')).toBe('mine-1');
    const logged = api.logLines.some(
      (line) => line.includes(requestId ?? '?') && line.includes('"status":404'),
    );
    expect(logged).toBe(true);
  });
});

import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { socialAccounts, workspaces } from '../../src/db/schema/index.js';
import { ahead, field, type Answer } from '../harness/api.js';
import { useTestApi, type Person } from '../harness/use-test-api.js';

const dayMs = 24 * 3_600_000;

// The tokens of LinkedIn and the access to Facebook's data end on a fixed day, even if they are refreshed.
describe('a post that is scheduled after the expiry of its account’s grant', () => {
  const api = useTestApi();
  let owner: Person;
  let account: string;
  let reconnectBy: string;
  beforeEach(async () => {
    owner = await api.mintPerson();
    account = owner.tenant.accountIds[0];
    reconnectBy = ahead(api, 30 * dayMs);
    await api.deps.db
      .update(socialAccounts)
      .set({ reconnectBy: new Date(reconnectBy) })
      .where(eq(socialAccounts.id, account));
  });

  const body = (days: number | null, accountIds: readonly string[] = [account]) => ({
    caption: 'A post',
    targets: accountIds.map((socialAccountId) => ({ socialAccountId })),
    scheduledFor: days === null ? null : ahead(api, days * dayMs),
  });
  const create = async (...content: Parameters<typeof body>): Promise<Answer> => {
    const answer = await api.as(owner.tenant).post('/posts', body(...content));
    expect(answer.status, answer.text).toBe(201);
    return answer;
  };
  const warningsOf = ({ body: answer }: Answer): object[] =>
    (answer as { warnings?: object[] }).warnings ?? [];
  const codesOf = (answer: Answer) => [
    answer.status,
    warningsOf(answer).map((warning) => (warning as { code: string }).code),
  ];
  const warned = [200, ['RECONNECT_NEEDED_BEFORE']];

  it('is accepted with a warning that says when the account must be reconnected', async () => {
    const other = owner.tenant.accountIds[1];
    const answer = await create(31, [account, other]);
    const [target] = field<{ id: string; socialAccountId: string }[]>(answer, 'targets');
    expect(warningsOf(answer)).toEqual([
      {
        code: 'RECONNECT_NEEDED_BEFORE',
        targetId: target?.id,
        socialAccountId: account,
        message: expect.stringContaining(reconnectBy) as unknown,
        reconnectBy,
      },
    ]);
    expect(warningsOf(await create(29))).toEqual([]);
    expect(warningsOf(await create(null))).toEqual([]);
  });

  it('causes a warning in validation, in the shape of the request', async () => {
    const findings = async (days: number | null) => {
      const validation = await api.as(owner.tenant).post('/posts/validate', body(days));
      expect([validation.status, field(validation, 'valid')]).toEqual([200, true]);
      return field<{ findings: object[] }[]>(validation, 'targets')[0]?.findings;
    };
    expect(await findings(31)).toEqual([
      {
        path: 'targets.0.socialAccountId',
        code: 'reconnect_needed_before',
        severity: 'warning',
        message: expect.stringContaining(reconnectBy) as unknown,
        reconnectBy,
      },
    ]);
    expect(await findings(29)).toEqual([]);
    expect(await findings(null)).toEqual([]);
  });

  it('causes a warning from schedule, reschedule and an edit', async () => {
    const id = field<string>(await create(null), 'id');
    const { tenant } = owner;
    const at = (days: number): object => ({ scheduledAt: ahead(api, days * dayMs) });
    expect(codesOf(await api.act(tenant, id, 'schedule', at(31)))).toEqual(warned);
    expect(codesOf(await api.act(tenant, id, 'reschedule', at(29)))).toEqual([200, []]);
    expect(codesOf(await api.act(tenant, id, 'reschedule', at(40)))).toEqual(warned);
    expect(
      codesOf(await api.as(tenant).patch(`/posts/${id}`, { scheduledFor: ahead(api, 32 * dayMs) })),
    ).toEqual(warned);
  });

  it('causes a warning when it is submitted for approval, and when it is approved', async () => {
    await api.deps.db
      .update(workspaces)
      .set({ requireApproval: true })
      .where(eq(workspaces.id, owner.tenant.workspaceId));
    const answer = await create(31);
    expect([field(answer, 'status'), warningsOf(answer).length]).toEqual(['NEEDS_APPROVAL', 1]);
    const approved = await api
      .as({ session: owner.session })
      .post(`/posts/${field<string>(answer, 'id')}/approve`);
    expect(codesOf(approved)).toEqual(warned);
  });

  it('causes a warning without a date if the grant has already expired', async () => {
    await api.deps.db
      .update(socialAccounts)
      .set({ status: 'TOKEN_EXPIRED' })
      .where(eq(socialAccounts.id, account));
    expect(codesOf(await create(31))).toEqual([201, ['ACCOUNT_TOKEN_EXPIRED']]);
  });
});

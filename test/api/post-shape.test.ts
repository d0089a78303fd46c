import { describe, expect, it } from 'vitest';
import { ahead, codeOf, field, type Answer } from '../harness/api.js';
import { useTestApi, type Caller, type Person } from '../harness/use-test-api.js';

const api = useTestApi();

const flat = ({ tenant }: Person, more: object = {}): object => ({
  content: 'Hello',
  platforms: [{ accountId: tenant.accountIds[0] }],
  ...more,
});
const nested = ({ tenant }: Person): object => ({
  caption: 'Hello',
  targets: [{ socialAccountId: tenant.accountIds[0] }],
});
const create = (caller: Caller, body: object): Promise<Answer> => api.as(caller).post('/posts', body);

describe('createdViaFlatShape', () => {
  it('Posts 6: is false for posts that were created with a session, in either shape', async () => {
    const person = await api.mintPerson();
    for (const body of [flat(person), nested(person)]) {
      const answer = await create({ session: person.session }, body);
      expect(answer.body).toMatchObject({ createdViaApi: false, createdViaFlatShape: false });
    }
    const byKey = await create({ key: person.tenant.key }, flat(person));
    expect(byKey.body).toMatchObject({ createdViaApi: true, createdViaFlatShape: true });
  });

  it('is not changed by a PATCH of the other shape', async () => {
    const person = await api.mintPerson();
    const { key } = person.tenant;
    for (const [made, patched, isFlat] of [
      [flat(person), nested(person), true],
      [nested(person), flat(person), false],
    ] as const) {
      const id = field<string>(await create({ key }, made), 'id');
      const answer = await api.as({ key }).patch(`/posts/${id}`, patched);
      expect([answer.status, field(answer, 'createdViaFlatShape')]).toEqual([200, isFlat]);
    }
  });
});

describe('draftScheduledFor beside scheduledFor', () => {
  const unreadable = ['not a time', 7, { when: 'never' }];

  it('is ignored at creation, validation and update', async () => {
    const person = await api.mintPerson();
    const { key } = person.tenant;
    for (const draftScheduledFor of unreadable) {
      const scheduledFor = ahead(api);
      const body = flat(person, { scheduledFor, draftScheduledFor });
      const created = await create({ key }, body);
      expect(created.status, created.text).toBe(201);
      expect(created.body).toMatchObject({ status: 'SCHEDULED', scheduledAt: scheduledFor });
      expect(field(await api.as({ key }).post('/posts/validate', body), 'valid')).toBe(true);
      const later = ahead(api, 7_200_000);
      const times = { scheduledFor: later, draftScheduledFor };
      const updated = await api.as({ key }).patch(`/posts/${field<string>(created, 'id')}`, times);
      expect([updated.status, field(updated, 'scheduledAt')]).toEqual([200, later]);
    }
  });

  it('is used if scheduledFor is null or absent', async () => {
    const person = await api.mintPerson();
    const { key } = person.tenant;
    for (const more of [{}, { scheduledFor: null }]) {
      const answer = await create({ key }, flat(person, { ...more, draftScheduledFor: 'not a time' }));
      expect([answer.status, codeOf(answer)]).toEqual([400, 'VALIDATION_FAILED']);
    }
  });
});

import { describe, expect, it } from 'vitest';
import { call, type Answer } from '../harness/api.js';
import { useTestApi } from '../harness/use-test-api.js';

const api = useTestApi();

describe('the request log', () => {
  it('contains the user, the key or session and the network, but no secret', async () => {
    const person = await api.mintPerson();
    const { userId, key } = person.tenant;
    const byKey = await api.as({ key }).get('/workspaces');
    const bySession = await api.as(person).get('/workspaces');
    const byNobody = await call(api, 'GET', '/workspaces', {});
    const lineOf = (answer: Answer): Record<string, unknown> => {
      const id = answer.headers.get('x-request-id') ?? 'none';
      const line = api.logLines.find((each) => each.includes(id) && each.includes('"msg":"request"'));
      return JSON.parse(line ?? '{}') as Record<string, unknown>;
    };
    const network = '127.0.0.1';
    expect(lineOf(byKey)).toMatchObject({
      userId,
      network,
      apiKeyId: expect.stringMatching(/^key_/) as string,
    });
    expect(lineOf(bySession)).toMatchObject({ userId, network, sessionId: person.session.id });
    expect(lineOf(byNobody)).toMatchObject({ network, status: 401 });
    expect(lineOf(byNobody)).not.toHaveProperty('userId');
    const text = api.logLines.join('');
    for (const secret of [key, person.session.token]) expect(text).not.toContain(secret);
  });
});

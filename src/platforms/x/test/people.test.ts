import { describe, expect, it } from 'vitest';
import { connectorOf, startStub, type StubAnswer } from '../../../../test/platforms/support.js';
import { useSafeFetch, useSandbox } from '../../../../test/platforms/use-sandbox.js';
import { x as definition } from '../definition.js';
import { sandboxSession } from './sandbox-session.js';

const safeFetch = useSafeFetch();
const x = connectorOf(definition, { fetch: safeFetch });
const sandbox = useSandbox();

const find = (option: string, query: string, baseUrl = `${sandbox.url}/x`) =>
  x.searches?.[option]?.find(sandboxSession(baseUrl), query);
const nobody = { kind: 'found', choices: [] };

describe('a search for people on X', () => {
  it('finds a user by the username, to mention or to tag', async () => {
    const user = { value: '1000000000000000002', label: 'Acme News', detail: '@acme_news' };
    const imageUrl = `${sandbox.url}/x/avatars/1000000000000000002.svg`;
    expect(await find('mentions', 'Acme_News')).toEqual({
      kind: 'found',
      choices: [{ ...user, text: '@acme_news', imageUrl }],
    });
    expect(await find('taggedUserIds', 'acme_news')).toEqual({
      kind: 'found',
      choices: [{ ...user, imageUrl }],
    });
  });

  it('finds nobody if there is no such user', async () => {
    expect(await find('mentions', 'nobody_there')).toEqual(nobody);
  });

  it.each(['Acme News', 'anna.b', 'a'.repeat(16), 'müller', '../me', '%'])(
    'makes no call, and costs nothing, for words that cannot be a username: %s',
    async (query) => {
      await using stub = await startStub(() => ({ status: 500 }));
      expect(await find('mentions', query, stub.url)).toEqual(nobody);
      expect(stub.requests).toEqual([]);
    },
  );

  it.each<[StubAnswer, object]>([
    [{ status: 401, body: {} }, { kind: 'auth-expired' }],
    [
      { status: 429, headers: { 'retry-after': '7' } },
      { kind: 'rate-limited', retryAfterMs: 7_000 },
    ],
    [{ status: 503, body: {} }, { kind: 'ambiguous' }],
    [{ status: 200, body: {} }, { kind: 'ambiguous' }],
    [{ status: 200, body: { data: { id: 'no number' } } }, { kind: 'ambiguous' }],
  ])('fails with the response %o', async (answer, expected) => {
    await using stub = await startStub(() => answer);
    expect(await find('mentions', 'anna', stub.url)).toMatchObject(expected);
    expect(stub.requests[0]?.url).toBe('/2/users/by/username/anna?user.fields=profile_image_url');
  });
});

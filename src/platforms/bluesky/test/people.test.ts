import { describe, expect, it } from 'vitest';
import { connectorOf, startStub, type StubAnswer } from '../../../../test/platforms/support.js';
import { useSafeFetch, useSandbox } from '../../../../test/platforms/use-sandbox.js';
import { bluesky as definition } from '../definition.js';

const safeFetch = useSafeFetch();
const bluesky = connectorOf(definition, { fetch: safeFetch });
const sandbox = useSandbox();

const did = 'did:plc:punctualsandboxaccount22';
const find = (query: string, baseUrl: string, accessJwt = 'access-jwt') =>
  bluesky.searches?.['mentions']?.find(
    {
      externalAccountId: did,
      handle: 'me.test',
      baseUrl,
      credentials: { accessJwt, refreshJwt: 'refresh-jwt' },
    },
    query,
  );
const anna = { did: 'did:plc:anna', handle: 'anna.test' };

describe('a search for people on Bluesky', () => {
  it('finds them by the beginnings of their names, with their handles and pictures', async () => {
    const simulator = (await import('../sandbox/index.js')).simulator;
    const { accessJwt } = simulator.credentialsOf(did, 0) as { accessJwt: string };
    const answer = await find('acme', `${sandbox.url}/bluesky`, accessJwt);
    if (answer?.kind !== 'found') throw new Error(JSON.stringify(answer));
    expect(answer.choices.map(({ label }) => label)).toEqual(['Acme News', 'Acme Shop']);
    expect(answer.choices[0]).toEqual({
      value: 'did:plc:acmenewssandboxaccount22',
      label: 'Acme News',
      detail: '@acme.bsky.test',
      text: '@acme.bsky.test',
      imageUrl: expect.stringMatching(/^http/) as string,
    });
    expect(await find('nobody', `${sandbox.url}/bluesky`, accessJwt)).toEqual({ kind: 'found', choices: [] });
  });

  it('asks the account’s own server, with its token', async () => {
    await using stub = await startStub(() => ({ status: 200, body: { actors: [] } }));
    await find('a b&c', stub.url);
    expect(stub.requests).toMatchObject([
      {
        url: '/xrpc/app.bsky.actor.searchActorsTypeahead?q=a+b%26c&limit=10',
        headers: { authorization: 'Bearer access-jwt' },
      },
    ]);
  });

  it('leaves out people who cannot be mentioned, and picture URLs that are invalid', async () => {
    const actors = [
      { ...anna, displayName: '', avatar: 'javascript:alert(1)' },
      { did: 'did:plc:bo', handle: 'handle.invalid' },
      { did: 'bo', handle: 'bo.test' },
      { handle: 'ci.test' },
      null,
    ];
    await using stub = await startStub(() => ({ status: 200, body: { actors } }));
    expect(await find('a', stub.url)).toEqual({
      kind: 'found',
      choices: [{ value: anna.did, label: 'anna.test', detail: '@anna.test', text: '@anna.test' }],
    });
  });

  it('shows at most ten people, however many the server returns', async () => {
    const actors = Array.from({ length: 50 }, () => anna);
    await using stub = await startStub(() => ({ status: 200, body: { actors } }));
    const answer = await find('a', stub.url);
    expect(answer?.kind === 'found' && answer.choices.length).toBe(10);
  });

  it.each<[StubAnswer, string]>([
    [{ status: 400, body: { error: 'ExpiredToken' } }, 'auth-expired'],
    [{ status: 429, body: { error: 'RateLimitExceeded' } }, 'rate-limited'],
    [{ status: 502, body: { error: 'UpstreamFailure' } }, 'ambiguous'],
    [{ status: 200, body: {} }, 'ambiguous'],
    [{ status: 200, body: { actors: Array.from({ length: 101 }, () => anna) } }, 'ambiguous'],
  ])('fails with the response %o', async (answer, kind) => {
    await using stub = await startStub(() => answer);
    expect((await find('a', stub.url))?.kind).toBe(kind);
  });
});

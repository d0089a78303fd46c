import { describe, expect, it } from 'vitest';
import { bluesky } from '../../src/platforms/bluesky/definition.js';
import { createPlatforms } from '../../src/platforms/kit/create-platforms.js';
import { readSettings } from '../../src/platforms/kit/definition.js';
import { useTestApi } from '../harness/use-test-api.js';

const clientKey = {
  kty: 'EC',
  crv: 'P-256',
  x: 'f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU',
  y: 'x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0',
  d: 'jpsQnnGQmL-YBIffH1136cspYG6-0iY7X5fCE9-E9LI',
};
const api = useTestApi({
  platforms: createPlatforms({
    definitions: [bluesky],
    fetchFor: () => () => Promise.reject(new Error('A document needs no call.')),
    clock: { now: () => new Date() },
    settings: readSettings([bluesky], { BLUESKY_CLIENT_JWK: JSON.stringify(clientKey) }),
  }),
});

describe('the public documents of an installation', () => {
  it('are served without credentials, and contain no secret', async () => {
    const answer = await fetch(`${api.url}/connect/bluesky/client-metadata.json`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
    const text = await answer.text();
    expect(text).not.toContain(clientKey.d);
    const { kty, crv, x, y } = clientKey;
    expect(JSON.parse(text)).toMatchObject({
      client_id: `${api.url}/connect/bluesky/client-metadata.json`,
      redirect_uris: [`${api.url}/connect/bluesky/callback`],
      dpop_bound_access_tokens: true,
      token_endpoint_auth_method: 'private_key_jwt',
      jwks: { keys: [{ kty, crv, x, y, alg: 'ES256', kid: expect.any(String) as string }] },
    });
  });

  it.each([
    'bluesky/other.json',
    'bluesky/constructor.json',
    'x/client-metadata.json',
    'nowhere/client-metadata.json',
  ])('do not include /connect/%s', async (path) => {
    expect((await fetch(`${api.url}/connect/${path}`)).status).toBe(404);
  });
});

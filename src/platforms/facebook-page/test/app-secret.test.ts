import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { upload } from '../../../../test/platforms/media-support.js';
import {
  connectorOf,
  published,
  startStub,
  textPost,
  type StubRequest,
} from '../../../../test/platforms/support.js';
import { useSafeFetch, useSandbox, useShelf } from '../../../../test/platforms/use-sandbox.js';
import type { Platform } from '../../kit/platform.js';
import type { PlatformSession } from '../../kit/session.js';
import { facebookPage } from '../definition.js';

const safeFetch = useSafeFetch();
const sandbox = useSandbox();
const shelf = useShelf();

/** The connector of an app with this secret. All hosts are `url`, which counts as the real Facebook. */
function facebookOf(secret: string | null, url: string): { facebook: Platform; page: PlatformSession } {
  const env = {
    FACEBOOK_PAGE_VIDEO_URL: url,
    FACEBOOK_PAGE_CLIENT_ID: 'sandbox-client',
    ...(secret !== null && { FACEBOOK_PAGE_CLIENT_SECRET: secret }),
  };
  const credentials = { accessToken: 'sandbox:100' };
  const page = { externalAccountId: '100', handle: 'a.page', baseUrl: url, credentials };
  return { facebook: connectorOf(facebookPage, { fetch: safeFetch, env }), page };
}

const atSandbox = (secret: string | null) => facebookOf(secret, `${sandbox.url}/facebook-page`);
const proofBy = (secret: string, token: string): string =>
  createHmac('sha256', secret).update(token).digest('hex');
/** Returns the proof in a request, from either form of body or from the query. */
const proofIn = ({ url, body }: StubRequest): string | undefined =>
  /appsecret_proof(?:=|"\s+)([0-9a-f]{64})\b/.exec(`${url} ${body}`)?.[1];

describe('the secret of the app', () => {
  it('is proved to Facebook with the token of each call, also of a call with a file', async () => {
    await using stub = await startStub(({ url }) => ({ status: 200, body: { id: '5', url } }));
    const { facebook, page } = facebookOf('the-app-secret', stub.url);
    published(await facebook.commit(page, textPost('hi'), {}));
    await facebook.check?.(page);
    await upload(facebook, page, textPost('', { media: [shelf.medium()] }));
    await upload(facebook, page, textPost('', { media: [shelf.medium({ mime: 'video/mp4' })] }));
    const post = { externalPostId: '5', reference: null, publishedAt: new Date() };
    await facebook.comments?.list(page, post, null);
    const paths = stub.requests.map(({ method, url }) => `${method} ${url.replace(/\?.*$/, '')}`);
    expect(paths).toEqual([
      'POST /v26.0/100/feed',
      'GET /v26.0/100',
      'GET /v26.0/debug_token',
      'POST /v26.0/100/photos',
      'POST /v26.0/100/videos',
      'GET /v26.0/5/comments',
    ]);
    const ofPage = proofBy('the-app-secret', 'sandbox:100');
    // The app itself asks Facebook about a token, with a token made of its id and secret.
    const ofApp = proofBy('the-app-secret', 'sandbox-client|the-app-secret');
    expect(stub.requests.map(proofIn)).toEqual([ofPage, ofPage, ofApp, ofPage, ofPage, ofPage]);
    expect(JSON.stringify(stub.requests.filter(({ method }) => method === 'POST'))).not.toContain(
      'the-app-secret',
    );
  });

  it('is not proved if none is configured', async () => {
    await using stub = await startStub(() => ({ status: 200, body: { id: '5' } }));
    const { facebook, page } = facebookOf(null, stub.url);
    published(await facebook.commit(page, textPost('hi'), {}));
    expect(stub.requests.map(proofIn)).toEqual([undefined]);
  });

  it('is checked by the simulator, and a wrong one publishes nothing until the operator sets the right one', async () => {
    const publication = textPost('a post with a proof');
    const wrong = atSandbox('a-secret-that-was-reset');
    const answer = await wrong.facebook.commit(wrong.page, publication, {});
    expect(answer).toEqual({
      kind: 'not-sent',
      message:
        'Set FACEBOOK_PAGE_CLIENT_SECRET to the secret of the app that the Page was connected with. Facebook says: Invalid appsecret_proof provided in the API argument',
    });
    const right = atSandbox('sandbox-client-secret');
    const search = { since: publication.key.createdAt, takenIds: new Set<string>() };
    expect(await right.facebook.findPublished(right.page, publication, {}, search)).toMatchObject({
      kind: 'absent',
    });
    published(await right.facebook.commit(right.page, publication, {}));
  });

  it('is asked for if the app requires it and none is configured', async () => {
    const message = 'API calls from the server require an appsecret_proof argument';
    await using stub = await startStub(() => ({
      status: 400,
      body: { error: { message, type: 'GraphMethodException', code: 100 } },
    }));
    const { facebook, page } = facebookOf(null, stub.url);
    expect(await facebook.commit(page, textPost('hi'), {})).toMatchObject({
      kind: 'not-sent',
      message: expect.stringMatching(/FACEBOOK_PAGE_CLIENT_SECRET.*require an appsecret_proof/) as string,
    });
  });

  it('is not in messages, and neither is its proof, even if Facebook repeats both', async () => {
    await using stub = await startStub(({ body }) => ({
      status: 400,
      body: { error: { message: `Sent: ${body}`, code: 100 } },
    }));
    const { facebook, page } = facebookOf('the-app-secret', stub.url);
    const proof = proofBy('the-app-secret', 'sandbox:100');
    const media = [shelf.medium()];
    for (const answer of [
      await facebook.commit(page, textPost('hi'), {}),
      (await upload(facebook, page, textPost('', { media }))).answer,
    ]) {
      expect(JSON.stringify(answer)).toContain('[redacted]');
      expect(JSON.stringify(answer)).not.toContain(proof);
    }
  });
});

import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { textPost } from '../../../test/platforms/support.js';
import { openConnector, type Connector } from './connector.js';
import { PlatformFailed, type PlatformFailure } from './failure.js';
import type { OpenSession, PlatformSession } from './session.js';

const failure: PlatformFailure = { kind: 'ambiguous', message: 'The connection broke.' };
const credentials = z.object({ accessToken: z.string() });
type Session = OpenSession<z.infer<typeof credentials>>;

/** Creates a connector whose methods all run `act`. */
function connectorThat(act: (session: Session | null) => Promise<never>): Connector {
  const common = {
    safeFetch: () => Promise.reject(new Error('No call is expected.')),
    clock: { now: () => new Date() },
    settings: {},
  };
  const made: Connector<Session> = {
    guaranteeOf: () => 'blind',
    limits: {
      textUnit: 'utf16',
      textMax: 1,
      textBytesMax: null,
      textRequired: true,
      firstComment: false,
      firstCommentMax: null,
    },
    validate: () => [],
    uploadMedia: act,
    prepare: act,
    checkReadiness: act,
    commit: act,
    findPublished: act,
    readPermalink: act,
    refresh: act,
    check: act,
    revoke: act,
    choices: { options: [], read: act },
    comments: {
      callsPerHourMax: 1,
      newestFirst: true,
      list: act,
      push: { appSecret: null, verifyToken: null, read: () => [], subscribe: act },
    },
    connect: {
      redirect: {
        scopes: [],
        missingVariables: [],
        pkce: false,
        begin: () => act(null),
        finish: () => act(null),
      },
      credentials: { fields: [], presets: {}, connect: () => act(null) },
    },
  };
  return openConnector(common, credentials, made);
}

/** Calls every method, and returns their results by name. */
function callAll(connector: Connector, stored: PlatformSession['credentials'] = { accessToken: 'token' }) {
  const session = {
    externalAccountId: '1',
    handle: 'a',
    baseUrl: 'https://platform.test',
    credentials: stored,
  };
  const run = {
    save: () => Promise.resolve(),
    progress: () => undefined,
    signal: new AbortController().signal,
  };
  const search = { since: new Date(), takenIds: new Set<string>() };
  const post = textPost('hi');
  const { choices, comments, connect, check, revoke } = connector;
  const grant = { query: new URLSearchParams(), redirectUri: '', codeVerifier: null };
  const request = { redirectUri: '', state: '', codeChallenge: null, handle: null };
  return {
    withSession: [
      connector.uploadMedia(session, post, null, run),
      connector.prepare(session, post, null),
      connector.checkReadiness(session, post, {}),
      connector.commit(session, post, {}),
      connector.findPublished(session, post, null, search),
      connector.refresh(session),
      check?.(session),
      revoke?.(session),
      choices?.read(session),
      comments?.list(session, { externalPostId: '1', reference: null, publishedAt: new Date() }, null),
      comments?.push?.subscribe?.(session),
    ],
    withoutSession: [
      connect?.redirect?.begin(session, request),
      connect?.redirect?.finish(session, grant, null),
      connect?.credentials?.connect(session, {}),
    ],
    permalink: connector.readPermalink?.(session, {
      externalPostId: '1',
      externalUrl: null,
      reference: null,
    }),
  };
}

describe('a connector that callers get', () => {
  it('returns a thrown failure as a value, from every method', async () => {
    const { withSession, withoutSession, permalink } = callAll(
      connectorThat(() => Promise.reject(new PlatformFailed(failure))),
    );
    for (const answer of [...withSession, ...withoutSession]) expect(await answer).toBe(failure);
    expect(await permalink).toBeNull();
  });

  it('lets other exceptions through', async () => {
    const mistake = new TypeError('A mistake of ours.');
    const { withSession, withoutSession, permalink } = callAll(connectorThat(() => Promise.reject(mistake)));
    for (const answer of [...withSession, ...withoutSession, permalink]) {
      await expect(answer).rejects.toBe(mistake);
    }
  });

  it('fails for incomplete credentials when they are read, and not before', async () => {
    const refused = { kind: 'rejected', code: 'PLATFORM_AUTH_FAILED' };
    const read = connectorThat((session) =>
      Promise.reject(new PlatformFailed({ ...failure, message: session?.credentials.accessToken ?? '' })),
    );
    for (const answer of callAll(read, {}).withSession) expect(await answer).toMatchObject(refused);
    const unread = connectorThat(() => Promise.reject(new PlatformFailed(failure)));
    for (const answer of callAll(unread, {}).withSession) expect(await answer).toBe(failure);
  });
});

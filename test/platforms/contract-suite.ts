import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSafeFetch } from '../../src/egress/create-safe-fetch.js';
import type { JsonObject } from '../../src/domain/json.js';
import { lookupSlackMs } from '../../src/domain/publish-ladders.js';
import type { PlatformSession, PublishedSearch } from '../../src/platforms/kit/platform.js';
import { createPlatforms } from '../../src/platforms/kit/create-platforms.js';
import { startSandbox, type RunningSandbox } from '../../src/sandbox/start-sandbox.js';
import type { Subject } from './contract-case.js';
import { connector, deadUrl, failed, prepared, publish, published, startStub, textPost } from './support.js';

interface FeedPost {
  externalPostId: string;
  text: string;
  comments: { externalCommentId: string; text: string }[];
}

/** As the publish protocol searches: what clocks may differ by is taken off. */
const search = (since: Date, takenIds: string[] = []): PublishedSearch => ({
  since: new Date(since.getTime() - lookupSlackMs),
  takenIds: new Set(takenIds),
});

/** The suite that every connector runs through, against its own simulator. */
export function describeContract(subjects: readonly Subject[]): void {
  const safeFetch = createSafeFetch();
  const platforms = createPlatforms({
    definitions: subjects.map(({ definition }) => definition),
    fetchFor: () => safeFetch,
    clock: { now: () => new Date() },
  });
  let sandbox: RunningSandbox;
  beforeAll(async () => {
    const simulators = subjects.map(({ simulator }) => simulator);
    sandbox = await startSandbox({ simulators, port: 0, dataDir: null });
  });
  afterAll(async () => {
    await sandbox.close();
    await safeFetch[Symbol.asyncDispose]();
  });

  async function feed(platform: string, accountId: string): Promise<FeedPost[]> {
    const url = `${sandbox.url}/publications?${new URLSearchParams({ platform, accountId }).toString()}`;
    const answer = await safeFetch({ url, method: 'GET' });
    return (JSON.parse(answer.body) as { data: FeedPost[] }).data;
  }

  describe.each(subjects.map((subject) => ({ name: subject.definition.name, ...subject })))(
    '$name',
    ({ name, simulator, contract }) => {
      const { path, credentialsOf } = simulator;
      const { textOf } = contract;
      const accountId = contract.accountIdOf(1001);
      const platform = connector(platforms, name);
      const session = (more: Partial<PlatformSession> = {}): PlatformSession => ({
        externalAccountId: accountId,
        handle: 'contract.test',
        baseUrl: `${sandbox.url}/${path}`,
        sandboxUrl: `${sandbox.url}/${path}`,
        credentials: credentialsOf(more.externalAccountId ?? accountId, 0),
        ...more,
      });
      const copies = async (text: string): Promise<number> => {
        return (await feed(name, accountId)).filter((post) => post.text === text).length;
      };

      describe('a post', () => {
        it('has the guarantee of its platform', () => {
          expect(platform.guaranteeOf(textPost('hi'))).toBe(contract.guarantee);
        });

        it('is published once, under an address that shows it', async () => {
          const text = 'Hello, <b>world</b> & "all" 👩‍👩‍👧‍👦 https://example.com/a?b=1&c=2';
          const post = published((await publish(platform, session(), textPost(text))).answer);
          const { externalPostId } = post;
          const externalUrl = post.externalUrl ?? (await platform.readPermalink?.(session(), post));
          expect(
            (await feed(name, accountId)).filter((post) => post.externalPostId === externalPostId),
          ).toMatchObject([{ text }]);
          const page = await safeFetch({ url: externalUrl ?? '', method: 'GET' });
          expect(page.status).toBe(200);
          expect(page.body).toContain('Hello, &lt;b&gt;world&lt;/b&gt; &amp; &quot;all&quot;');
          expect(page.headers['content-security-policy']).toContain("default-src 'none'");
        });

        it('takes replies, and replies to replies', async () => {
          const post = published((await publish(platform, session(), textPost('the post'))).answer);
          const replyTo = { externalPostId: post.externalPostId, reference: post.reference };
          const reply = published(
            (await publish(platform, session(), textPost('first', { replyTo }))).answer,
          );
          const deeper = { externalPostId: reply.externalPostId, reference: reply.reference };
          await publish(platform, session(), textPost('second', { replyTo: deeper }));
          const shown = (await feed(name, accountId)).find(
            ({ externalPostId }) => externalPostId === post.externalPostId,
          );
          expect(shown?.comments.map(({ text }) => text)).toEqual(['first', 'second']);
        });

        it('may be as long as the platform allows, and no longer', async () => {
          const draft = { firstComment: null, options: null, media: [] };
          const { textMax } = platform.limits;
          const errorsOf = (text: string) =>
            platform
              .validate({ ...draft, text, firstComment: text })
              .filter(({ severity }) => severity !== 'warning');
          expect(errorsOf(textOf(textMax))).toEqual([]);
          const tooLong = errorsOf(textOf(textMax + 1));
          expect(tooLong).toMatchObject([
            { field: 'text', rule: 'text_too_long', limit: textMax, actual: textMax + 1 },
            { field: 'firstComment', rule: 'text_too_long', limit: textMax, actual: textMax + 1 },
          ]);
          published((await publish(platform, session(), textPost(textOf(textMax)))).answer);
        });

        it('without text, or with unknown options, breaks a rule', () => {
          const violations = platform.validate({
            text: ' \n',
            firstComment: '',
            options: { nope: true },
            media: [],
          });
          expect(violations).toMatchObject([
            { field: 'text', rule: 'text_required' },
            { field: 'firstComment', rule: 'text_required' },
            { field: 'platformOptions', rule: 'unknown_option' },
          ]);
        });

        it('can be prepared twice without a trace, and keeps what it was given', async () => {
          const publication = textPost('prepared only');
          const first = await prepared(platform, session(), publication);
          expect(
            await prepared(platform, session(), publication, JSON.parse(JSON.stringify(first)) as JsonObject),
          ).toEqual(first);
          expect(await copies('prepared only')).toBe(0);
        });
      });

      describe('a refusal', () => {
        it('is permanent', async () => {
          const { answer } = await publish(platform, session(), textPost('no [sandbox:reject]'));
          expect(answer).toMatchObject({ kind: 'rejected', code: 'PLATFORM_REJECTED' });
          expect(await copies('no [sandbox:reject]')).toBe(0);
        });

        it('for the rate says how long to wait, and passes', async () => {
          const publication = textPost('[sandbox:rate-limit] soon');
          const { answer, state } = await publish(platform, session(), publication);
          expect(answer).toMatchObject({ kind: 'rate-limited', retryAfterMs: 2_000 });
          published(await platform.commit(session(), publication, state));
          expect(await copies(publication.text)).toBe(1);
        });

        it('of a reply where replies are closed is told apart', async () => {
          const post = published(
            (await publish(platform, session(), textPost('quiet [sandbox:comments-disabled]'))).answer,
          );
          const replyTo = { externalPostId: post.externalPostId, reference: post.reference };
          const { answer } = await publish(platform, session(), textPost('still', { replyTo }));
          expect(answer).toMatchObject({ kind: 'rejected' });
          expect(answer).toMatchObject({ code: contract.closedRepliesCode });
        });
      });

      describe('an account', () => {
        it('with an expired token is refreshed and goes on', async () => {
          const publication = textPost('[sandbox:expired-token] later');
          const { answer, state } = await publish(platform, session(), publication);
          expect(answer.kind).toBe('auth-expired');
          expect((await platform.commit(session(), publication, state)).kind).toBe('auth-expired');
          const refreshed = await platform.refresh(session());
          if (refreshed.kind !== 'refreshed') throw new Error(JSON.stringify(refreshed));
          expect(refreshed.credentials).not.toEqual(session().credentials);
          published(
            await platform.commit(session({ credentials: refreshed.credentials }), publication, state),
          );
          expect(await copies(publication.text)).toBe(1);
        });

        it('whose grant is dead is told apart from a stale token', async () => {
          const revoked = session({ externalAccountId: `${accountId}9` });
          const { answer } = await publish(platform, revoked, textPost('[sandbox:revoked-token]'));
          expect(answer.kind).toBe('auth-expired');
          expect((await platform.refresh(revoked)).kind).toBe('auth-revoked');
        });

        it('is not called dead while the platform is away', async () => {
          const away = session({ baseUrl: await deadUrl() });
          expect((await platform.refresh(away)).kind).toBe('not-sent');
          await using broken = await startStub(() => ({ status: 503, body: 'down' }));
          expect((await platform.refresh(session({ baseUrl: broken.url }))).kind).toBe('ambiguous');
          await using garbled = await startStub(() => ({ status: 200, body: '<html>' }));
          expect((await platform.refresh(session({ baseUrl: garbled.url }))).kind).toBe('ambiguous');
          await using proxy = await startStub(() => ({ status: 401, body: '<html>who are you</html>' }));
          expect((await platform.refresh(session({ baseUrl: proxy.url }))).kind).not.toBe('auth-revoked');
        });

        it('with unusable credentials is refused before anything is sent', async () => {
          const publication = textPost('never');
          const state = await prepared(platform, session(), publication);
          await using nobody = await startStub(() => ({ status: 500 }));
          const broken = session({ baseUrl: nobody.url, credentials: {} });
          expect(await platform.commit(broken, publication, state)).toMatchObject({
            code: 'PLATFORM_AUTH_FAILED',
          });
          expect(await platform.refresh(broken)).toMatchObject({ code: 'PLATFORM_AUTH_FAILED' });
          expect(nobody.requests).toEqual([]);
        });
      });

      describe('a lost answer', () => {
        it.each(['drop-after-accept', '500-after-accept'])(
          '%s: is ambiguous, and the post is found',
          async (mark) => {
            const publication = textPost(`[sandbox:${mark}] <&> https://example.com/x?y=1&z=2`);
            const since = new Date();
            const { answer, state } = await publish(platform, session(), publication);
            expect(answer.kind).toBe('ambiguous');
            const found = await platform.findPublished(session(), publication, state, search(since));
            const [post, ...more] = (await feed(name, accountId)).filter(
              ({ text }) => text === publication.text,
            );
            expect(more).toEqual([]);
            expect(found).toMatchObject({
              kind: 'found',
              published: { externalPostId: post?.externalPostId },
            });
            if (found.kind !== 'found') return;
            // What was found serves as the parent of a reply like any other.
            const replyTo = {
              externalPostId: found.published.externalPostId,
              reference: found.published.reference,
            };
            published((await publish(platform, session(), textPost('reply', { replyTo }))).answer);
            expect(found.published.externalUrl).toMatch(/^http:/);
          },
        );

        it('of a reply is found as well, and not mistaken for a post of the same text', async () => {
          const text = '[sandbox:drop-after-accept] me too';
          const post = published((await publish(platform, session(), textPost('parent'))).answer);
          const replyTo = { externalPostId: post.externalPostId, reference: post.reference };
          const publication = textPost(text, { replyTo });
          const since = new Date();
          const { answer, state } = await publish(platform, session(), publication);
          expect(answer.kind).toBe('ambiguous');
          const shown = (await feed(name, accountId)).find(
            ({ externalPostId }) => externalPostId === post.externalPostId,
          );
          expect(await platform.findPublished(session(), publication, state, search(since))).toMatchObject({
            kind: 'found',
            published: { externalPostId: shown?.comments[0]?.externalCommentId },
          });
        });

        it('before the platform acted is ambiguous, and the post is absent', async () => {
          const publication = textPost('[sandbox:drop-before-accept] gone');
          const since = new Date();
          const { answer, state } = await publish(platform, session(), publication);
          expect(answer.kind).toBe('ambiguous');
          expect((await platform.findPublished(session(), publication, state, search(since))).kind).toBe(
            'absent',
          );
          published(await platform.commit(session(), publication, state));
          expect(await copies(publication.text)).toBe(1);
          expect((await platform.findPublished(session(), publication, state, search(since))).kind).toBe(
            'found',
          );
        });

        it('does not adopt a publication that another post owns, or one from before', async () => {
          const publication = textPost('the same words');
          const since = new Date();
          // Ours is the older one, so that taking just the first in the list would be wrong.
          const { answer, state } = await publish(platform, session(), publication);
          const own = published(answer).externalPostId;
          const other = textPost(publication.text);
          const taken = published((await publish(platform, session(), other)).answer).externalPostId;
          const found = await platform.findPublished(session(), publication, state, search(since, [taken]));
          expect(found).toMatchObject({ kind: 'found', published: { externalPostId: own } });
          if (platform.guaranteeOf(publication) === 'keyed') return;
          const future = new Date(Date.now() + 10 * 60_000);
          expect((await platform.findPublished(session(), publication, state, search(future))).kind).not.toBe(
            'found',
          );
        });
      });

      describe('the network', () => {
        it('down: nothing was sent', async () => {
          const publication = textPost('nowhere');
          const state = await prepared(platform, session(), publication);
          const away = session({ baseUrl: await deadUrl() });
          expect((await platform.commit(away, publication, state)).kind).toBe('not-sent');
          expect((await platform.findPublished(away, publication, state, search(new Date()))).kind).toBe(
            'not-sent',
          );
        });

        it.each([
          ['no JSON', 200, '<html>ok</html>'],
          ['an empty body', 200, ''],
          ['other JSON', 201, { result: 'fine' }],
          ['a redirect', 302, ''],
          ['a gateway error', 502, '<html>bad gateway</html>'],
          ['a request timeout', 408, ''],
        ])(
          'answering %s (%i): ambiguous after one mutating request, and never absent',
          async (_what, status, body) => {
            const publication = textPost('garbled');
            const state = await prepared(platform, session(), publication);
            await using stub = await startStub(() => ({
              status,
              body,
              headers: { location: 'http://127.0.0.1:1/' },
            }));
            const there = session({ baseUrl: stub.url });
            expect((await platform.commit(there, publication, state)).kind).toBe('ambiguous');
            expect(stub.requests.map(({ method }) => method)).toEqual(['POST']);
            expect((await platform.findPublished(there, publication, state, search(new Date()))).kind).toBe(
              'ambiguous',
            );
          },
        );
      });

      it('never repeats a token, and bounds the platform’s words', async () => {
        const canary = 'canary-0123456789';
        const publication = textPost('secret');
        const state = await prepared(platform, session(), publication);
        const words = `${canary} ${'long '.repeat(500)}`;
        const fields = Object.keys(credentialsOf('', 0)).map((key) => [key, `${canary}-${key}`]);
        const messages: string[] = [];
        for (const status of [200, 400, 401, 403, 404, 429, 500]) {
          await using stub = await startStub(({ url, headers, body }) => {
            const echo = `${headers.authorization ?? ''} ${decodeURIComponent(url)} ${decodeURIComponent(body)} ${words}`;
            return { status, body: contract.errorBody(echo) };
          });
          for (const baseUrl of [stub.url, await deadUrl()]) {
            const there = session({ baseUrl, credentials: Object.fromEntries(fields) as JsonObject });
            messages.push(failed(await platform.commit(there, publication, state)).message);
            messages.push(failed(await platform.refresh(there)).message);
            messages.push(
              failed(await platform.findPublished(there, publication, state, search(new Date()))).message,
            );
          }
        }
        expect(messages).toHaveLength(42);
        for (const message of messages) {
          expect(message).not.toContain(`${canary}-`);
          expect(message.length).toBeLessThanOrEqual(500);
        }
      });
    },
  );
}

import { describe, expect, it, vi } from 'vitest';
import { workerGraceMs } from '../../src/domain/workflow-contract.js';
import type { EgressRequest } from '../../src/egress/safe-fetch.js';
import type { JsonObject } from '../../src/domain/json.js';
import type { Published } from '../../src/platforms/kit/failure.js';
import type { Publication } from '../../src/platforms/kit/platform.js';
import type { PlatformSession } from '../../src/platforms/kit/session.js';
import { createPlatforms } from '../../src/platforms/kit/create-platforms.js';
import type { Subject } from './contract-case.js';
import { image, video } from './draft-media.js';
import { upload, uploaded } from './media-support.js';
import { brought, movedTo, plainPost, preparedLater, publishAll, search, settled } from './runner.js';
import { connector, deadUrl, failed, prepared, startStub } from './support.js';
import { useSubjects } from './use-subjects.js';
import { waitMsMax } from '../harness/patience.js';

interface FeedPost {
  externalPostId: string;
  text: string;
  comments: { externalCommentId: string; text: string }[];
}

/** The suite that every connector runs through, against its own simulator. */
export function describeContract(subjects: readonly Subject[]): void {
  const { safeFetch, platforms, sandbox, shelf } = useSubjects(subjects);

  async function feed(platform: string, accountId: string): Promise<FeedPost[]> {
    const url = `${sandbox.url}/publications?${new URLSearchParams({ platform, accountId }).toString()}`;
    const answer = await safeFetch({ url, method: 'GET' });
    return (JSON.parse(answer.body) as { data: FeedPost[] }).data;
  }

  describe.each(subjects.map((subject) => ({ name: subject.definition.name, ...subject })))(
    '$name',
    ({ name, simulator, contract }) => {
      const { path, credentialsOf } = simulator;
      const { textOf, quirks = {}, plainPost: plain = {} } = contract;
      const withBrackets = contract.takesAngleBrackets ?? true;
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
      const post = (text: string, more: Partial<Publication> = {}): Publication =>
        plainPost(contract, shelf, text, more);
      const publish = (at: PlatformSession, publication: Publication) =>
        publishAll(platform, at, publication);
      const publicOf = (publication: Publication, result: Awaited<ReturnType<typeof publish>>) =>
        settled(contract, platform, session(), publication, result);
      const make = async (publication: Publication): Promise<Published> =>
        publicOf(publication, await publish(session(), publication));
      /** Repeats the call with the state that was prepared for the first one. */
      const commitAgain = async (publication: Publication, state: JsonObject, at = session()) =>
        publicOf(publication, { answer: await platform.commit(at, publication, state), state });
      const takesComments = platform.limits.firstComment;
      const draftMedia = plain.media === undefined ? [] : [plain.media === 'video/mp4' ? video() : image()];
      const options = plain.options ?? null;
      const away = (url: string, state: JsonObject) => ({
        session: session({ baseUrl: url, sandboxUrl: url }),
        state: movedTo(url, session().baseUrl, state),
      });
      const copies = async (text: string): Promise<number> => {
        return (await feed(name, accountId)).filter((post) => post.text === text).length;
      };

      describe('a post', () => {
        it('has the guarantee that its platform documents', () => {
          expect(platform.guaranteeOf(post('hi'))).toBe(contract.guarantee);
        });

        it('is published once, at a URL that shows it', async () => {
          const hello = withBrackets ? 'Hello, <b>world</b> & "all"' : 'Hello, world & "all"';
          const text = `${hello} 👩‍👩‍👧‍👦 https://example.com/a?b=1&c=2`;
          const made = await make(post(text));
          const { externalPostId } = made;
          const externalUrl = made.externalUrl ?? (await platform.readPermalink?.(session(), made));
          expect(
            (await feed(name, accountId)).filter((post) => post.externalPostId === externalPostId),
          ).toMatchObject([{ text }]);
          const page = await safeFetch({ url: externalUrl ?? '', method: 'GET' });
          expect(page.status).toBe(200);
          const escaped = withBrackets ? 'Hello, &lt;b&gt;world&lt;/b&gt;' : 'Hello, world';
          expect(page.body).toContain(`${escaped} &amp; &quot;all&quot;`);
          expect(page.headers['content-security-policy']).toContain("default-src 'none'");
        });

        it.runIf(takesComments)('can be replied to, and its replies too', async () => {
          const made = await make(post('the post'));
          const replyTo = { externalPostId: made.externalPostId, reference: made.reference };
          const reply = await make(post('first', { replyTo }));
          const deeper = { externalPostId: reply.externalPostId, reference: reply.reference };
          await make(post('second', { replyTo: deeper }));
          const shown = (await feed(name, accountId)).find(
            ({ externalPostId }) => externalPostId === made.externalPostId,
          );
          expect(shown?.comments.map(({ text }) => text)).toEqual(['first', 'second']);
        });

        it('may be as long as the platform allows, and no longer', async () => {
          const draft = { firstComment: null, options, media: draftMedia };
          const { textMax, firstCommentMax } = platform.limits;
          const commentMax = firstCommentMax ?? textMax;
          const errorsOf = (text: string, comment: string) =>
            platform
              .validate({ ...draft, text, firstComment: takesComments ? comment : null })
              .filter(({ severity }) => severity !== 'warning');
          expect(errorsOf(textOf(textMax), textOf(commentMax))).toEqual([]);
          const tooLong = { rule: 'text_too_long', limit: textMax, actual: textMax + 1 };
          const comment = { ...tooLong, limit: commentMax, actual: commentMax + 1 };
          expect(errorsOf(textOf(textMax + 1), textOf(commentMax + 1))).toMatchObject([
            { field: 'text', ...tooLong },
            ...(takesComments ? [{ field: 'firstComment', ...comment }] : []),
          ]);
          await make(post(textOf(textMax)));
        });

        it('is invalid without text or with an unknown option', () => {
          const violations = platform.validate({
            text: ' \n',
            firstComment: '',
            options: { ...options, nope: true },
            media: draftMedia,
          });
          const isTextNeeded = platform.limits.textRequired && draftMedia.length === 0;
          expect(violations).toMatchObject([
            ...(isTextNeeded ? [{ field: 'text', rule: 'text_required' }] : []),
            {
              field: 'firstComment',
              rule: takesComments ? 'text_required' : 'first_comment_not_supported',
            },
            { field: 'platformOptions', rule: 'unknown_option' },
          ]);
        });

        it('accepts options that name its platform, and refuses those of another', () => {
          const draft = { text: 'hi', firstComment: null, media: draftMedia };
          expect(platform.validate({ ...draft, options: { ...options, platform: name } })).toEqual(
            platform.validate({ ...draft, options }),
          );
          expect(platform.validate({ ...draft, options: { ...options, platform: 'MYSPACE' } })).toMatchObject(
            [{ field: 'platformOptions', option: 'platform', rule: 'invalid_option' }],
          );
        });

        it('can be prepared twice without being published, and keeps its state', async () => {
          const publication = post('prepared only');
          const given =
            publication.media.length === 0 ? null : uploaded(await upload(platform, session(), publication));
          const first = await preparedLater(platform, session(), publication, given);
          const stored = JSON.parse(JSON.stringify(first)) as JsonObject;
          expect(await prepared(platform, session(), publication, stored)).toEqual(first);
          expect(await copies('prepared only')).toBe(0);
        });
      });

      describe('a refusal', () => {
        it('is permanent', async () => {
          const { answer } = await publish(session(), post('no [sandbox:reject]'));
          expect(answer).toMatchObject({ kind: 'rejected', code: 'PLATFORM_REJECTED' });
          expect(await copies('no [sandbox:reject]')).toBe(0);
        });

        it('contains the time to wait if it is about the rate limit, and is temporary', async () => {
          const publication = post('[sandbox:rate-limit] soon');
          const { answer, state } = await publish(session(), publication);
          expect(answer).toMatchObject({ kind: 'rate-limited', retryAfterMs: 2_000 });
          await commitAgain(publication, state);
          expect(await copies(publication.text)).toBe(1);
        });

        it.runIf(takesComments)('has its own error code for a reply to closed comments', async () => {
          const made = await make(post('quiet [sandbox:comments-disabled]'));
          const replyTo = { externalPostId: made.externalPostId, reference: made.reference };
          const { answer } = await publish(session(), post('still', { replyTo }));
          expect(answer).toMatchObject({ kind: 'rejected' });
          expect(answer).toMatchObject({ code: contract.closedRepliesCode });
        });
      });

      describe('an account', () => {
        const isTokenTold = quirks.commitWithoutToken !== true;
        it.runIf(isTokenTold)(
          'is refreshed once its token has expired, and continues to publish',
          async () => {
            const publication = post('[sandbox:expired-token] later');
            const { answer, state } = await publish(session(), publication);
            expect(answer.kind).toBe('auth-expired');
            expect((await platform.commit(session(), publication, state)).kind).toBe('auth-expired');
            const refreshed = await platform.refresh(session());
            if (quirks.cannotRefresh === true) {
              expect(refreshed.kind).toBe('auth-revoked');
              return;
            }
            if (refreshed.kind !== 'refreshed') throw new Error(JSON.stringify(refreshed));
            expect(refreshed.credentials).not.toEqual(session().credentials);
            await commitAgain(publication, state, session({ credentials: refreshed.credentials }));
            expect(await copies(publication.text)).toBe(1);
          },
        );

        it.runIf(quirks.cannotRefresh !== true)(
          'stores its new tokens before a worker that shuts down gives up, or not at all',
          async () => {
            const timeoutsMs: (number | undefined)[] = [];
            const fetchFor = () => (request: EgressRequest) => {
              timeoutsMs.push(request.timeoutMs);
              return safeFetch(request);
            };
            const definitions = subjects.map(({ definition }) => definition);
            const watched = createPlatforms({ definitions, fetchFor, clock: { now: () => new Date() } });
            await connector(watched, name).refresh(session());
            expect(timeoutsMs[0]).toBeLessThan(workerGraceMs);
          },
        );

        it.runIf(isTokenTold)(
          'is reported as revoked, not only as expired, if its grant has ended',
          async () => {
            const revoked = session({ externalAccountId: `${accountId}9` });
            const { answer } = await publish(revoked, post('[sandbox:revoked-token]'));
            expect(answer.kind).toBe('auth-expired');
            expect((await platform.refresh(revoked)).kind).toBe('auth-revoked');
          },
        );

        it.runIf(quirks.cannotRefresh !== true)(
          'is not reported as revoked while the platform is down',
          async () => {
            const at = (url: string) => session({ baseUrl: url, sandboxUrl: url });
            expect((await platform.refresh(at(await deadUrl()))).kind).toBe('not-sent');
            await using broken = await startStub(() => ({ status: 503, body: 'down' }));
            expect((await platform.refresh(at(broken.url))).kind).toBe('ambiguous');
            await using garbled = await startStub(() => ({ status: 200, body: '<html>' }));
            expect((await platform.refresh(at(garbled.url))).kind).toBe('ambiguous');
            await using proxy = await startStub(() => ({ status: 401, body: '<html>who are you</html>' }));
            expect((await platform.refresh(at(proxy.url))).kind).not.toBe('auth-revoked');
          },
        );

        it('is refused with unusable credentials before any request', async () => {
          const publication = post('never');
          const state = await brought(platform, session(), publication);
          await using nobody = await startStub(() => ({ status: 500 }));
          const elsewhere = away(nobody.url, state);
          const broken = { ...elsewhere.session, credentials: {} };
          expect(await platform.commit(broken, publication, elsewhere.state)).toMatchObject({
            code: 'PLATFORM_AUTH_FAILED',
          });
          expect(await platform.refresh(broken)).toMatchObject({ code: 'PLATFORM_AUTH_FAILED' });
          expect(nobody.requests).toEqual([]);
        });
      });

      describe('a lost response on a blind platform', () => {
        it.runIf(quirks.cannotLookUp === true)('leads to a look-up that finds nothing', async () => {
          const publication = post('[sandbox:drop-after-accept] unseen');
          const { answer, state } = await publish(session(), publication);
          expect(answer.kind).toBe('ambiguous');
          const found = await platform.findPublished(session(), publication, state, search(new Date()));
          expect(found.kind).toBe('absent');
        });
      });

      describe.skipIf(quirks.cannotLookUp === true)('a lost response on a platform with look-ups', () => {
        it.each(['drop-after-accept', '500-after-accept'])(
          '%s: is ambiguous, and the post is found',
          async (mark) => {
            const brackets = withBrackets ? '<&>' : '&';
            const publication = post(`[sandbox:${mark}] ${brackets} https://example.com/x?y=1&z=2`);
            const since = new Date();
            const { answer, state } = await publish(session(), publication);
            expect(answer.kind).toBe('ambiguous');
            const found = await vi.waitFor(
              async () => {
                const seen = await platform.findPublished(session(), publication, state, search(since));
                expect(seen.kind).not.toBe('processing');
                return seen;
              },
              { timeout: waitMsMax },
            );
            const [copy, ...more] = (await feed(name, accountId)).filter(
              ({ text }) => text === publication.text,
            );
            expect(more).toEqual([]);
            expect(found).toMatchObject({
              kind: 'found',
              published: { externalPostId: copy?.externalPostId },
            });
            if (found.kind !== 'found') return;
            const url =
              found.published.externalUrl ?? (await platform.readPermalink?.(session(), found.published));
            expect(url).toMatch(/^http:/);
            if (!takesComments) return;
            // A post that a look-up has found can have replies like any other.
            const replyTo = {
              externalPostId: found.published.externalPostId,
              reference: found.published.reference,
            };
            await make(post('reply', { replyTo }));
          },
        );

        it.runIf(takesComments)(
          'is also resolved for a reply, which is not confused with a post of the same text',
          async () => {
            const text = '[sandbox:drop-after-accept] me too';
            const parent = await make(post('parent'));
            const replyTo = { externalPostId: parent.externalPostId, reference: parent.reference };
            const publication = post(text, { replyTo });
            const since = new Date();
            const { answer, state } = await publish(session(), publication);
            expect(answer.kind).toBe('ambiguous');
            const shown = (await feed(name, accountId)).find(
              ({ externalPostId }) => externalPostId === parent.externalPostId,
            );
            expect(await platform.findPublished(session(), publication, state, search(since))).toMatchObject({
              kind: 'found',
              published: { externalPostId: shown?.comments[0]?.externalCommentId },
            });
          },
        );

        it('is ambiguous even if the platform has not published the post, which is then absent', async () => {
          const publication = post('[sandbox:drop-before-accept] gone');
          const since = new Date();
          const { answer, state } = await publish(session(), publication);
          expect(answer.kind).toBe('ambiguous');
          expect((await platform.findPublished(session(), publication, state, search(since))).kind).toBe(
            'absent',
          );
          await commitAgain(publication, state);
          expect(await copies(publication.text)).toBe(1);
          expect((await platform.findPublished(session(), publication, state, search(since))).kind).toBe(
            'found',
          );
        });

        it('does not lead to the publication of another post, or to an earlier one', async () => {
          const publication = post('the same words');
          const since = new Date();
          // Our post is the older one, so that taking the first one of the list would be wrong.
          const { answer, state } = await publish(session(), publication);
          const own = (await publicOf(publication, { answer, state })).externalPostId;
          const taken = (await make(post(publication.text))).externalPostId;
          const found = await platform.findPublished(session(), publication, state, search(since, [taken]));
          expect(found).toMatchObject({ kind: 'found', published: { externalPostId: own } });
          if (platform.guaranteeOf(publication) === 'keyed' || quirks.foundById === true) return;
          const future = new Date(Date.now() + 10 * 60_000);
          expect((await platform.findPublished(session(), publication, state, search(future))).kind).not.toBe(
            'found',
          );
        });
      });

      describe('a network failure', () => {
        it('before the connection means that nothing was sent', async () => {
          const publication = post('nowhere');
          const ownSession = away(await deadUrl(), await brought(platform, session(), publication));
          expect((await platform.commit(ownSession.session, publication, ownSession.state)).kind).toBe(
            'not-sent',
          );
          const found = await platform.findPublished(
            ownSession.session,
            publication,
            ownSession.state,
            search(new Date()),
          );
          expect(found.kind).toBe(quirks.cannotLookUp === true ? 'absent' : 'not-sent');
        });

        it.each([
          ['no JSON', 200, '<html>ok</html>'],
          ['an empty body', 200, ''],
          ['other JSON', 201, { result: 'fine' }],
          ['a redirect', 302, ''],
          ['a gateway error', 502, '<html>bad gateway</html>'],
          ['a request timeout', 408, ''],
        ])(
          'with %s (%i) is ambiguous after one mutating request, and never means absence',
          async (_what, status, body) => {
            const publication = post('garbled');
            const state = await brought(platform, session(), publication);
            await using stub = await startStub(() => ({
              status,
              body,
              headers: { location: 'http://127.0.0.1:1/' },
            }));
            const stubSession = away(stub.url, state);
            expect((await platform.commit(stubSession.session, publication, stubSession.state)).kind).toBe(
              'ambiguous',
            );
            expect(stub.requests.map(({ method }) => method)).toEqual([quirks.commitMethod ?? 'POST']);
            const found = await platform.findPublished(
              stubSession.session,
              publication,
              stubSession.state,
              search(new Date()),
            );
            expect(found.kind).toBe(quirks.cannotLookUp === true ? 'absent' : 'ambiguous');
          },
        );
      });

      it('the connector never repeats a token, and limits the length of the platform’s message', async () => {
        const canary = 'canary-0123456789';
        const publication = post('secret');
        const state = await brought(platform, session(), publication);
        const words = `${canary} ${'long '.repeat(500)}`;
        const fields = Object.keys(credentialsOf('', 0)).map((key) => [key, `${canary}-${key}`]);
        const messages: string[] = [];
        for (const status of [200, 400, 401, 403, 404, 429, 500]) {
          await using stub = await startStub(({ url, headers, body }) => {
            const echo = `${headers.authorization ?? ''} ${decoded(url)} ${decoded(body)} ${words}`;
            return { status, body: contract.errorBody(echo) };
          });
          for (const baseUrl of [stub.url, await deadUrl()]) {
            const elsewhere = away(baseUrl, state);
            const there = { ...elsewhere.session, credentials: Object.fromEntries(fields) as JsonObject };
            messages.push(failed(await platform.commit(there, publication, elsewhere.state)).message);
            messages.push(failed(await platform.refresh(there)).message);
            const find = platform.findPublished(there, publication, elsewhere.state, search(new Date()));
            messages.push(wordsOf(await find));
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

/** The response of a server that does not understand the request. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Returns the platform's message in an answer. An absent answer has none, so its kind is returned. */
function wordsOf(answer: { kind: string; message?: string }): string {
  return answer.message ?? answer.kind;
}

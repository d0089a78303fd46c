import { describe, expect, it } from 'vitest';
import type { CommentedPost, PlatformComment, PlatformComments } from '../../src/platforms/kit/comments.js';
import type { Published } from '../../src/platforms/kit/failure.js';
import type { Publication } from '../../src/platforms/kit/platform.js';
import type { PlatformSession } from '../../src/platforms/kit/session.js';
import type { Subject } from './contract-case.js';
import { plainPost, publishAll, search, settled } from './runner.js';
import { connector, deadUrl, startStub } from './support.js';
import { useSubjects } from './use-subjects.js';

const pagesMax = 100;

interface Posted {
  published: Published;
  post: CommentedPost;
}

/** The suite that the comments of every platform run through, against its own simulator. */
export function describeComments(subjects: readonly Subject[]): void {
  const { safeFetch, platforms, sandbox, shelf } = useSubjects(subjects);

  const tell = async (path: string, body: object): Promise<{ status: number; body: string }> =>
    safeFetch({
      url: `${sandbox.url}${path}`,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });

  describe.each(subjects.map((subject) => ({ name: subject.definition.name, ...subject })))(
    'comments on $name',
    ({ name, simulator, contract }) => {
      const platform = connector(platforms, name);
      const { comments: quirks = {} } = contract;
      let accounts = 7000;
      const session = (more: Partial<PlatformSession> = {}): PlatformSession => {
        const externalAccountId = more.externalAccountId ?? contract.accountIdOf(7000);
        return {
          externalAccountId,
          handle: 'comments.test',
          baseUrl: `${sandbox.url}/${simulator.path}`,
          sandboxUrl: `${sandbox.url}/${simulator.path}`,
          credentials: simulator.credentialsOf(externalAccountId, 0),
          ...more,
        };
      };
      const newAccount = (): PlatformSession => {
        accounts += 1;
        return session({ externalAccountId: contract.accountIdOf(accounts) });
      };
      const publication = (text: string, more: Partial<Publication> = {}) =>
        plainPost(contract, shelf, text, more);
      const publish = async (at: PlatformSession, one: Publication): Promise<Published> =>
        settled(contract, platform, at, one, await publishAll(platform, at, one));
      const posted = async (at = session(), text = 'under discussion'): Promise<Posted> => {
        const published = await publish(at, publication(text));
        const { externalPostId, reference } = published;
        return { published, post: { externalPostId, reference, publishedAt: new Date() } };
      };
      const visit = async (post: CommentedPost, text: string, more: object = {}): Promise<string> => {
        const { externalPostId } = post;
        const answer = await tell('/comments', { platform: name, externalPostId, text, ...more });
        expect(answer).toMatchObject({ status: 201 });
        return (JSON.parse(answer.body) as { externalCommentId: string }).externalCommentId;
      };
      const readAll = async (post: CommentedPost, at = session()): Promise<PlatformComment[]> =>
        (await readPages(commentsOf(platform.comments), at, post)).flat();
      const replyTo = (post: CommentedPost, comment: PlatformComment | undefined) => ({
        externalPostId: comment?.externalCommentId ?? '',
        reference: comment?.reference ?? null,
        root: { externalPostId: post.externalPostId, reference: post.reference },
      });
      const named = (all: readonly PlatformComment[], text: string) => all.find((one) => one.text === text);

      if (simulator.comments === undefined) {
        it('are not supported, and a visitor who comments is refused', async () => {
          expect(platform.comments).toBeUndefined();
          const answer = await tell('/comments', { platform: name, externalPostId: '1', text: 'hi' });
          expect(answer.status).toBe(400);
          expect(answer.body).toContain('has no comments');
        });
        return;
      }

      it('are listed with their author and their parent', async () => {
        const { post } = await posted();
        const before = Date.now() - 1_000;
        const first = await visit(post, 'A question?', { authorName: 'Anna Berg' });
        const answer = await visit(post, 'Me too', { authorName: 'Bo', parentId: first });
        const all = await readAll(post);
        expect(new Set(all.map(({ externalCommentId }) => externalCommentId))).toEqual(
          new Set([first, answer]),
        );
        const question = named(all, 'A question?');
        expect(question).toMatchObject({ parentExternalId: null, mine: false, canReply: true });
        expect(named(all, 'Me too')).toMatchObject({ parentExternalId: first, mine: false });
        expect(question?.postedAt.getTime()).toBeGreaterThan(before - 1_000);
        expect(question?.postedAt.getTime()).toBeLessThan(Date.now() + 60_000);
        if (quirks.hidesAuthors === true) return;
        const { handle, name: authorName } = question?.author ?? {};
        expect(handle ?? authorName).toMatch(/anna/i);
        if (quirks.tellsNames === true) expect(authorName).toBe('Anna Berg');
      });

      it('can be replied to, and the reply is listed as an own comment', async () => {
        const { post } = await posted();
        await visit(post, 'When do you open?');
        await visit(post, 'And on Sundays?');
        const question = named(await readAll(post), 'When do you open?');
        const reply = await publish(session(), publication('At nine.', { replyTo: replyTo(post, question) }));
        const all = await readAll(post);
        expect(named(all, 'At nine.')).toMatchObject({
          externalCommentId: reply.externalPostId,
          parentExternalId: question?.externalCommentId,
          mine: true,
        });
        expect(all.filter(({ mine }) => mine)).toHaveLength(1);
      });

      it('can be replied to if they reply to another comment', async () => {
        const { post } = await posted();
        const first = await visit(post, 'one');
        await visit(post, 'two', { parentId: first });
        const second = named(await readAll(post), 'two');
        const reply = await publish(session(), publication('three', { replyTo: replyTo(post, second) }));
        expect(named(await readAll(post), 'three')).toMatchObject({
          externalCommentId: reply.externalPostId,
          parentExternalId: quirks.twoLevels === true ? first : second?.externalCommentId,
          mine: true,
        });
      });

      it('can be replied to if they are the account’s own replies', async () => {
        const { post } = await posted();
        const first = await visit(post, 'one');
        const comment = named(await readAll(post), 'one');
        const { externalPostId, reference } = await publish(
          session(),
          publication('two', { replyTo: replyTo(post, comment) }),
        );
        const root = { externalPostId: post.externalPostId, reference: post.reference };
        const further = publication('three', { replyTo: { externalPostId, reference, root } });
        const made = await publish(session(), further);
        expect(named(await readAll(post), 'three')).toMatchObject({
          externalCommentId: made.externalPostId,
          parentExternalId: quirks.twoLevels === true ? first : externalPostId,
          mine: true,
        });
      });

      it('include the first comment of a post as an own comment', async () => {
        const { post, published } = await posted();
        const { externalPostId, reference } = published;
        const comment = publication('first!', { replyTo: { externalPostId, reference } });
        const made = await publish(session(), comment);
        expect(await readAll(post)).toMatchObject([
          { externalCommentId: made.externalPostId, parentExternalId: null, mine: true, text: 'first!' },
        ]);
      });

      it('are listed again as their authors have changed them, and not if they were deleted', async () => {
        const { post } = await posted();
        const kept = await visit(post, 'tpyo');
        const gone = await visit(post, 'never mind');
        await tell('/comments/edit', { platform: name, externalCommentId: kept, text: 'typo' });
        await tell('/comments/delete', { platform: name, externalCommentId: gone });
        expect(await readAll(post)).toMatchObject([{ externalCommentId: kept, text: 'typo' }]);
      });

      it('are listed page by page, each once, and newest first if that is documented', async () => {
        const at = newAccount();
        const { post } = await posted(at);
        const count = quirks.manyComments ?? 230;
        for (let number = 0; number < count; number += 1) await visit(post, `number ${number}`);
        const pages = await readPages(commentsOf(platform.comments), at, post);
        if (quirks.onePage === true) expect(pages).toHaveLength(1);
        else expect(pages.length).toBeGreaterThan(1);
        const all = pages.flat();
        expect(new Set(all.map(({ externalCommentId }) => externalCommentId)).size).toBe(count);
        expect(all).toHaveLength(count);
        if (platform.comments?.newestFirst !== true) return;
        const times = all.map(({ postedAt }) => postedAt.getTime());
        expect(times).toEqual([...times].sort((a, b) => b - a));
      });

      it('refuse a reply with the documented code if their author does not allow replies', async () => {
        const { post } = await posted();
        await visit(post, '[sandbox:comments-disabled] no answers, please');
        const [comment] = await readAll(post);
        const one = publication('but', { replyTo: replyTo(post, comment) });
        const { answer } = await publishAll(platform, session(), one);
        expect(answer).toMatchObject({ code: contract.closedRepliesCode });
      });

      const { hiding, deleting } = platform.comments ?? {};
      const only = async (post: CommentedPost): Promise<PlatformComment | undefined> =>
        (await readAll(post))[0];

      describe.runIf(hiding !== undefined)('hiding comments of others', () => {
        const hide = (id: string, isHidden: boolean, at = session()) => hiding?.set(at, id, isHidden);

        it('works, and so does showing them again, and a repeat changes nothing', async () => {
          const { post } = await posted();
          const id = await visit(post, 'rude');
          for (const isHidden of [true, true, false, false]) {
            expect(await hide(id, isHidden)).toEqual({ kind: 'changed' });
            const shown = await only(post);
            expect(shown?.text).toBe('rude');
            if (quirks.hiddenUntold !== true) expect(shown?.isHidden).toBe(isHidden);
            if (hiding?.closesReplies === true) expect(shown?.canReply).toBe(!isHidden);
          }
        });

        it('fails if they are gone or the platform refuses', async () => {
          const { post } = await posted();
          const id = await visit(post, '[sandbox:reject] no');
          expect(await hide(id, true)).toMatchObject({ kind: 'rejected' });
          await tell('/comments/delete', { platform: name, externalCommentId: id });
          expect(await hide(id, true)).toEqual({ kind: 'gone' });
          expect(await hide(id, true, session({ credentials: {} }))).toMatchObject({
            code: 'PLATFORM_AUTH_FAILED',
          });
        });

        it('can be repeated if the response was lost', async () => {
          const { post } = await posted();
          const id = await visit(post, '[sandbox:drop-after-accept] rude');
          expect(await hide(id, true)).toMatchObject({ kind: 'ambiguous' });
          expect(await hide(id, true)).toEqual({ kind: 'changed' });
        });
      });

      describe.runIf(deleting !== undefined)('deleting comments', () => {
        const remove = (id: string, at = session()) => deleting?.remove(at, id);
        /** Writes a comment that the platform lets us delete. */
        const written = async (post: CommentedPost, text: string): Promise<string> => {
          if (deleting?.whose === 'ALL') return visit(post, text);
          const { externalPostId, reference } = post;
          const comment = publication(text, { replyTo: { externalPostId, reference } });
          return (await publish(session(), comment)).externalPostId;
        };

        it('removes them from the list', async () => {
          const { post } = await posted();
          const kept = await visit(post, 'kept');
          const id = await written(post, 'spam');
          expect(await remove(id)).toEqual({ kind: 'changed' });
          expect(await readAll(post)).toMatchObject([{ externalCommentId: kept }]);
          expect((await remove(id))?.kind).toMatch(/^(gone|changed)$/);
        });

        it('fails without credentials', async () => {
          const { post } = await posted();
          const id = await written(post, 'spam');
          expect(await remove(id, session({ credentials: {} }))).toMatchObject({
            code: 'PLATFORM_AUTH_FAILED',
          });
          expect(await only(post)).toMatchObject({ externalCommentId: id });
        });
      });

      describe('a reply whose response was lost', () => {
        it.each(['drop-after-accept', '500-after-accept'])('is found by a look-up: %s', async (mark) => {
          const { post } = await posted();
          await visit(post, 'hello');
          const [comment] = await readAll(post);
          const since = new Date();
          const one = publication(`[sandbox:${mark}] hello to you`, { replyTo: replyTo(post, comment) });
          const { answer, state } = await publishAll(platform, session(), one);
          expect(answer.kind).toBe('ambiguous');
          const [ours, ...more] = (await readAll(post)).filter(({ mine }) => mine);
          expect(more).toEqual([]);
          expect(await platform.findPublished(session(), one, state, search(since))).toMatchObject({
            kind: 'found',
            published: { externalPostId: ours?.externalCommentId },
          });
        });

        it('is not confused with a reply of the same text to another comment if it never arrived', async () => {
          const at = newAccount();
          const { post } = await posted(at);
          await visit(post, 'thanks');
          await visit(post, 'great');
          const all = await readAll(post, at);
          const since = new Date();
          const text = '[sandbox:drop-before-accept] you are welcome';
          const lost = publication(text, { replyTo: replyTo(post, named(all, 'thanks')) });
          const { answer, state } = await publishAll(platform, at, lost);
          expect(answer.kind).toBe('ambiguous');
          const other = publication(text, { replyTo: replyTo(post, named(all, 'great')) });
          await publish(at, other);
          const found = await platform.findPublished(at, lost, state, search(since));
          if (quirks.equalRepliesUnknown === true) expect(found.kind).not.toBe('found');
          else expect(found.kind).toBe('absent');
        });
      });

      describe('a failure to read comments', () => {
        it.runIf(quirks.cannotTellGone !== true)('is permanent if the post is gone', async () => {
          const { post } = await posted();
          const missing = { ...post, externalPostId: missingIdOf(post.externalPostId) };
          expect((await commentsOf(platform.comments).list(session(), missing, null)).kind).toBe('gone');
        });

        it('is reported as such if the grant has ended or the token is invalid', async () => {
          const at = newAccount();
          const { post } = await posted(at);
          const accountId = at.externalAccountId;
          await safeFetch({
            url: `${sandbox.url}/grants/revoke`,
            method: 'POST',
            headers: { 'content-type': 'application/x-www-form-urlencoded' },
            body: new URLSearchParams({ platform: name, accountId }).toString(),
          });
          const comments = commentsOf(platform.comments);
          expect((await comments.list(at, post, null)).kind).toMatch(/^auth-/);
          expect(await comments.list({ ...at, credentials: {} }, post, null)).toMatchObject({
            code: 'PLATFORM_AUTH_FAILED',
          });
        });

        it('is temporary if the platform is down or limits the rate', async () => {
          const { post } = await posted();
          const comments = commentsOf(platform.comments);
          const at = (url: string) => session({ baseUrl: url, sandboxUrl: url });
          expect((await comments.list(at(await deadUrl()), post, null)).kind).toBe('not-sent');
          await using broken = await startStub(() => ({ status: 503, body: 'down' }));
          expect((await comments.list(at(broken.url), post, null)).kind).toBe('ambiguous');
          await using garbled = await startStub(() => ({ status: 200, body: '<html>' }));
          expect((await comments.list(at(garbled.url), post, null)).kind).toBe('ambiguous');
          await using busy = await startStub(() => ({
            status: 429,
            headers: { 'retry-after': '7' },
            body: contract.rateLimitBody,
          }));
          expect((await comments.list(at(busy.url), post, null)).kind).toBe('rate-limited');
        });
      });
    },
  );
}

function commentsOf(comments: PlatformComments | undefined): PlatformComments {
  if (comments === undefined) throw new Error('The platform has no comments.');
  return comments;
}

async function readPages(
  comments: PlatformComments,
  at: PlatformSession,
  post: CommentedPost,
): Promise<PlatformComment[][]> {
  const pages: PlatformComment[][] = [];
  let cursor: string | null = null;
  do {
    const answer = await comments.list(at, post, cursor);
    if (answer.kind !== 'page') throw new Error(`Not read: ${JSON.stringify(answer)}`);
    pages.push([...answer.comments]);
    ({ cursor } = answer);
  } while (cursor !== null && pages.length < pagesMax);
  return pages.filter((page, index) => index === 0 || page.length > 0);
}

/** Returns an id in the same format that belongs to nothing. */
function missingIdOf(id: string): string {
  return id.slice(0, -4) + (id.endsWith('0000') ? '1111' : '0000');
}

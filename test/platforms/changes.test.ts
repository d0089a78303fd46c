import { describe, expect, it } from 'vitest';
import { platformDefinitions } from '../../src/platforms/index.js';
import type { EditedText, LookAnswer, PublicPost } from '../../src/platforms/kit/changes.js';
import type { PlatformSession } from '../../src/platforms/kit/session.js';
import { loadSubjects } from './contract-case.js';
import { plainPost, publishAll, settled } from './runner.js';
import { connector, deadUrl, startStub } from './support.js';
import { useSubjects } from './use-subjects.js';

const subjects = await loadSubjects(platformDefinitions);
const { safeFetch, platforms, sandbox, shelf } = useSubjects(subjects);

interface Shown {
  externalPostId: string;
  text: string;
  editedAt?: string | null;
  earlierTexts?: string[];
}

/** Reads the posts and comments of an account in the sandbox, and those that were removed. */
async function shownOf(platform: string, accountId: string): Promise<{ shown: Shown[]; removed: Shown[] }> {
  const url = `${sandbox.url}/publications?${new URLSearchParams({ platform, accountId }).toString()}`;
  const { data, removed } = JSON.parse((await safeFetch({ url, method: 'GET' })).body) as {
    data: (Shown & { comments: (Omit<Shown, 'externalPostId'> & { externalCommentId: string })[] })[];
    removed: Shown[];
  };
  const comments = data.flatMap((post) => post.comments);
  const asShown = comments.map(({ externalCommentId, ...rest }) => ({
    ...rest,
    externalPostId: externalCommentId,
  }));
  return { shown: [...data, ...asShown], removed };
}

describe.each(subjects.map((subject) => ({ name: subject.definition.name, ...subject })))(
  'changes of public posts on $name',
  ({ name, definition, simulator, contract }) => {
    const platform = connector(platforms, name);
    const { changes } = platform;
    const { removePosts, removeComments, editPosts, look, sources } = definition.changeRules;
    let accounts = 9_000;
    const newAccount = (more: Partial<PlatformSession> = {}): PlatformSession => {
      accounts += 1;
      const externalAccountId = contract.accountIdOf(accounts);
      return {
        externalAccountId,
        handle: 'changes.test',
        baseUrl: `${sandbox.url}/${simulator.path}`,
        sandboxUrl: `${sandbox.url}/${simulator.path}`,
        credentials: simulator.credentialsOf(externalAccountId, 0),
        ...more,
      };
    };
    const publish = async (
      at: PlatformSession,
      text: string,
      replyTo: PublicPost['replyTo'] = null,
    ): Promise<PublicPost> => {
      const publication = plainPost(contract, shelf, text, replyTo === null ? {} : { replyTo });
      const result = await publishAll(platform, at, publication);
      const published = await settled(contract, platform, at, publication, result);
      return { ...publication, ...published, publishedAt: new Date() };
    };
    /** Makes a post, or a first comment under one. */
    const made = async (at: PlatformSession, what: string, text: string): Promise<PublicPost> => {
      if (what === 'post') return publish(at, text);
      const { externalPostId, reference } = await publish(at, 'with a comment');
      return publish(at, text, { externalPostId, reference });
    };
    const remove = (at: PlatformSession, post: PublicPost) => changes?.remove?.(at, post);
    const isShown = async ({ externalAccountId }: PlatformSession, { externalPostId }: PublicPost) =>
      (await shownOf(name, externalAccountId)).shown.some((one) => one.externalPostId === externalPostId);
    /** Checks a look-up. On a platform where nothing can be looked up, the answer says so. */
    const expectSeen = async (
      at: PlatformSession,
      post: PublicPost,
      expected: Partial<LookAnswer>,
      edited?: EditedText,
    ): Promise<void> => {
      const seen = await changes?.find(at, post, edited);
      expect(seen).toMatchObject(look === null ? { kind: 'ambiguous' } : expected);
    };

    it('are possible only as the rules say, and the rules name their sources', () => {
      expect(changes?.remove !== undefined).toBe(removePosts !== null || removeComments !== null);
      expect(changes?.edit !== undefined).toBe(editPosts !== null);
      const isAllowed = changes !== undefined;
      expect(sources.length > 0).toBe(true);
      for (const { url, readOn } of sources) {
        expect(URL.canParse(url)).toBe(true);
        expect(readOn).toMatch(/^2026-\d\d-\d\d$/);
      }
      const known = platform.connect?.redirect?.scopes.map((scope) => scope.name) ?? [];
      const scopes = [removePosts, removeComments, editPosts].flatMap((rules) => rules?.scope ?? []);
      expect(scopes.filter((scope) => !known.includes(scope))).toEqual([]);
      if (!isAllowed)
        expect([removePosts, removeComments, editPosts, look]).toEqual([null, null, null, null]);
    });

    const removable = [
      ...(removePosts === null ? [] : ['post']),
      ...(removeComments === null || !platform.limits.firstComment ? [] : ['comment']),
    ];
    describe.each(removable)('removing a %s', (what) => {
      it('removes it, and a repeat changes nothing', async () => {
        const at = newAccount();
        const post = await made(at, what, 'a mistake');
        await expectSeen(at, post, { kind: 'there', shows: 'BEFORE' });
        expect(await remove(at, post)).toEqual({ kind: 'removed' });
        await expectSeen(at, post, { kind: 'gone' });
        expect(await isShown(at, post)).toBe(false);
        const { removed } = await shownOf(name, at.externalAccountId);
        expect(removed).toMatchObject([{ externalPostId: post.externalPostId, text: 'a mistake' }]);
        expect((await remove(at, post))?.kind).toMatch(/^(gone|removed)$/);
      });

      it.each(['drop-after-accept', '500-after-accept'])(
        'is looked up if its response is lost: %s',
        async (mark) => {
          const at = newAccount();
          const post = await made(at, what, `[sandbox:remove-${mark}] a mistake`);
          expect(await remove(at, post)).toMatchObject({ kind: 'ambiguous' });
          expect(await isShown(at, post)).toBe(false);
          await expectSeen(at, post, { kind: 'gone' });
          expect((await remove(at, post))?.kind).toMatch(/^(gone|removed)$/);
        },
      );

      it('is looked up if the request never arrived', async () => {
        const at = newAccount();
        const post = await made(at, what, '[sandbox:remove-drop-before-accept] a mistake');
        expect(await remove(at, post)).toMatchObject({ kind: 'ambiguous' });
        await expectSeen(at, post, { kind: 'there', shows: 'BEFORE' });
        expect(await remove(at, post)).toEqual({ kind: 'removed' });
      });

      it.each([
        ['reject', 'rejected'],
        ['rate-limit', 'rate-limited'],
        ['expired-token', 'auth-expired'],
      ])('fails as publishing does: %s', async (mark, kind) => {
        const at = newAccount();
        const post = await made(at, what, `[sandbox:remove-${mark}] a mistake`);
        expect(await remove(at, post)).toMatchObject({ kind });
        expect(await isShown(at, post)).toBe(true);
      });

      it('is not sent too late, without credentials, or to an unreachable server', async () => {
        const at = newAccount();
        const post = await made(at, what, 'a mistake');
        const late = { monotonicMs: 0, wallMs: 0 };
        expect(await changes?.remove?.(at, post, late)).toMatchObject({ kind: 'not-sent' });
        expect(await remove({ ...at, credentials: {} }, post)).toMatchObject({
          code: 'PLATFORM_AUTH_FAILED',
        });
        const url = await deadUrl();
        expect(await remove({ ...at, baseUrl: url, sandboxUrl: url }, post)).toMatchObject({
          kind: 'not-sent',
        });
        await using broken = await startStub(() => ({ status: 503, body: 'down' }));
        const there = { ...at, baseUrl: broken.url, sandboxUrl: broken.url };
        expect(await remove(there, post)).toMatchObject({ kind: 'ambiguous' });
        expect((await changes?.find(there, post))?.kind).toBe('ambiguous');
        expect(await isShown(at, post)).toBe(true);
      });
    });

    describe.runIf(editPosts !== null)('editing a post', () => {
      const edit = (at: PlatformSession, post: PublicPost, edited: EditedText) =>
        changes?.edit?.(at, post, edited);
      const edited = async (at: PlatformSession, post: PublicPost, text: string): Promise<PublicPost> => {
        const answer = await edit(at, post, { text });
        if (answer?.kind !== 'edited') throw new Error(`Not edited: ${JSON.stringify(answer)}`);
        return { ...post, ...answer.published, text };
      };

      it('corrects the text repeatedly, and keeps the rest', async () => {
        const at = newAccount();
        const first = await publish(at, 'a tpyo');
        const second = await edited(at, first, 'a typo, again');
        const last = await edited(at, second, 'a typo');
        expect(second.externalPostId !== first.externalPostId).toBe(editPosts?.changesId);
        await expectSeen(at, last, { kind: 'there', shows: 'BEFORE' });
        const { shown } = await shownOf(name, at.externalAccountId);
        const earlierTexts = ['a tpyo', 'a typo, again'];
        const { externalPostId } = last;
        expect(shown).toMatchObject([{ externalPostId, text: 'a typo', earlierTexts }]);
        expect(shown[0]?.editedAt).not.toBe(null);
        expect(await remove(at, last)).toEqual({ kind: 'removed' });
        expect((await edit(at, last, { text: 'too late' }))?.kind).toMatch(/^(gone|rejected)$/);
      });

      it.each(['drop-after-accept', '500-after-accept'])(
        'is looked up if its response is lost: %s',
        async (mark) => {
          const at = newAccount();
          const post = await publish(at, 'a tpyo');
          const correct = { text: `a typo [sandbox:${mark}]` };
          expect(await edit(at, post, correct)).toMatchObject({ kind: 'ambiguous' });
          const { shown } = await shownOf(name, at.externalAccountId);
          const { externalPostId } = shown[0] ?? {};
          await expectSeen(at, post, { kind: 'there', shows: 'EDITED' }, correct);
          if (look !== null) {
            expect(await changes?.find(at, post, correct)).toMatchObject({ published: { externalPostId } });
          }
        },
      );

      it('is looked up if the request never arrived', async () => {
        const at = newAccount();
        const post = await publish(at, 'a tpyo');
        const correct = { text: 'a typo [sandbox:drop-before-accept]' };
        expect(await edit(at, post, correct)).toMatchObject({ kind: 'ambiguous' });
        await expectSeen(at, post, { kind: 'there', shows: 'BEFORE' }, correct);
        expect(await edit(at, post, correct)).toMatchObject({ kind: 'edited' });
      });

      it.each([
        ['reject', 'rejected'],
        ['rate-limit', 'rate-limited'],
        ['expired-token', 'auth-expired'],
      ])('fails as publishing does: %s', async (mark, kind) => {
        const at = newAccount();
        const post = await publish(at, 'a tpyo');
        expect(await edit(at, post, { text: `a typo [sandbox:${mark}]` })).toMatchObject({ kind });
        await expectSeen(at, post, { kind: 'there', shows: 'BEFORE' });
      });

      it('is not sent too late, or without credentials', async () => {
        const at = newAccount();
        const post = await publish(at, 'a tpyo');
        const late = { monotonicMs: 0, wallMs: 0 };
        const correct = { text: 'a typo' };
        expect(await changes?.edit?.(at, post, correct, late)).toMatchObject({ kind: 'not-sent' });
        expect(await edit({ ...at, credentials: {} }, post, correct)).toMatchObject({
          code: 'PLATFORM_AUTH_FAILED',
        });
      });
    });
  },
);

import { and, eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { comments, posts, targets } from '../../src/db/schema/index.js';
import type { PlatformChanges } from '../../src/platforms/kit/changes.js';
import type { Platform } from '../../src/platforms/kit/platform.js';
import type { PlatformKind } from './commands.js';
import { openModelContext, type ModelContext } from './model-context.js';
import type { ModelPlatform } from './model-platform.js';
import { runSequence, type SequenceOptions } from './run-sequence.js';
import { search, type Finding } from './search.js';
import { sequences } from './sequences.js';
import { clauses, type Clause } from './world.js';

vi.mock('@temporalio/workflow', () => import('./workflow-api.js'));

const runs = 500;
const seed = 7;
let context: ModelContext;
beforeAll(async () => {
  context = await openModelContext();
});
afterAll(() => context.close());

/** Searches for a violation of this clause only, without restores of the database. */
async function find(
  clause: Clause,
  broken: Pick<SequenceOptions, 'wrapPlatform' | 'meddle'>,
): Promise<Finding> {
  const tolerated = clauses.filter((other) => other !== clause);
  const { deps } = context;
  const finding = await search({
    lanes: [deps],
    runs,
    seed,
    tolerated,
    arbitrary: sequences.map((commands) => commands.filter(({ do: name }) => name !== 'restore')),
    ...broken,
  });
  if (finding === undefined) return expect.fail(`${runs} sequences have not shown that ${clause} is broken`);
  expect(finding.error.message).toContain(`${clause}: `);
  // Without the fault, the same sequence keeps the promise, so the search has found the fault.
  await runSequence(finding.commands, { deps, tolerated });
  return finding;
}

/** Replaces a part of a platform by a faulty one. */
function lying(kind: PlatformKind, lie: Partial<Platform>): Pick<SequenceOptions, 'wrapPlatform'> {
  const wrapPlatform = (platform: ModelPlatform): ModelPlatform =>
    platform.kind === kind ? { ...platform, ...lie } : platform;
  return { wrapPlatform };
}

const absent = { findPublished: () => Promise.resolve({ kind: 'absent' as const }) };

// Each test breaks one thing that the protocol relies on, and shows that the model notices it.
test('the search detects a second call on a blind platform that shows nothing', async () => {
  const { commands } = await find('once', lying('blind', { ...absent, guaranteeOf: () => 'keyed' }));
  // A post and one call whose response is lost are enough.
  expect(commands.length).toBeLessThanOrEqual(3);
});

/** A platform that denies every post, in each way in which it can be asked. */
function denying(kind: PlatformKind): Pick<SequenceOptions, 'wrapPlatform'> {
  const wrapPlatform = (platform: ModelPlatform): ModelPlatform => {
    if (platform.kind !== kind) return platform;
    const prepare: Platform['prepare'] = (session, publication) =>
      platform.prepare(session, publication, null);
    return { ...platform, ...absent, prepare };
  };
  return { wrapPlatform };
}

test.each(['queryable', 'queryableLater'] as const)(
  'the search detects a %s platform that denies what it has published',
  async (kind) => {
    await find('once', denying(kind));
  },
);

test('the search detects a platform that refuses calls and publishes them later', () =>
  find(
    'failed-is-not-public',
    lying('blindLater', {
      findPublished: () => Promise.resolve({ kind: 'refused', code: 'MEDIA_REJECTED', message: 'no' }),
    }),
  ));

test('the search detects a look-up that adopts the publication of another post', () =>
  find('own-content', {
    wrapPlatform: (platform) => ({
      ...platform,
      findPublished: () => {
        const id = platform.ledger.at(-1)?.id ?? 'somebody-elses';
        return Promise.resolve({
          kind: 'found',
          published: { externalPostId: id, externalUrl: null, reference: null },
        });
      },
    }),
  }));

test('the search detects a platform that refuses what it has published', () =>
  find('failed-is-not-public', {
    wrapPlatform: (platform) => ({
      ...platform,
      commit: async (...call) => {
        const answer = await platform.commit(...call);
        if (answer.kind !== 'ambiguous') return answer;
        return { kind: 'rejected', code: 'PLATFORM_REJECTED', message: 'no' };
      },
    }),
  }));

test('the search detects a cancel that does not check whether a call was made', () =>
  find('canceled-is-not-public', {
    meddle: async (world, command) => {
      if (command.do !== 'cancel') return;
      const ids = world.postIds.filter((id) => world.wishes.cancelled.has(id));
      const open = inArray(targets.status, ['SCHEDULED', 'PUBLISHING']);
      await world.deps.db
        .update(targets)
        .set({ status: 'CANCELED' })
        .where(and(inArray(targets.postId, ids), open));
    },
  }));

test('the search detects an edit of a text that was sent', () =>
  find('own-content', {
    meddle: async (world, command) => {
      const postId = world.postId(0);
      if (command.do !== 'edit' || postId === undefined) return;
      await world.deps.db.update(posts).set({ caption: 'other words' }).where(eq(posts.id, postId));
    },
  }));

test('the search detects a reply whose comment does not say that it is public', () =>
  find('reply-is-shown', {
    meddle: async (world) => {
      await world.deps.db
        .update(comments)
        .set({ externalCommentId: null })
        .where(and(eq(comments.workspaceId, world.workspaceId), eq(comments.mine, true)));
    },
  }));

/** Replaces the answers of a platform to removals and edits. */
function lyingAboutChanges(
  lie: (changes: PlatformChanges) => Partial<PlatformChanges>,
): Pick<SequenceOptions, 'wrapPlatform'> {
  const wrapPlatform = (platform: ModelPlatform): ModelPlatform => {
    const { changes } = platform;
    return changes === undefined ? platform : { ...platform, changes: { ...changes, ...lie(changes) } };
  };
  return { wrapPlatform };
}
const rejected = { kind: 'rejected', code: 'PLATFORM_REJECTED', message: 'no' } as const;

test('the search detects a removal that the platform only claims', () =>
  find(
    'removed-is-gone',
    lyingAboutChanges(() => ({ remove: () => Promise.resolve({ kind: 'removed' }) })),
  ));

test('the search detects a post that was removed although the platform denies it', () =>
  find(
    'gone-is-told',
    lyingAboutChanges(({ remove }) => ({
      remove: async (...call) => {
        await remove?.(...call);
        return rejected;
      },
    })),
  ));

test('the search detects a text that was edited although the platform denies it', () =>
  find(
    'text-is-told',
    lyingAboutChanges(({ edit }) => ({
      edit: async (...call) => {
        await edit?.(...call);
        return rejected;
      },
    })),
  ));

test('the search detects a part that replies to another part than the one before', () =>
  find('parts-in-order', {
    wrapPlatform: (platform) => ({
      ...platform,
      commit: (session, publication, ...others) => {
        const replyTo = publication.replyTo?.root ?? publication.replyTo;
        return platform.commit(session, { ...publication, replyTo }, ...others);
      },
    }),
  }));

test('the search detects a platform that refuses a part that it has published', () =>
  find('parts-tell-the-truth', {
    wrapPlatform: (platform) => ({
      ...platform,
      commit: async (session, publication, ...others) => {
        const answer = await platform.commit(session, publication, ...others);
        const isPublic = answer.kind === 'published' || answer.kind === 'ambiguous';
        return isPublic && publication.key.id.includes(':PART_') ? rejected : answer;
      },
    }),
  }));

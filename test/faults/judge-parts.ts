import { z } from 'zod';
import { groupBy } from '../../src/domain/group-by.js';
import { count, type Counts } from './changes.js';
import type { Account } from './fault-stack.js';

export const partsPerPost = 5;
export const textOfPart = (marker: string, number: number): string => `${marker} part ${number}`;
export const textOfComment = (marker: string): string => `${marker} comment`;

/** A requested post. Its texts are its marker and the number of the part; no other post has the marker. */
export interface Thread {
  marker: string;
  accounts: Account[];
  hasComment: boolean;
  postId: string | undefined;
}

/** A thread as the platform shows it. */
export const threadSchema = z.object({
  platform: z.string(),
  accountId: z.string(),
  externalPostId: z.string(),
  text: z.string(),
  comments: z.array(
    z.object({ externalCommentId: z.string(), parentId: z.string().nullable(), text: z.string() }),
  ),
});
type ShownThread = z.infer<typeof threadSchema>;

/** A target as the API shows it. */
export const threadTargetSchema = z.object({
  platform: z.string(),
  status: z.string(),
  errorCode: z.string().nullable(),
  publishedAt: z.string().nullable(),
  firstCommentStatus: z.string().nullable(),
  firstCommentErrorCode: z.string().nullable(),
  parts: z.array(z.object({ status: z.string(), errorCode: z.string().nullable() })),
});
export type ThreadTarget = z.infer<typeof threadTargetSchema>;

export interface PartsTally {
  counts: Counts;
  violations: string[];
  /** The posts of which something has failed. */
  failedPostIds: Set<string>;
}

/** A publication of a thread as the platform shows it. */
interface Shown {
  id: string;
  parentId: string | null;
}

/** The state of a part as Punctual shows it. */
interface Believed {
  status: string;
  errorCode: string | null;
}

/** Compares each post with what its accounts show: nothing may be lost, doubled or out of order. */
export function judgeParts(
  threads: readonly Thread[],
  targets: ReadonlyMap<string, ThreadTarget[]>,
  seen: readonly ShownThread[],
): PartsTally {
  const tally: PartsTally = { counts: new Map(), violations: [], failedPostIds: new Set() };
  const byMarker = groupBy(seen, ({ text }) => text.split(' ')[0] ?? '');
  for (const thread of threads) {
    const { marker, postId = '' } = thread;
    const all = targets.get(postId);
    if (all === undefined) {
      count(tally.counts, 'posts that were never answered');
      // The end of the post was not read, so it proves nothing.
      if (thread.postId !== undefined) tally.violations.push(`NOT READ: ${marker}, ${postId}`);
      continue;
    }
    count(tally.counts, 'posts');
    for (const target of all) {
      if (target.status === 'FAILED') tally.failedPostIds.add(postId);
      const shown = (byMarker.get(marker) ?? []).filter(({ platform }) => platform === target.platform);
      const broken = judgeThread(thread, target, shown);
      tally.violations.push(...broken.map((what) => `${what}: ${marker} on ${target.platform}, ${postId}`));
      const end = target.status === 'FAILED' ? `FAILED ${target.errorCode ?? ''}` : target.status;
      const publicParts = believedOf(target).filter(({ status }) => status === 'PUBLISHED').length;
      count(tally.counts, `${target.platform} ${end}, ${publicParts} of ${partsPerPost} parts PUBLISHED`);
    }
  }
  return tally;
}

/** The target itself is the first part. Its own status is that of the whole. */
function believedOf({ status, errorCode, publishedAt, parts }: ThreadTarget): Believed[] {
  const first = publishedAt === null ? { status, errorCode } : { status: 'PUBLISHED', errorCode: null };
  return [first, ...parts];
}

function judgeThread({ marker, hasComment }: Thread, target: ThreadTarget, roots: ShownThread[]): string[] {
  const shown = roots.flatMap(({ externalPostId, text, comments }) => [
    { id: externalPostId, parentId: null, text },
    ...comments.map(({ externalCommentId, ...comment }) => ({ id: externalCommentId, ...comment })),
  ]);
  const withText = (text: string): Shown[] => shown.filter((one) => one.text.endsWith(text));
  const believed = believedOf(target);
  const parts = believed.map((_part, index) => withText(textOfPart(marker, index + 1)));
  const comments = withText(textOfComment(marker));
  const last = hasComment ? [...parts, comments] : parts;
  return [
    ...believed.flatMap((part, index) => judgePart(part, parts[index] ?? [], index + 1)),
    ...last.flatMap((found, index) => {
      const before: (string | null)[] = index === 0 ? [null] : (last[index - 1] ?? []).map(({ id }) => id);
      const isInOrder = found.every(({ parentId }) => before.includes(parentId));
      return isInOrder ? [] : [`OUT OF ORDER, number ${index + 1}`];
    }),
    ...judgeStop(believed),
    ...(hasComment ? judgeComment(target, comments) : []),
  ];
}

function judgePart({ status, errorCode }: Believed, found: readonly Shown[], number: number): string[] {
  if (found.length > 1) return [`DOUBLED, part ${number}`];
  const isShown = found.length > 0;
  switch (status) {
    case 'PUBLISHED':
      return isShown ? [] : [`LOST, part ${number}`];
    case 'FAILED':
      return isShown && errorCode !== 'PUBLISH_UNCONFIRMED' ? [`FAILED YET PUBLISHED, part ${number}`] : [];
    case 'SKIPPED':
      return isShown ? [`SKIPPED YET PUBLISHED, part ${number}`] : [];
    default:
      return [`NEVER ENDED, part ${number} is ${status}`];
  }
}

/** The first part that is not public stops the others. */
function judgeStop(believed: readonly Believed[]): string[] {
  const stop = believed.findIndex(({ status }) => status !== 'PUBLISHED');
  const isStopped = stop === -1 || believed.slice(stop + 1).every(({ status }) => status === 'SKIPPED');
  return isStopped ? [] : ['NOT STOPPED at the first part that is not public'];
}

function judgeComment(
  { status, firstCommentStatus, firstCommentErrorCode: errorCode }: ThreadTarget,
  found: readonly Shown[],
): string[] {
  if (found.length > 1) return ['DOUBLED, the first comment'];
  if (firstCommentStatus === 'PUBLISHED') return found.length > 0 ? [] : ['LOST, the first comment'];
  if (status !== 'PUBLISHED') return found.length > 0 ? ['OUT OF ORDER, the first comment'] : [];
  if (firstCommentStatus !== 'FAILED')
    return [`NEVER ENDED, the first comment is ${firstCommentStatus ?? ''}`];
  return found.length > 0 && errorCode !== 'PUBLISH_UNCONFIRMED'
    ? ['FAILED YET PUBLISHED, the first comment']
    : [];
}

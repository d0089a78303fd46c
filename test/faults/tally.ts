import { z } from 'zod';
import type { PlatformName, PublishGuarantee } from '../../src/domain/platforms.js';
import type { Account } from './fault-stack.js';
import type { ApiPost, ApiTarget } from './api-client.js';

const publicationSchema = z.object({
  data: z.array(
    z.object({
      platform: z.string(),
      accountId: z.string(),
      text: z.string(),
      publishedAt: z.string(),
      comments: z.array(z.object({ accountId: z.string(), text: z.string() })),
    }),
  ),
});
export type SeenPublication = z.infer<typeof publicationSchema>['data'][number];

/** What the platforms show: the only witness that counts. */
export async function readSandbox(sandboxUrl: string): Promise<SeenPublication[]> {
  const response = await fetch(`${sandboxUrl}/publications?limit=10000`);
  return publicationSchema.parse(await response.json()).data;
}

/** A post as its author knows it. */
export interface ExpectedPost {
  /** A word of its texts that no other post has. */
  marker: string;
  dueMs: number;
  /** Null where an edit got no clear answer. */
  text: string | null;
  /** Its author has asked to cancel it, so that a first comment which was still waiting is not owed any more. */
  cancelAsked: boolean;
  /** The API's word at the end, when everything was up again. */
  final: ApiPost;
}

export const guaranteeOf: Partial<Record<PlatformName, PublishGuarantee>> = {
  BLUESKY: 'keyed',
  THREADS: 'queryable',
  X: 'blind',
};
export type Counted = (typeof counted)[number];
export const counted = [
  'targets',
  'published',
  'canceled',
  'unconfirmed',
  'failedVisibly',
  'lost',
  'doubled',
  'canceledYetPublished',
  'failedYetPublished',
  'wrongText',
  'comments',
  'commentsFailedVisibly',
  'commentsCanceled',
  'commentsLost',
  'commentsDoubled',
] as const;
export type ClassTally = Record<Counted, number>;

export interface Tally {
  classes: Record<PublishGuarantee, ClassTally>;
  lateMs: number[];
  /** What broke the promise, one line each. */
  violations: string[];
}

/** Compares what was promised with what the platforms show. */
export function tallyPosts(posts: ExpectedPost[], accounts: Account[], seen: SeenPublication[]): Tally {
  const tally: Tally = {
    classes: { keyed: emptyTally(), queryable: emptyTally(), blind: emptyTally() },
    lateMs: [],
    violations: [],
  };
  const byMarker = groupByMarker(seen);
  const externalIds = new Map(accounts.map((account) => [account.id, account.externalAccountId]));
  for (const post of posts) {
    for (const target of post.final.targets) {
      const shown = (byMarker.get(post.marker) ?? []).filter(
        ({ platform, accountId }) =>
          platform === target.platform && accountId === externalIds.get(target.socialAccountId),
      );
      judge(tally, post, target, shown);
    }
  }
  return tally;
}

const emptyTally = (): ClassTally =>
  Object.fromEntries(counted.map((name) => [name, 0])) as Record<Counted, number>;

function groupByMarker(seen: SeenPublication[]): Map<string, SeenPublication[]> {
  const groups = new Map<string, SeenPublication[]>();
  for (const publication of seen) {
    const marker = publication.text.split(' ', 1)[0] ?? '';
    groups.set(marker, [...(groups.get(marker) ?? []), publication]);
  }
  return groups;
}

function judge(tally: Tally, post: ExpectedPost, target: ApiTarget, shown: SeenPublication[]): void {
  const guarantee = guaranteeOf[target.platform as PlatformName] ?? 'blind';
  const classTally = tally.classes[guarantee];
  const violate = (name: Counted): void => {
    classTally[name] += 1;
    tally.violations.push(
      `${name}: post ${post.final.id} (${post.marker}), target ${target.id} on ${target.platform}, ` +
        `${target.status} ${target.errorCode ?? ''}, shown ${shown.length} times`,
    );
  };
  classTally.targets += 1;
  if (shown.length > 1) violate('doubled');
  const first = shown[0];
  switch (target.status) {
    case 'PUBLISHED':
      if (first === undefined) violate('lost');
      break;
    case 'CANCELED':
      classTally.canceled += 1;
      if (first !== undefined) violate('canceledYetPublished');
      break;
    case 'FAILED':
      if (target.errorCode === 'PUBLISH_UNCONFIRMED') classTally.unconfirmed += 1;
      else if (first !== undefined) violate('failedYetPublished');
      else classTally.failedVisibly += 1;
      break;
    default:
      // Accepted, never ended: nobody would notice.
      if (first === undefined) violate('lost');
      else tally.violations.push(`never ended: post ${post.final.id}, target ${target.id}, ${target.status}`);
  }
  if (first === undefined) return;
  classTally.published += 1;
  if (post.text !== null && first.text !== post.text) violate('wrongText');
  tally.lateMs.push(Date.parse(first.publishedAt) - post.dueMs);
  judgeComment(classTally, post, target, shown, violate);
}

function judgeComment(
  classTally: ClassTally,
  { cancelAsked }: ExpectedPost,
  target: ApiTarget,
  shown: SeenPublication[],
  violate: (name: Counted) => void,
): void {
  const { firstComment } = target;
  if (firstComment === null) return;
  const found = shown.flatMap(({ comments }) => comments).filter(({ text }) => text === firstComment).length;
  if (found > 1) violate('commentsDoubled');
  if (found > 0) classTally.comments += 1;
  else if (target.firstCommentError !== null || target.status !== 'PUBLISHED')
    classTally.commentsFailedVisibly += 1;
  else if (cancelAsked) classTally.commentsCanceled += 1;
  else violate('commentsLost');
}

/** The value below which that share of the values lies. */
export function percentile(values: number[], share: number): number | null {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? null;
}

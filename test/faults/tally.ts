import { z } from 'zod';
import type { PublishGuarantee } from '../../src/domain/platforms.js';
import { subjects, type Account } from './fault-stack.js';
import type { ApiPost, ApiTarget } from './api-client.js';
import type { LateCall } from './disconnects.js';
import { judgeComment, judgeTarget } from './judge.js';
import { judgeEqual } from './judge-equal.js';

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

/** Returns the publications that the platforms show, which are the only proof. */
export async function readSandbox(sandboxUrl: string): Promise<SeenPublication[]> {
  const response = await fetch(`${sandboxUrl}/publications?limit=10000`);
  return publicationSchema.parse(await response.json()).data;
}

/** A post from the point of view of its author. */
export interface ExpectedPost {
  /** The first word of its texts, which only posts with equal texts share. */
  marker: string;
  isEqual: boolean;
  dueMs: number;
  /** Null if an edit got no clear response, or was lost with a restore. */
  text: string | null;
  /** Whether its author has canceled it, so that a waiting first comment is no longer promised. */
  cancelAsked: boolean;
  /**
   * `forgotten`: the API does not know it, because it was created in the time that a restore has lost. `twice`: it was
   * requested before the restore and again after it, which cannot be recognized as a repeat.
   */
  fate: 'kept' | 'deleted' | 'forgotten' | 'twice' | 'unknown';
  /** Whether a change was accepted in the time that a restore has lost. */
  hasLostChange: boolean;
  /** The last response of the API, when everything was up again, or the first one for an unknown post. */
  final: ApiPost;
}

export type Counted = (typeof counted)[number];
export const counted = [
  'targets',
  'published',
  'canceled',
  'deleted',
  'unconfirmed',
  'unconfirmedYetPublic',
  'failedVisibly',
  'forgotten',
  'undone',
  'equal',
  'lost',
  'doubled',
  'canceledYetPublished',
  'calledYetDisconnected',
  'failedYetPublished',
  'wrongText',
  'equalTooMany',
  'equalTooFew',
  'comments',
  'commentsFailedVisibly',
  'commentsCanceled',
  'commentsLost',
  'commentsDoubled',
] as const;
export type ClassTally = Record<Counted, number>;

export interface PlatformTally {
  platform: string;
  guarantee: PublishGuarantee;
  /**
   * Whether the platform has no look-ups, so that every lost response ends unconfirmed, although its post may be
   * public.
   */
  isUnseen: boolean;
  tally: ClassTally;
}

export interface Tally {
  classes: Record<PublishGuarantee, ClassTally>;
  /** In the order of the contract. */
  platforms: PlatformTally[];
  lateMs: number[];
  /** Violations of the promise, one line each. */
  violations: string[];
}

/** A target, and what its account shows for its post's marker. */
export interface Case {
  post: ExpectedPost;
  target: ApiTarget;
  shown: SeenPublication[];
}

/** Collects the verdicts. */
export interface Verdict {
  count: (name: Counted) => void;
  violate: (name: Counted, { post, target, shown }: Case) => void;
  late: (ms: number) => void;
}

/** Compares what was promised with what the platforms show. */
export function tallyPosts(
  posts: ExpectedPost[],
  accounts: Account[],
  seen: SeenPublication[],
  lateCalls: LateCall[],
): Tally {
  const tally: Tally = {
    classes: { keyed: emptyTally(), queryable: emptyTally(), blind: emptyTally() },
    platforms: subjects.map(({ definition, contract }) => ({
      platform: definition.name,
      guarantee: contract.guarantee,
      isUnseen: contract.quirks?.cannotLookUp === true,
      tally: emptyTally(),
    })),
    lateMs: [],
    violations: [],
  };
  const byMarker = groupBy(seen, ({ text }) => text.split(' ', 1)[0] ?? '');
  const externalIds = new Map(accounts.map((account) => [account.id, account.externalAccountId]));
  const cases = posts.flatMap((post) =>
    post.final.targets.map((target): Case => {
      const shown = (byMarker.get(post.marker) ?? []).filter(
        ({ platform, accountId }) =>
          platform === target.platform && accountId === externalIds.get(target.socialAccountId),
      );
      return { post, target, shown };
    }),
  );
  for (const one of cases.filter(({ post }) => !post.isEqual)) {
    const verdict = verdictOf(tally, one.target);
    judgeTarget(one, verdict);
    if (one.post.fate === 'kept') judgeComment(one, verdict);
  }
  const equal = cases.filter(({ post }) => post.isEqual);
  for (const group of groupBy(equal, keyOf).values()) {
    const [first] = group;
    if (first !== undefined) judgeEqual(group, verdictOf(tally, first.target));
  }
  for (const { platform, text } of lateCalls) {
    const own = ownOf(tally, platform);
    own.tally.calledYetDisconnected += 1;
    tally.classes[own.guarantee].calledYetDisconnected += 1;
    tally.violations.push(`calledYetDisconnected: on ${platform}, ${text}`);
  }
  return tally;
}

function ownOf(tally: Tally, platform: string): PlatformTally {
  const own = tally.platforms.find((one) => one.platform === platform);
  if (own === undefined) throw new Error(`Nothing is known of ${platform}.`);
  return own;
}

const keyOf = ({ post, target }: Case): string => `${post.marker} ${target.socialAccountId}`;

const emptyTally = (): ClassTally =>
  Object.fromEntries(counted.map((name) => [name, 0])) as Record<Counted, number>;

function groupBy<T>(items: readonly T[], keyOfItem: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOfItem(item);
    groups.set(key, [...(groups.get(key) ?? []), item]);
  }
  return groups;
}

function verdictOf(tally: Tally, { platform }: ApiTarget): Verdict {
  const own = ownOf(tally, platform);
  const count = (name: Counted): void => {
    own.tally[name] += 1;
    tally.classes[own.guarantee][name] += 1;
  };
  return {
    count,
    violate: (name, { post, target, shown }) => {
      count(name);
      tally.violations.push(
        `${name}: post ${post.final.id} (${post.marker}, ${post.fate}${post.hasLostChange ? ', a change was lost' : ''}), ` +
          `target ${target.id} on ${target.platform}, ${target.status} ${target.errorCode ?? ''}, shown ${shown.length} times`,
      );
    },
    late: (ms) => tally.lateMs.push(ms),
  };
}

/** Returns the quantile of the values. */
export function percentile(values: number[], share: number): number | null {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? null;
}

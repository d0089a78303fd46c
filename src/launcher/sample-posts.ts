import { z } from 'zod';
import type { ExampleMedia } from './example-media.js';
import { ask, type SeededApi } from './seeded-api.js';
import type { SeededAccount } from './summary.js';

interface Sample {
  caption: string;
  platforms: readonly string[];
  media?: keyof ExampleMedia;
  /** When it is published, by the clock of this machine. Without one it is a draft. */
  at?: { days: number; hour: number; minute?: number };
}

/**
 * The metadata of the sample posts, so that the first steps in the dashboard do not count these posts as a person's
 * own.
 */
const sampleMetadata = { sample: 'true' };

interface Given {
  socialAccounts: readonly SeededAccount[];
  exampleMedia: ExampleMedia;
  now: Date;
}

/** The post is published after the first person has signed in, so that the sandbox page shows something. */
const firstAheadMs = 15_000;

const first: Sample = {
  caption: 'Hello from the sandbox! This post was published on simulated platforms. Nobody outside sees it.',
  platforms: ['X', 'BLUESKY', 'LINKEDIN_COMPANY'],
  media: 'picture',
};

const later: readonly Sample[] = [
  {
    caption: 'Three things that we learned from a year of writing in public.',
    platforms: ['LINKEDIN_PERSON', 'LINKEDIN_COMPANY'],
    at: { days: 1, hour: 9 },
  },
  {
    caption: 'Good light today.',
    platforms: ['INSTAGRAM', 'FACEBOOK_PAGE', 'PINTEREST'],
    media: 'picture',
    at: { days: 2, hour: 12, minute: 30 },
  },
  {
    caption: 'Which topic should we cover next? Tell us below.',
    platforms: ['X', 'THREADS', 'BLUESKY'],
    at: { days: 3, hour: 17 },
  },
  {
    caption: 'The mountains, slowly nearer',
    platforms: ['YOUTUBE', 'TIKTOK_PERSONAL', 'TIKTOK_BUSINESS'],
    media: 'video',
    at: { days: 5, hour: 18 },
  },
  {
    caption: 'Our office hours this week: ask us anything on Thursday at three.',
    platforms: ['X', 'LINKEDIN_COMPANY'],
    at: { days: 7, hour: 9 },
  },
  {
    caption: 'A look behind the scenes.',
    platforms: ['INSTAGRAM', 'THREADS'],
    media: 'picture',
    at: { days: 9, hour: 12 },
  },
  { caption: 'An idea without a date: what a small team can do in a week.', platforms: [] },
];

const anything = z.object({ id: z.string() });
const listSchema = z.object({ data: z.array(anything) });

/** Adds sample posts to a workspace without posts, so that its calendar is not empty. */
export async function addSamplePosts(api: SeededApi, given: Given): Promise<void> {
  const query = new URLSearchParams({ workspaceId: api.workspaceId, limit: '1' });
  const existing = await ask(api, 'GET', `/posts?${query.toString()}`, listSchema);
  if (existing.data.length > 0) return;
  // Lists begin with the newest post, which a person should recognize as the published one.
  for (const sample of [...later, first]) {
    const post = bodyOf(api, sample, given);
    if (post !== undefined) await ask(api, 'POST', '/posts', anything, post);
  }
}

/** The request for a sample. Undefined if all its accounts have been disconnected. */
function bodyOf({ workspaceId }: SeededApi, sample: Sample, given: Given): object | undefined {
  const { caption, platforms, media, at } = sample;
  const { socialAccounts, exampleMedia, now } = given;
  const targets = socialAccounts
    .filter(({ platform }) => platforms.includes(platform))
    .map(({ id, platformOptions }) => ({
      socialAccountId: id,
      ...(platformOptions && { platformOptions }),
    }));
  if (targets.length === 0 && platforms.length > 0) return undefined;
  const dueAt = at === undefined ? new Date(now.getTime() + firstAheadMs) : onDay(now, at);
  return {
    workspaceId,
    caption,
    targets,
    ...(media && { mediaIds: [exampleMedia[media]] }),
    ...(targets.length > 0 && { scheduledFor: dueAt.toISOString() }),
    timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    metadata: sampleMetadata,
  };
}

function onDay(now: Date, { days, hour, minute = 0 }: NonNullable<Sample['at']>): Date {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, hour, minute);
}

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import postgres from 'postgres';
import sharp from 'sharp';
import { expect, vi } from 'vitest';
import { createPunctualClient, dataOf, type components } from '../../packages/client/src/index.js';
import type { DevInfo } from '../e2e/real-stack.js';
import type { MetricValues } from '../../src/domain/metrics.js';
import { waitMsMax } from '../harness/patience.js';
import { sendAhead } from '../harness/send-ahead.js';
import { storeMetrics } from './stored-metrics.js';

type Post = components['schemas']['Post'];
type Photo = 'dawn' | 'sea' | 'meadow';

interface Planned {
  caption: string;
  on: readonly string[];
  photo?: Photo;
  /** The distance from today in days. Posts of earlier days are published now, and then dated back. */
  days: number;
  /** The hour of the day, 9.5 for half past nine. */
  at: number;
}

const example = fileURLToPath(new URL('../../examples/picture.jpg', import.meta.url));
const hues: Record<Photo, number> = { dawn: 0, sea: 200, meadow: 90 };
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const outcome = { timeout: waitMsMax, interval: 250 };

const past: readonly Planned[] = [
  { caption: 'Fresh rolls from six, every day but Monday', on: ['X', 'BLUESKY'], days: -6, at: 7 },
  { caption: 'A new mural on our wall', on: ['INSTAGRAM', 'FACEBOOK_PAGE'], photo: 'sea', days: -5, at: 12 },
  { caption: 'Meet Ida, who roasts our coffee', on: ['LINKEDIN_COMPANY'], photo: 'dawn', days: -4, at: 9 },
  { caption: 'Which cake should we bake in December?', on: ['X', 'FACEBOOK_PAGE'], days: -3, at: 16 },
  { caption: 'The terrace is heated now', on: ['INSTAGRAM', 'X'], photo: 'meadow', days: -2, at: 10 },
  { caption: 'Live music tonight at eight', on: ['FACEBOOK_PAGE', 'BLUESKY'], days: -1, at: 15 },
  { caption: 'Pumpkin soup, for this week only', on: ['INSTAGRAM'], photo: 'dawn', days: -9, at: 11 },
  { caption: 'New hours in winter', on: ['INSTAGRAM'], photo: 'sea', days: -12, at: 9 },
];
const future: readonly Planned[] = [
  { caption: 'Sunday brunch: two tables are left', on: ['INSTAGRAM', 'X'], photo: 'dawn', days: 1, at: 9 },
  { caption: 'Our barista course begins on the ninth', on: ['LINKEDIN_COMPANY'], days: 2, at: 10 },
  { caption: 'The week in three pictures', on: ['INSTAGRAM'], photo: 'sea', days: 2, at: 17.5 },
  { caption: 'We are looking for a pastry chef', on: ['LINKEDIN_COMPANY', 'X'], days: 3, at: 9 },
  { caption: 'Cinnamon buns are back', on: ['INSTAGRAM', 'FACEBOOK_PAGE'], photo: 'meadow', days: 4, at: 8 },
  { caption: 'How we buy our beans', on: ['LINKEDIN_COMPANY', 'BLUESKY'], photo: 'dawn', days: 4, at: 11 },
  { caption: 'Reading on Thursday: Lena Voss', on: ['FACEBOOK_PAGE', 'X'], days: 5, at: 12 },
  { caption: 'Weekend hours', on: ['X', 'BLUESKY', 'FACEBOOK_PAGE'], days: 6, at: 18 },
  { caption: 'Advent boxes can be ordered', on: ['INSTAGRAM', 'PINTEREST'], photo: 'sea', days: 9, at: 9 },
  { caption: 'Behind the counter at five', on: ['INSTAGRAM'], photo: 'dawn', days: 11, at: 6.5 },
  { caption: 'Tasting: five coffees, one table', on: ['X', 'BLUESKY'], photo: 'meadow', days: 13, at: 17 },
  { caption: 'Closed on the twenty-fourth', on: ['X', 'FACEBOOK_PAGE', 'BLUESKY'], days: 17, at: 9 },
];
const ideas = ['Recipe of the month: gingerbread', 'Guests tell: my place at the window'];
const failing = 'Two tables are free tonight. Come by, or call us before six!';
const comments = [
  ['Do you have oat milk?', 'Anna Berg'],
  ['The buns were wonderful, see you next week', 'Jonas Weber'],
  ['Is there a table for six on Sunday?', 'Mia Santos'],
] as const;

/** The metrics of a post, which differ by its place among the others. */
const numbersOf: Partial<Record<string, (index: number) => Partial<MetricValues>>> = {
  BLUESKY: (index) => ({ likes: 31 + 4 * index, comments: 3, shares: 5 + index }),
  FACEBOOK_PAGE: (index) => ({ likes: 42 + index, comments: 6, shares: 4 }),
  INSTAGRAM: (index) => ({ views: 1_240 - 70 * index, reach: 880 - 50 * index, likes: 96, comments: 9 }),
  LINKEDIN_COMPANY: () => ({ impressions: 724, reach: 511, likes: 38, comments: 7, shares: 2 }),
};

/** Fills the workspace of a stack with the posts, comments and metrics of a cafe. Returns the post that failed in part. */
export async function fillWorkspace(
  info: DevInfo,
  setApproval: (requireApproval: boolean) => Promise<void>,
): Promise<Post> {
  const { workspaceId, socialAccounts } = info;
  const api = createPunctualClient({ baseUrl: info.apiUrl, apiKey: info.apiKey });
  const sql = postgres(info.databaseUrl, { max: 1 });
  const photos = new Map<Photo, string>();
  for (const name of Object.keys(hues) as Photo[]) photos.set(name, await upload(name));
  const today = new Date().setHours(0, 0, 0, 0);

  async function upload(name: Photo): Promise<string> {
    const body = await sharp(readFileSync(example)).modulate({ hue: hues[name] }).jpeg().toBuffer();
    const announced = {
      mime: 'image/jpeg',
      sizeBytes: body.length,
      filename: `${name}.jpg`,
      altText: 'The sun behind dark mountains',
    };
    const { media, upload: order } = await dataOf(
      api.POST('/media/presign', { params: { query: { workspaceId } }, body: announced }),
    );
    if (order.kind !== 'single') throw new Error('The picture is too large for one request.');
    await fetch(order.url, { method: 'PUT', headers: order.headers, body: new Uint8Array(body) });
    return (await dataOf(api.POST('/media/{id}/complete', { params: { path: { id: media.id } } }))).id;
  }
  function write(
    { caption, on, photo }: Omit<Planned, 'days' | 'at'>,
    scheduledFor?: number | string,
  ): Promise<Post> {
    const chosen = socialAccounts.filter(({ platform }) => on.includes(platform));
    const mediaIds = photo && [photos.get(photo) ?? ''];
    return dataOf(
      api.POST('/posts', {
        body: {
          caption,
          targets: chosen.map(({ id, platformOptions }) => ({ socialAccountId: id, platformOptions })),
          ...(mediaIds && { mediaIds }),
          ...(scheduledFor && { scheduledFor: new Date(scheduledFor).toISOString() }),
          timezone: 'UTC',
        },
      }),
    );
  }
  const untilDone = async ({ id }: Post): Promise<Post> => {
    const read = (): Promise<Post> => dataOf(api.GET('/posts/{id}', { params: { path: { id } } }));
    return vi.waitFor(async () => {
      const post = await read();
      expect(post.status).toMatch(/PUBLISHED|FAILED/);
      return post;
    }, outcome);
  };
  const timeOf = ({ days, at }: Planned): number => today + days * dayMs + at * hourMs;
  const writeSoon = (plan: Omit<Planned, 'days' | 'at'>): Promise<Post> =>
    sendAhead(2_000, (time) => write(plan, time));

  for (const caption of ideas) await write({ caption, on: ['X'] });
  for (const plan of future) await write(plan, timeOf(plan));
  await setApproval(true);
  await write(
    { caption: 'Winter menu: first look', on: ['INSTAGRAM'], photo: 'meadow' },
    today + 34 * hourMs,
  );
  await write({ caption: 'A word about our prices', on: ['LINKEDIN_COMPANY', 'X'] }, today + 83 * hourMs);
  await setApproval(false);

  const published = await Promise.all(past.map(writeSoon));
  for (const [index, post] of published.entries()) {
    const { targets } = await untilDone(post);
    const plan = past[index];
    if (plan === undefined) continue;
    const at = new Date(timeOf(plan));
    await sql`update posts set scheduled_at = ${at} where id = ${post.id}`;
    await sql`update publications set published_at = ${at}, scheduled_for = ${at} where post_id = ${post.id}`;
    const asked = targets.find(({ platform }) => platform === 'FACEBOOK_PAGE');
    const [text, authorName] = comments[index % comments.length] ?? [];
    for (const target of targets) {
      const numbers = numbersOf[target.platform]?.(index);
      if (numbers !== undefined) await storeMetrics(sql, target, post, at, numbers);
    }
    if (asked !== undefined) await tell('/comments', { ...asked, text, authorName });
  }
  async function tell(path: string, told: Record<string, unknown>): Promise<void> {
    const { platform, externalPostId, text, authorName } = told;
    const body = JSON.stringify({ platform, externalPostId, text, authorName });
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${info.sandboxUrl}${path}`, { method: 'POST', headers, body });
    expect(answer.status).toBe(201);
  }
  const threads = socialAccounts.find(({ platform }) => platform === 'THREADS')?.id ?? '';
  const account = await dataOf(api.GET('/social-accounts/{id}', { params: { path: { id: threads } } }));
  await fetch(`${info.sandboxUrl}/grants/revoke`, {
    method: 'POST',
    body: new URLSearchParams({ platform: 'THREADS', accountId: account.externalAccountId }),
    redirect: 'manual',
  });
  const failed = await untilDone(
    await writeSoon({ caption: failing, on: ['X', 'BLUESKY', 'THREADS'], photo: 'dawn' }),
  );
  await sql.end();
  return failed;
}

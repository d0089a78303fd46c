import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { JsonObject } from '../../src/domain/json.js';
import type { MediaSlot } from '../../src/domain/media-rules.js';
import { platformDefinitions } from '../../src/platforms/index.js';
import { setUpProcesses, type RealProcesses } from '../observability/real-processes.js';
import { loadSubjects, type Subject } from '../platforms/contract-case.js';
import { photo } from './images.js';
import { createPublisher, type PublishedTarget, type ShownMedia } from './real-publishing.js';
import { sha256Of, type Media } from './support.js';

const example = (filename: string): Buffer =>
  readFileSync(path.join(import.meta.dirname, '../../examples', filename));
const pictureBytes = example('picture.jpg');
const videoBytes = example('video.mp4');

const subjects = await loadSubjects(platformDefinitions);
/** Returns how many media of a kind a post without options may have. 0: none. */
const most = ({ definition }: Subject, fits: (slot: MediaSlot) => boolean): number =>
  Math.max(
    0,
    ...definition.mediaRules.slots
      .filter((slot) => slot.optionKind === null && fits(slot))
      .map(({ itemsMax }) => itemsMax),
  );
const picturesMaxOf = (subject: Subject): number => most(subject, ({ image }) => image !== null);
const takesVideos = (subject: Subject): boolean => most(subject, ({ video }) => video !== null) > 0;
const subjectOf = ({ platform }: Pick<PublishedTarget, 'platform'>): Subject => {
  const found = subjects.find(({ definition }) => definition.name === platform);
  if (found === undefined) throw new Error(`${platform} has no subject`);
  return found;
};

let world: RealProcesses;
let folder: string;
let picture: Media;
let second: Media;
let video: Media;
const { accountOn, addFile, filesOf, publicationsOf, publishNow, untilPublished } = createPublisher(
  () => world,
);
const alts = { picture: 'A sunset', second: 'A second view', video: 'The sunset, moving' };

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'punctual-everywhere-'));
  world = await setUpProcesses({ STORAGE_DIR: folder });
  await world.startApi();
  await world.startWorker();
  picture = await addFile(pictureBytes, 'image/jpeg', alts.picture);
  second = await addFile(await photo(1_080, 1_080).jpeg().toBuffer(), 'image/jpeg', alts.second);
  video = await addFile(videoBytes, 'video/mp4', alts.video);
});
afterAll(async () => {
  await world.close();
  rmSync(folder, { recursive: true, force: true });
});

const takesComments = async (): Promise<Set<string>> => {
  const { body } = await world.call('GET', '/platforms');
  const { data } = body as { data: { platform: string; limits: { firstComment: boolean } }[] };
  return new Set(data.filter(({ limits }) => limits.firstComment).map(({ platform }) => platform));
};

/** Returns a target for each platform, with the options that it requires. */
async function targetsOn(chosen: Subject[], comment: string | null): Promise<JsonObject[]> {
  const commentable = await takesComments();
  return chosen.map(({ definition: { name }, simulator: { exampleOptions } }) => ({
    socialAccountId: accountOn(name),
    ...(exampleOptions && { platformOptions: exampleOptions }),
    ...(comment !== null && commentable.has(name) && { firstComment: comment }),
  }));
}

/** Returns the alternative texts that the platform shows for these media. */
function altTextsOn({ contract: { media } }: Subject, described: [kind: string, altText: string][]) {
  const own = described.map(([kind, altText]) => {
    const isDescribed = kind === 'VIDEO' ? media?.describesVideos : (media?.describesPictures ?? true);
    return isDescribed === true ? altText : null;
  });
  const together = media?.describesTogether?.(described.map(([, altText]) => altText));
  return together === undefined ? own : own.map(() => together);
}

/** Checks that each target is public once, with these media in order, either the originals or renditions of them. */
async function expectShown(targets: PublishedTarget[], sent: Media[], comment: string | null): Promise<void> {
  const owners = await filesOf(sent);
  const commentable = await takesComments();
  const described = sent.map(({ kind, altText }): [string, string] => [kind, altText ?? '']);
  for (const target of targets) {
    const { platform } = target;
    const [shown, ...doubles] = await publicationsOf(target);
    expect([platform, doubles]).toEqual([platform, []]);
    const ids = shown?.media.map(({ sha256 }) => owners.get(sha256));
    expect([platform, ids]).toEqual([platform, sent.map(({ id }) => id)]);
    const altTexts = shown?.media.map(({ altText }) => altText);
    expect([platform, altTexts]).toEqual([platform, altTextsOn(subjectOf(target), described)]);
    const comments = comment !== null && commentable.has(platform) ? [comment] : [];
    expect([platform, shown?.comments.map(({ text }) => text)]).toEqual([platform, comments]);
  }
}

const namesOf = (chosen: { platform: string }[]): string[] => chosen.map(({ platform }) => platform);

describe('a post that is published on every suitable platform', () => {
  it('has its text on each of them', async () => {
    const chosen = subjects.filter(({ definition }) => !definition.mediaRules.required);
    expect(chosen.map(({ definition }) => definition.name)).toHaveLength(6);
    const comment = 'The first to say so';
    const targets = await targetsOn(chosen, comment);
    const post = await untilPublished(await publishNow({ caption: 'Only words', targets }));
    await expectShown(post.targets, [], comment);
  });

  it('has its image, with the same bytes, on each of them', async () => {
    const chosen = subjects.filter((subject) => picturesMaxOf(subject) > 0);
    expect(chosen).toHaveLength(10);
    const comment = 'Who took it?';
    const body = {
      caption: 'One picture',
      mediaIds: [picture.id],
      targets: await targetsOn(chosen, comment),
    };
    const post = await untilPublished(await publishNow(body));
    await expectShown(post.targets, [picture], comment);
    // The image fits every platform, so it is published unchanged.
    for (const target of post.targets) {
      const [shown] = await publicationsOf(target);
      expect([target.platform, shown?.media[0]?.sha256]).toEqual([target.platform, sha256Of(pictureBytes)]);
    }
  });

  it('has its video, with the same bytes, on each of them', async () => {
    expect(subjects.filter(takesVideos)).toHaveLength(11);
    const comment = 'Longer, please';
    const targets = await targetsOn(subjects, comment);
    const body = { caption: 'One video', mediaIds: [video.id], targets };
    const post = await untilPublished(await publishNow(body));
    expect(new Set(namesOf(post.targets)).size).toBe(11);
    await expectShown(post.targets, [video], comment);
    for (const target of post.targets) {
      const [shown] = await publicationsOf(target);
      expect([target.platform, shown?.media[0]?.sha256]).toEqual([target.platform, sha256Of(videoBytes)]);
    }
  });

  it('has two images in order, of which one must be converted for some of them', async () => {
    const chosen = subjects.filter((subject) => picturesMaxOf(subject) > 1);
    expect(chosen).toHaveLength(10);
    // A PNG, which some platforms do not accept, whose metadata contain a place that must not be published.
    const png = await photo(800, 800)
      .png()
      .withExif({ IFD3: { GPSAltitude: '100/1' } })
      .toBuffer();
    const third = await addFile(png, 'image/png', 'A third view');
    const mediaIds = [third.id, second.id];
    const targets = await targetsOn(chosen, null);
    const post = await untilPublished(await publishNow({ caption: 'Two pictures', mediaIds, targets }));
    await expectShown(post.targets, [third, second], null);
    for (const target of post.targets) {
      const [shown] = await publicationsOf(target);
      expect([target.platform, shown?.media.map(({ sha256 }) => sha256)]).not.toContain(sha256Of(png));
    }
  });
});

interface WithOptionMedia {
  platform: string;
  /** The path of the option. */
  option: string;
  options: (assetId: string) => JsonObject;
  hasVideo: boolean;
}

const title = 'A video';
const optionMediaCases: WithOptionMedia[] = [
  {
    platform: 'YOUTUBE',
    option: 'thumbnailMediaId',
    options: (thumbnailMediaId) => ({ title, madeForKids: false, thumbnailMediaId }),
    hasVideo: true,
  },
  {
    platform: 'PINTEREST',
    option: 'coverMediaId',
    options: (coverMediaId) => ({ boardId: '549755880001', coverMediaId }),
    hasVideo: true,
  },
  {
    platform: 'INSTAGRAM',
    option: 'coverMediaId',
    options: (coverMediaId) => ({ kind: 'REELS', coverMediaId }),
    hasVideo: true,
  },
  {
    platform: 'TIKTOK_BUSINESS',
    option: 'thumbnailMediaId',
    options: (thumbnailMediaId) => ({ thumbnailMediaId }),
    hasVideo: true,
  },
  ...(['LINKEDIN_COMPANY', 'LINKEDIN_PERSON'] as const).map((platform) => ({
    platform,
    option: 'article.thumbnailMediaId',
    options: (thumbnailMediaId: string) => ({
      article: { source: 'https://example.com/news', title: 'News', thumbnailMediaId },
    }),
    hasVideo: false,
  })),
];

// These tests run at the same time, because each one waits for its own post on its own platform.
describe.concurrent.each(optionMediaCases)('an image in $option on $platform', (given) => {
  const { platform, options, hasVideo, option } = given;
  const bodyWith = (assetId: string): Record<string, unknown> & { scheduledFor?: string } => ({
    caption: `With a picture of its own, on ${platform}`,
    mediaIds: hasVideo ? [video.id] : [],
    targets: [{ socialAccountId: accountOn(platform), platformOptions: options(assetId) }],
  });

  it('is used as the cover of the video, or on the card', async () => {
    const own = await addFile(
      await photo(1_080, 1_080).jpeg({ quality: 70 }).toBuffer(),
      'image/jpeg',
      'Own',
    );
    const post = await untilPublished(await publishNow(bodyWith(own.id)));
    const [shown, ...doubles] = await publicationsOf(post.targets[0]);
    expect(doubles).toEqual([]);
    const cards: (ShownMedia | null | undefined)[] = hasVideo ? [shown?.cover] : (shown?.media ?? []);
    expect(cards.map((card) => card?.sha256)).toEqual([own.sha256]);
    if (hasVideo) expect(shown?.media.map(({ sha256 }) => sha256)).toEqual([sha256Of(videoBytes)]);
  });

  it('cannot be deleted while its post waits', async () => {
    const own = await addFile(await photo(900, 900).jpeg().toBuffer(), 'image/jpeg', 'Own');
    const scheduledFor = new Date(Date.now() + 3_600_000).toISOString();
    const post = await publishNow({ ...bodyWith(own.id), scheduledFor });
    const refused = await world.call('DELETE', `/media/${own.id}`);
    expect(refused).toMatchObject({ status: 409, body: { code: 'MEDIA_IN_USE', postCount: 1 } });
    expect((await world.call('POST', `/posts/${post.id}/cancel`)).status).toBe(200);
  });

  it('must be an image of the workspace, or else the post is refused', async () => {
    const at = `targets.0.platformOptions.${option}`;
    const unknown = await world.call('POST', '/posts', bodyWith('med_aaaaaaaaaaaaaaaaaaaaaaaa'));
    expect(unknown).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION_FAILED', details: [{ path: at, code: 'unknown_media' }] },
    });
    const unfit = await world.call('POST', '/posts', bodyWith(video.id));
    expect(unfit).toMatchObject({
      status: 400,
      body: {
        code: 'UNSUPPORTED_MIME',
        mime: 'video/mp4',
        details: [{ path: at, code: 'media_type_not_allowed' }],
      },
    });
  });
});

it('a video on YouTube is added to the requested playlist', async () => {
  const { simulator } = subjectOf({ platform: 'YOUTUBE' });
  const credentials = simulator.credentialsOf(simulator.accounts[0].externalAccountId, 0);
  const accessToken = z.string().parse(credentials['accessToken']);
  const listed = await fetch(`${world.sandboxUrl}/youtube/youtube/v3/playlists?part=snippet&mine=true`, {
    headers: { authorization: `Bearer ${accessToken}` },
  });
  const { items } = (await listed.json()) as { items: { id: string; snippet: { title: string } }[] };
  const [playlist] = items;
  const platformOptions = { title, madeForKids: false, playlistId: playlist?.id };
  const targets = [{ socialAccountId: accountOn('YOUTUBE'), platformOptions }];
  const sent = { caption: 'In a playlist', mediaIds: [video.id], targets };
  const post = await untilPublished(await publishNow(sent));
  const [shown] = await publicationsOf(post.targets[0]);
  expect(shown?.shown).toMatchObject({ Title: title, Playlist: playlist?.snippet.title });
});

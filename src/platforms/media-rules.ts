import type { MediaRules } from '../domain/media-rules.js';
import { platforms, type PlatformName } from '../domain/platforms.js';
import {
  GB,
  MB,
  films,
  gif,
  hour,
  jpeg,
  kB,
  min,
  mov,
  mp4,
  pictures,
  png,
  s,
  slot,
  webm,
  webp,
} from './kit/media-rule-parts.js';

const instagramPicture = pictures({ mimes: [jpeg], bytesMax: 8 * MB, ratioMin: 0.8, ratioMax: 1.91 });
const instagramReel = films({
  mimes: [mp4, mov],
  videoCodecs: ['h264', 'h265'],
  audioCodecs: ['aac'],
  bytesMax: 300 * MB,
  widthMax: 1920,
  ratioMin: 0.01,
  ratioMax: 10,
  durationMinMs: 3 * s,
  durationMaxMs: 15 * min,
  bitRateMax: 25_000_000,
  frameRateMin: 23,
  frameRateMax: 60,
});

const instagram: MediaRules = {
  required: true,
  takesAltText: true,
  altTextCharsMax: 1_000,
  slots: [
    slot('picture', { image: instagramPicture }),
    slot('reel', { film: instagramReel }),
    slot('carousel', { itemsMin: 2, itemsMax: 10, image: instagramPicture, film: instagramReel }),
    slot('reel', { optionKind: 'REELS', film: instagramReel }),
    slot('story', {
      optionKind: 'STORIES',
      image: pictures({ mimes: [jpeg], bytesMax: 8 * MB }),
      film: films({
        ...instagramReel,
        bytesMax: 100 * MB,
        ratioMin: 0.1,
        durationMaxMs: 60 * s,
      }),
    }),
  ],
  sources: ['Instagram Platform: IG User Media reference; Error Codes'],
  notes: [
    'Pictures narrower than 320 or wider than 1440 pixels are scaled by Instagram itself.',
    'Reels: pages of 2026 say 300 MB, older copies 1 GB. The smaller figure holds here.',
    'Films in a carousel are held to the bounds of a reel; the documentation names none of their own.',
  ],
};

const facebookPicture = pictures({ mimes: [jpeg, png], bytesMax: 4 * MB });
const facebookPage: MediaRules = {
  required: false,
  takesAltText: true,
  altTextCharsMax: null,
  slots: [
    slot('pictures', { itemsMax: 10, image: facebookPicture }),
    slot('film', { film: films({ mimes: [mp4, mov], bytesMax: 10 * GB, durationMaxMs: 4 * hour }) }),
    slot('reel', {
      optionKind: 'REEL',
      film: films({
        mimes: [mp4],
        sideMin: 540,
        ratioMin: 0.5625,
        ratioMax: 0.5625,
        durationMinMs: 3 * s,
        durationMaxMs: 90 * s,
        frameRateMin: 24,
        frameRateMax: 60,
      }),
    }),
    slot('story', {
      optionKind: 'STORY',
      image: facebookPicture,
      film: films({ mimes: [mp4], durationMinMs: 3 * s, durationMaxMs: 60 * s }),
    }),
  ],
  sources: ['Graph API: Page Photos, Page Videos, Reels and Stories publishing'],
  notes: [
    'Photos: the reference says 10 MB, an error message of the API less than 4 MB. Renditions keep below 4 MB.',
    'Photos of one post: no number is documented; we keep to 10.',
    'Films: the bounds of resumable uploads. They are not in the pages that could be read.',
    'Reels: one page says 3 to 90 s, another 4 to 60 s.',
  ],
};

const x: MediaRules = {
  required: false,
  takesAltText: true,
  altTextCharsMax: 1_000,
  slots: [
    slot('pictures', { itemsMax: 4, image: pictures({ mimes: [jpeg, png, webp], bytesMax: 5 * MB }) }),
    slot('GIF', {
      animation: pictures({
        mimes: [gif],
        bytesMax: 15 * MB,
        longSideMax: 1280,
        shortSideMax: 1080,
        pixelsMax: 300_000_000,
        framesMax: 350,
      }),
    }),
    slot('film', {
      film: films({
        mimes: [mp4, mov],
        videoCodecs: ['h264'],
        audioCodecs: ['aac'],
        bytesMax: 512 * MB,
        sideMin: 32,
        ratioMin: 0.3333,
        ratioMax: 3,
        durationMinMs: 500,
        durationMaxMs: 140 * s,
        frameRateMax: 60,
      }),
    }),
  ],
  sources: ['X API: Media best practices (August 2026); OpenAPI 2.167'],
  notes: [
    'Films: the page of August 2026 also names 1280 x 1024 pixels. That is not enforced: since September 2026 the bounds follow the account, and what an account may do cannot be read.',
    'Longer and larger films of paying accounts are refused here, for the same reason.',
    'Alternative texts are for pictures and GIFs; a film with one is refused.',
  ],
};

const linkedIn: MediaRules = {
  required: false,
  takesAltText: true,
  altTextCharsMax: 4_086,
  slots: [
    slot('pictures', { itemsMax: 20, image: pictures({ mimes: [jpeg, png], pixelsMax: 36_152_319 }) }),
    slot('GIF', { animation: pictures({ mimes: [gif], pixelsMax: null, framesMax: 250 }) }),
    slot('film', {
      film: films({
        mimes: [mp4],
        bytesMin: 75 * kB,
        bytesMax: 500 * MB,
        durationMinMs: 3 * s,
        durationMaxMs: 30 * min,
      }),
    }),
  ],
  sources: ['LinkedIn Marketing API: Images, MultiImage and Videos APIs (2026)'],
  notes: [
    'Films: one text says 500 MB, another 5 GB. The smaller figure holds here.',
    'The length of alternative texts is not in the pages that could be read.',
  ],
};

const tikTokPictures = pictures({
  mimes: [jpeg, webp],
  bytesMax: 20 * MB,
  longSideMax: 1920,
  shortSideMax: 1080,
});

const tikTokBusiness: MediaRules = {
  required: true,
  takesAltText: false,
  altTextCharsMax: null,
  slots: [
    slot('pictures', { itemsMax: 35, image: tikTokPictures }),
    slot('film', {
      film: films({
        mimes: [mp4, mov, webm],
        bytesMax: 1 * GB,
        sideMin: 360,
        durationMinMs: 3 * s,
        durationMaxMs: 600 * s,
        frameRateMin: 23,
        frameRateMax: 60,
      }),
    }),
  ],
  sources: ['TikTok API for Business: Accounts API v1.3, as its SDKs describe it'],
  notes: [],
};

const tikTokPersonal: MediaRules = {
  required: true,
  takesAltText: false,
  altTextCharsMax: null,
  slots: [
    slot('pictures', { itemsMax: 35, image: tikTokPictures }),
    slot('film', {
      film: films({
        mimes: [mp4, mov, webm],
        videoCodecs: ['h264', 'h265', 'vp8', 'vp9'],
        bytesMax: 4 * GB,
        sideMin: 360,
        longSideMax: 4096,
        durationMaxMs: 600 * s,
        frameRateMin: 23,
        frameRateMax: 60,
      }),
    }),
  ],
  sources: ['TikTok for Developers: Content Posting API, Media Transfer Guide'],
  notes: ['An account may have a shorter bound for films of its own; TikTok tells it only when asked.'],
};

const youTube: MediaRules = {
  required: true,
  takesAltText: false,
  altTextCharsMax: null,
  slots: [
    slot('film', {
      film: films({ mimes: [mp4, mov, webm], bytesMax: 274_877_906_944, durationMaxMs: 12 * hour }),
    }),
  ],
  sources: ['YouTube Data API v3: discovery document, revision 20261104'],
  notes: ['Accounts that are not verified may upload 15 minutes.'],
};

const pinterest: MediaRules = {
  required: true,
  takesAltText: true,
  altTextCharsMax: 500,
  slots: [
    slot('pictures', { itemsMax: 5, image: pictures({ mimes: [jpeg, png], bytesMax: 20 * MB }) }),
    slot('film', {
      film: films({
        mimes: [mp4, mov],
        videoCodecs: ['h264', 'h265'],
        bytesMax: 2 * GB,
        ratioMin: 0.5,
        ratioMax: 1.91,
        durationMinMs: 4 * s,
        durationMaxMs: 15 * min,
      }),
    }),
  ],
  sources: ['Pinterest API 5.23.0; Pinterest help: product specifications'],
  notes: [
    'Pictures: pages say 10, 20 or 32 MB.',
    'The pictures of a carousel should have the same dimensions.',
  ],
};

const threadsPicture = pictures({ mimes: [jpeg, png], bytesMax: 8 * MB, ratioMin: 0.1, ratioMax: 10 });
const threadsFilm = films({
  mimes: [mp4, mov],
  videoCodecs: ['h264', 'h265'],
  bytesMax: 1 * GB,
  widthMax: 1920,
  ratioMin: 0.01,
  ratioMax: 10,
  durationMaxMs: 300 * s,
  bitRateMax: 100_000_000,
  frameRateMin: 23,
  frameRateMax: 60,
});

const threads: MediaRules = {
  required: false,
  takesAltText: true,
  altTextCharsMax: 1_000,
  slots: [
    slot('picture', { image: threadsPicture }),
    slot('film', { film: threadsFilm }),
    slot('carousel', { itemsMin: 2, itemsMax: 20, image: threadsPicture, film: threadsFilm }),
  ],
  sources: ['Threads API: Overview; Publishing reference'],
  notes: ['Pictures narrower than 320 or wider than 1440 pixels are scaled by Threads itself.'],
};

const bluesky: MediaRules = {
  required: false,
  takesAltText: true,
  altTextCharsMax: null,
  slots: [
    slot('pictures', { itemsMax: 4, image: pictures({ mimes: [jpeg, png, webp], bytesMax: 1 * MB }) }),
    slot('film', { film: films({ mimes: [mp4], bytesMax: 300 * MB, durationMaxMs: 3 * min }) }),
  ],
  sources: ['AT Protocol lexicons app.bsky.embed.images and app.bsky.embed.video (August 2026)'],
  notes: [
    'Pictures: the lexicon says 2,000,000 bytes since April 2026; servers that are older than that refuse more than 1,000,000.',
    'Animated GIFs would be shown as a still picture, so they are refused.',
    'The three minutes of films are not in the lexicon.',
  ],
};

const byPlatform: Readonly<Record<PlatformName, MediaRules>> = {
  INSTAGRAM: instagram,
  FACEBOOK_PAGE: facebookPage,
  X: x,
  LINKEDIN_PERSON: linkedIn,
  LINKEDIN_COMPANY: linkedIn,
  TIKTOK_BUSINESS: tikTokBusiness,
  TIKTOK_PERSONAL: tikTokPersonal,
  YOUTUBE: youTube,
  PINTEREST: pinterest,
  THREADS: threads,
  BLUESKY: bluesky,
};

/** Every platform of the contract, those without a connector included. Plain data: it can be shown as JSON. */
export const mediaRules: ReadonlyMap<PlatformName, MediaRules> = new Map(
  platforms.map((platform) => [platform, byPlatform[platform]]),
);

export function mediaRulesOf(platform: PlatformName): MediaRules {
  return byPlatform[platform];
}

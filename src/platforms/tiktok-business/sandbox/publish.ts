import type { Context } from 'hono';
import { readMarks } from '../../../sandbox/marks.js';
import { answerPublishing, type SandboxEnv } from '../../../sandbox/publishing.js';
import type { SandboxStore, StoredMedia } from '../../../sandbox/store.js';
import type { SandboxToken } from '../../../sandbox/tokens.js';
import { uploadFault } from '../../../sandbox/uploads.js';
import { dialect, fault, invalid, ok } from './answers.js';
import { fetchOne, type FetchParts } from './fetch.js';
import { startJob, type JobStart } from './jobs.js';
import { hasLateId, markedCode, markedReason } from './marks.js';
import type { PhotoPublish, VideoPublish } from './params.js';
import { settingsOf } from './settings.js';

export interface PublishParts extends FetchParts {
  store: SandboxStore;
}

interface Wanted {
  kind: 'video' | 'photo';
  caption: string;
  addresses: readonly string[];
  coverAddress: string | undefined;
  isDraft: boolean;
  isPublic: boolean;
  disablesComments: boolean;
  shown: Record<string, string>;
}

export function publishVideo(
  c: Context<SandboxEnv>,
  parts: PublishParts,
  token: SandboxToken,
  { video_url: address, custom_thumbnail_url: cover, post_info: info }: VideoPublish,
): Promise<Response> {
  const isDraft = info.upload_to_draft === true;
  // A draft keeps only the video.
  const kept = isDraft ? {} : info;
  return publish(c, parts, token, info.caption ?? '', {
    kind: 'video',
    caption: kept.caption ?? '',
    addresses: [address],
    coverAddress: isDraft ? undefined : cover,
    isDraft,
    isPublic: true,
    disablesComments: kept.disable_comment === true,
    shown: shownOf([
      [isDraft, 'State', 'Draft in the inbox'],
      [kept.is_branded_content === true, 'Label', 'Paid partnership'],
      [kept.is_brand_organic === true && kept.is_branded_content !== true, 'Label', 'Promotional content'],
      [kept.is_ai_generated === true, 'Made with', 'AI, as its creator says'],
      [
        cover === undefined && kept.thumbnail_offset !== undefined,
        'Cover',
        `At ${kept.thumbnail_offset ?? 0} ms`,
      ],
      [kept.disable_comment === true, 'Comments', 'Off'],
      [kept.disable_duet === true, 'Duets', 'Off'],
      [kept.disable_stitch === true, 'Stitches', 'Off'],
    ]),
  });
}

export async function publishPhotos(
  c: Context<SandboxEnv>,
  parts: PublishParts,
  token: SandboxToken,
  { photo_images: addresses, photo_cover_index: coverIndex, post_info: info }: PhotoPublish,
): Promise<Response> {
  const isDraft = info.is_draft === true;
  const { title, caption = '' } = info;
  // A draft keeps only title and caption.
  const kept = isDraft ? {} : info;
  const privacy = kept.privacy_level ?? 'PUBLIC_TO_EVERYONE';
  if (!settingsOf().privacy_level_options.includes(privacy)) {
    return invalid(`privacy_level_option_mismatch: ${privacy}`);
  }
  return publish(c, parts, token, caption, {
    kind: 'photo',
    caption,
    addresses,
    coverAddress: undefined,
    isDraft,
    isPublic: privacy === 'PUBLIC_TO_EVERYONE',
    disablesComments: kept.disable_comment === true,
    shown: shownOf([
      [title !== undefined, 'Title', title ?? ''],
      [isDraft, 'State', 'Draft in the inbox'],
      [privacy !== 'PUBLIC_TO_EVERYONE', 'Visible to', viewersOf(privacy)],
      [kept.is_branded_content === true, 'Label', 'Paid partnership'],
      [kept.is_brand_organic === true && kept.is_branded_content !== true, 'Label', 'Promotional content'],
      [coverIndex > 0, 'Cover', `Picture ${coverIndex + 1}`],
      [kept.auto_add_music === true, 'Music', 'Added by TikTok'],
      [kept.disable_comment === true, 'Comments', 'Off'],
    ]),
  });
}

const viewers: Readonly<Record<string, string>> = {
  MUTUAL_FOLLOW_FRIENDS: 'friends',
  FOLLOWER_OF_CREATOR: 'followers',
  SELF_ONLY: 'only me',
};

const viewersOf = (privacy: string): string => viewers[privacy] ?? 'everyone';

function shownOf(rows: readonly [boolean, string, string][]): Record<string, string> {
  return Object.fromEntries(rows.filter(([is]) => is).map(([, label, value]) => [label, value]));
}

/** The real TikTok fetches after its response. Status requests show no difference. */
async function publish(
  c: Context<SandboxEnv>,
  parts: PublishParts,
  token: SandboxToken,
  text: string,
  wanted: Wanted,
): Promise<Response> {
  const { store } = parts;
  const code = markedCode(text);
  if (code !== null) return fault(code, 'Requested by a mark.');
  const { media, coverId, reason } = await fetchAll(parts, token, wanted);
  const marked = media.map((item) => item.marks).join(' ');
  const upload = { platform: 'TIKTOK_BUSINESS', token, text: marked, key: marked, dialect };
  // The connection that breaks is between TikTok and the media's server.
  const isCutOff = isFirstDrop(store, token, marked);
  const refused = isCutOff ? null : uploadFault(c, store, upload);
  if (refused !== null) return refused;
  const marks = readMarks(`${text} ${marked}`);
  const pullFailed = isCutOff ? `${wanted.kind}_pull_failed` : null;
  const unprocessed = marks.has('processing-failed') ? 'file_format_check_failed' : null;
  const { kind, caption, isDraft, isPublic, disablesComments, shown } = wanted;
  const job: JobStart = {
    kind,
    caption,
    isDraft,
    isPublic,
    disablesComments,
    shown,
    accountId: token.accountId,
    mediaIds: media.map(({ id }) => id),
    coverId,
    workMs: marks.processingMs ?? 0,
    isNamedLate: hasLateId(text),
    reason: reason ?? pullFailed ?? unprocessed ?? markedReason(text),
  };
  return answerPublishing(c, store, {
    platform: 'TIKTOK_BUSINESS',
    token,
    text,
    parent: undefined,
    dialect,
    accept: () => ok({ share_id: startJob(store, job) }),
  });
}

async function fetchAll(
  parts: PublishParts,
  { accountId }: SandboxToken,
  { kind, addresses, coverAddress }: Wanted,
): Promise<{ media: StoredMedia[]; coverId: string | null; reason: string | null }> {
  const media: StoredMedia[] = [];
  for (const address of addresses) {
    const fetched = await fetchOne(parts, accountId, address, kind);
    if ('reason' in fetched) return { media, coverId: null, reason: fetched.reason };
    media.push(fetched.media);
  }
  const cover =
    coverAddress === undefined ? undefined : await fetchOne(parts, accountId, coverAddress, 'cover');
  if (cover === undefined) return { media, coverId: null, reason: null };
  return 'reason' in cover
    ? { media, coverId: null, reason: cover.reason }
    : { media, coverId: cover.media.id, reason: null };
}

function isFirstDrop(store: SandboxStore, { accountId }: SandboxToken, marked: string): boolean {
  const key = `upload-drop TIKTOK_BUSINESS ${accountId} ${marked}`;
  if (!readMarks(marked).has('upload-drop') || store.note(key) !== undefined) return false;
  store.setNote(key, 1);
  return true;
}

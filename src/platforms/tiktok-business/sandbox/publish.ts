import type { Call } from '../../../sandbox/call.js';
import { ForeignUrlError, receiveFrom } from '../../../sandbox/fetch-media.js';
import { readMarks } from '../../../sandbox/marks.js';
import { answerPublishing } from '../../../sandbox/publishing.js';
import type { StoredMedia } from '../../../sandbox/store.js';
import { uploadFault } from '../../../sandbox/uploads.js';
import { fault, invalid, ok } from './answers.js';
import { startJob, type JobStart } from './jobs.js';
import { hasLateId, markedCode, markedReason } from './marks.js';
import type { PhotoPublish, VideoPublish } from './params.js';

/** GET /business/video/settings/: every account is public, and restricts nothing. */
export function settingsOf() {
  return {
    privacy_level_options: ['PUBLIC_TO_EVERYONE', 'MUTUAL_FOLLOW_FRIENDS', 'SELF_ONLY'],
    comment_disabled: false,
    duet_disabled: false,
    stitch_disabled: false,
    max_video_post_duration_sec: 600,
  };
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
  call: Call,
  { video_url: address, custom_thumbnail_url: cover, post_info: info }: VideoPublish,
): Promise<Response> {
  const isDraft = info.upload_to_draft === true;
  // A draft keeps only the video.
  const kept = isDraft ? {} : info;
  return publish(call, info.caption ?? '', {
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
  call: Call,
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
  return publish(call, caption, {
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

/**
 * Fetches the media and accepts the post. The real TikTok fetches after its response, but status requests
 * show no difference.
 */
async function publish(call: Call, text: string, wanted: Wanted): Promise<Response> {
  const { store, platform, token } = call;
  const code = markedCode(text);
  if (code !== null) return fault(code, 'Requested by a mark.');
  const { media, coverId, reason } = await fetchAll(call, wanted);
  const marked = media.map((item) => item.marks).join(' ');
  // `upload-drop` breaks the connection between TikTok and the media's server.
  const dropKey = `upload-drop ${platform} ${token.accountId} ${marked}`;
  const isCutOff = readMarks(marked).has('upload-drop') && store.isFirst(dropKey);
  const refused = isCutOff ? null : uploadFault(call, { text: marked, key: marked });
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
  return answerPublishing(call, { text, accept: () => ok({ share_id: startJob(store, job) }) });
}

async function fetchAll(
  call: Call,
  { kind, addresses, coverAddress }: Wanted,
): Promise<{ media: StoredMedia[]; coverId: string | null; reason: string | null }> {
  const media: StoredMedia[] = [];
  for (const address of addresses) {
    const fetched = await fetchOne(call, address, kind);
    if ('reason' in fetched) return { media, coverId: null, reason: fetched.reason };
    media.push(fetched.media);
  }
  const cover = coverAddress === undefined ? undefined : await fetchOne(call, coverAddress, 'cover');
  if (cover === undefined) return { media, coverId: null, reason: null };
  return 'reason' in cover
    ? { media, coverId: null, reason: cover.reason }
    : { media, coverId: cover.media.id, reason: null };
}

const bytesMax = { video: 1_000_000_000, photo: 20_000_000 } as const;
const mimes = {
  video: ['video/mp4', 'video/quicktime', 'video/webm'],
  photo: ['image/jpeg', 'image/webp'],
  cover: ['image/jpeg', 'image/webp', 'image/png'],
} as const;

/** The fetched file, or the reason why the post fails. */
type Fetched = { media: StoredMedia } | { reason: string };

async function fetchOne(call: Call, address: string, use: keyof typeof mimes): Promise<Fetched> {
  const kind = use === 'video' ? 'video' : 'photo';
  const owner = { id: `tb-${call.store.newNumericId()}`, accountId: call.token.accountId };
  try {
    const media = await receiveFrom(address, call, owner, bytesMax[kind]);
    const isFit = media !== null && mimes[use].some((mime) => mime === media.mime);
    return isFit ? { media } : { reason: 'file_format_check_failed' };
  } catch (error) {
    return { reason: error instanceof ForeignUrlError ? 'url_ownership_unverified' : `${kind}_pull_failed` };
  }
}

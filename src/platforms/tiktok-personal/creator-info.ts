import { z } from 'zod';
import type { AccountChoices, Choice, ChoicesAnswer } from '../kit/platform.js';
import type { TikTokSession } from '../kit/tiktok/login.js';
import { callTikTok } from './api.js';
import { switchedOffSchema } from './state.js';

/** The account's settings for posts. TikTok requires us to read them before each post. */
const creatorInfoSchema = switchedOffSchema.extend({
  privacy_level_options: z.array(z.string()),
  max_video_post_duration_sec: z.number().positive().optional(),
});
export type CreatorInfo = z.infer<typeof creatorInfoSchema>;

/** Reads the account's settings. Also fails if the account may not post at present: banned, or at its cap. */
export async function readCreatorInfo(session: TikTokSession, signal?: AbortSignal): Promise<CreatorInfo> {
  const call = { path: '/v2/post/publish/creator_info/query/', signal };
  return callTikTok(session, call, creatorInfoSchema);
}

/** The options that `readChoices` lists. */
export const choiceOptions = ['privacyLevel', 'disableComment', 'disableDuet', 'disableStitch'] as const;

const privacyLabels: Readonly<Record<string, string>> = {
  PUBLIC_TO_EVERYONE: 'Everyone',
  MUTUAL_FOLLOW_FRIENDS: 'Friends: followers that the account follows back',
  FOLLOWER_OF_CREATOR: 'Followers',
  SELF_ONLY: 'Only me',
};

export async function readChoices(session: TikTokSession): Promise<ChoicesAnswer> {
  return { kind: 'choices', choices: choicesOf(await readCreatorInfo(session)) };
}

function choicesOf(info: CreatorInfo): AccountChoices {
  const options: Record<(typeof choiceOptions)[number], Choice[]> = {
    privacyLevel: info.privacy_level_options.map((value) => ({
      value,
      label: privacyLabels[value] ?? value,
    })),
    disableComment: offOrBoth('Comments', info.comment_disabled),
    disableDuet: offOrBoth('Duets', info.duet_disabled),
    disableStitch: offOrBoth('Stitches', info.stitch_disabled),
  };
  const seconds = info.max_video_post_duration_sec;
  return { options, videoDurationMaxMs: seconds === undefined ? null : seconds * 1000, quota: null };
}

/** The choices of a switch. A feature that the account has turned off for all posts cannot be on for one. */
function offOrBoth(what: string, isOff: boolean): Choice[] {
  const off = { value: true, label: `${what} off` };
  return isOff ? [off] : [{ value: false, label: `${what} on` }, off];
}

import { z } from 'zod';
import type { Choice, ChoicesAnswer, PlatformChoices } from '../kit/choices.js';
import { readBusiness, type BusinessSession } from './api.js';

const settingsSchema = z.object({
  privacy_level_options: z.array(z.string()),
  comment_disabled: z.boolean().nullish(),
  duet_disabled: z.boolean().nullish(),
  stitch_disabled: z.boolean().nullish(),
  max_video_post_duration_sec: z.number().nullish(),
});

const privacyLabels: Readonly<Record<string, string>> = {
  PUBLIC_TO_EVERYONE: 'Everyone',
  MUTUAL_FOLLOW_FRIENDS: 'Friends',
  FOLLOWER_OF_CREATOR: 'Followers',
  SELF_ONLY: 'Only you',
};

export const choices: PlatformChoices<BusinessSession> = {
  options: ['privacyLevel', 'disableComment', 'disableDuet', 'disableStitch'],
  read: readChoices,
};

async function readChoices(session: BusinessSession): Promise<ChoicesAnswer> {
  const call = { path: '/business/video/settings/', params: {} };
  const settings = await readBusiness(session, call, settingsSchema);
  const durationSeconds = settings.max_video_post_duration_sec ?? null;
  return {
    kind: 'choices',
    choices: {
      options: {
        privacyLevel: settings.privacy_level_options.map((value) => ({
          value,
          label: privacyLabels[value] ?? value,
        })),
        disableComment: switchOf('comments', settings.comment_disabled),
        disableDuet: switchOf('duets', settings.duet_disabled),
        disableStitch: switchOf('stitches', settings.stitch_disabled),
      },
      videoDurationMaxMs: durationSeconds === null ? null : durationSeconds * 1000,
      quota: null,
    },
  };
}

/** The choices of a switch. A post cannot turn on what the account has turned off for all posts. */
function switchOf(what: string, isDisabled: boolean | null | undefined): Choice[] {
  const off: Choice = { value: true, label: `No ${what}` };
  return isDisabled === true ? [off] : [{ value: false, label: `Allow ${what}` }, off];
}

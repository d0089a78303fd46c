import type { Shapes } from '../../../../test/platforms/official/shapes.js';
import { unitBytes, videoOptions as options } from './support.js';

const video = { mime: 'video/mp4', sizeBytes: 2 * unitBytes } as const;

const subtitles = { fileMediaId: 'med_2', language: 'en', name: 'English' };

export const shapes: Shapes = {
  'a video': { media: [video], options },
  'an unlisted video': {
    media: [video],
    options: {
      ...options,
      tags: ['one', 'two words'],
      categoryId: '10',
      privacyStatus: 'unlisted',
      notifySubscribers: false,
      license: 'creativeCommon',
      embeddable: false,
      publicStatsViewable: false,
      defaultLanguage: 'en',
      containsSyntheticMedia: true,
      hasPaidProductPlacement: true,
    },
  },
  'a private video for kids': {
    media: [video],
    options: { ...options, madeForKids: true, privacyStatus: 'private' },
  },
  'a video with a thumbnail in a playlist': {
    media: [video],
    options: { ...options, thumbnailMediaId: 'med_1', playlistId: 'PL10000000000000000001001' },
    optionMedia: { thumbnailMediaId: {} },
  },
  'a video with subtitles': {
    media: [video],
    options: { ...options, subtitles },
    optionMedia: { 'subtitles.fileMediaId': { mime: 'application/x-subrip' } },
  },
  'a video whose subtitles get no response': {
    text: 'subtitles [sandbox:subtitles-drop]',
    media: [video],
    options: { ...options, subtitles },
    optionMedia: { 'subtitles.fileMediaId': { mime: 'application/x-subrip' } },
  },
};

import { t } from '../messages/common.js';

interface Post {
  caption: string | null;
  targets: readonly { captionOverride: string | null }[];
}

const excerptCharsMax = 40;

/** Returns the name of a post for lists: the beginning of its text. */
export function nameOfPost({ caption, targets }: Post): string {
  const text = (
    caption ??
    targets.find(({ captionOverride }) => captionOverride !== null)?.captionOverride ??
    ''
  ).trim();
  const [line = ''] = text.split('\n');
  if (line === '') return t('postWithoutText');
  return line.length > excerptCharsMax ? `${[...line].slice(0, excerptCharsMax).join('')} …` : line;
}

import { useState } from 'react';
import { initialsOf } from '../lib/initials.js';
import { shownUrl } from '../lib/own-url.js';
import type { Platform } from '../lib/platform-looks.js';
import { PlatformMark } from './platform-mark.js';

const sizes = { tiny: 'size-6.5 text-xs', small: 'size-8 text-xs', medium: 'size-10 text-sm' } as const;
/** The marks are so small that they do not hide the initials. */
const markSizes = { tiny: 'size-3', small: 'size-3.5', medium: 'size-4' } as const;
/** Images of people are round, and those of workspaces are square. */
const shapes = { person: 'rounded-full', workspace: 'rounded-md' } as const;

interface AvatarProps {
  name: string;
  url?: string | null;
  /** The platform of an account, whose mark is shown in a corner. */
  platform?: Platform;
  size?: keyof typeof sizes;
  shape?: keyof typeof shapes;
}

/**
 * Shows the image of an account, person or workspace, or its initials if there is no image that can be shown. The image
 * has no alt text, because the name is beside it.
 */
export function Avatar({ name, url = null, platform, size = 'medium', shape = 'person' }: AvatarProps) {
  const [failed, setFailed] = useState<string | null>(null);
  const imageUrl = shownUrl(url);
  const look = `${sizes[size]} ${shapes[shape]}`;
  return (
    <span className="relative inline-flex shrink-0">
      {imageUrl === null || imageUrl === failed ? (
        <span
          aria-hidden
          className={`${look} inline-flex items-center justify-center bg-accent-soft font-semibold text-accent`}
        >
          {initialsOf(name)}
        </span>
      ) : (
        <img src={imageUrl} alt="" className={`${look} object-cover`} onError={() => setFailed(imageUrl)} />
      )}
      {platform !== undefined && (
        <span className="absolute -right-1.5 -bottom-1.5 flex rounded-sm bg-surface p-px">
          <PlatformMark platform={platform} className={markSizes[size]} />
        </span>
      )}
    </span>
  );
}

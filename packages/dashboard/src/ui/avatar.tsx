import { useState } from 'react';
import { initialsOf } from '../lib/initials.js';
import { shownUrl } from '../lib/own-url.js';

const shape = 'size-10 shrink-0 rounded-full';

/**
 * Shows the image of an account, or its initials if there is no image that can be shown. The image has no alt text,
 * because the name is beside it.
 */
export function Avatar({ name, url }: { name: string; url: string | null }) {
  const [failed, setFailed] = useState<string | null>(null);
  const imageUrl = shownUrl(url);
  if (imageUrl === null || imageUrl === failed) {
    return (
      <span
        aria-hidden
        className={`${shape} inline-flex items-center justify-center bg-info-soft font-semibold text-info`}
      >
        {initialsOf(name)}
      </span>
    );
  }
  return (
    <img src={imageUrl} alt="" className={`${shape} object-cover`} onError={() => setFailed(imageUrl)} />
  );
}

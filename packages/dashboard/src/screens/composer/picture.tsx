import { useState } from 'react';
import { ownAddress } from '../../lib/own-address.js';
import type { Media } from './api.js';

const kindLabels: Record<Media['kind'], string> = { IMAGE: 'Image', GIF: 'Animation', VIDEO: 'Video' };

/** An image, or the first frame of a video, with a text if the browser cannot load it. It fills its container. */
export function Picture({ media, alt }: { media: Media | undefined; alt: string }) {
  const [failedAddress, setFailedAddress] = useState<string>();
  const url = media?.thumbnailUrl ?? (media?.kind === 'VIDEO' ? null : media?.url) ?? null;
  const address = url === null ? null : ownAddress(url);
  if (media === undefined || address === null || address === failedAddress) {
    return (
      <span className="flex size-full min-h-16 items-center justify-center bg-raised p-1 text-center text-sm text-muted">
        {media === undefined ? 'Loading …' : kindLabels[media.kind]}
      </span>
    );
  }
  return (
    <span className="relative block size-full">
      <img
        src={address}
        alt={alt}
        draggable={false}
        className="size-full object-cover"
        onError={() => setFailedAddress(address)}
      />
      {media.kind === 'VIDEO' && (
        <span
          aria-hidden
          className="absolute inset-0 m-auto size-10 rounded-full bg-surface text-center leading-10 text-ink"
        >
          ▶
        </span>
      )}
    </span>
  );
}

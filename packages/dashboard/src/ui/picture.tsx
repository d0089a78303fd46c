import { useState } from 'react';
import type { components } from '../../../client/src/api-types.js';
import { ownUrl } from '../lib/own-url.js';
import { isShownAsVideo, pictureUrlOf } from '../lib/pictures.js';
import { t } from '../messages/common.js';

/** The media of a post with the fields that are needed to show them. A `Media` of the API has all of these. */
export type ShownMedia = components['schemas']['ClientPost']['media'][number];

/**
 * How the picture fits its container: it fills the container and is cropped, it is shown whole inside the container, or
 * its height follows from its width.
 */
const fits = {
  cover: 'size-full object-cover',
  contain: 'size-full object-contain',
  whole: 'max-h-100 w-full object-contain',
} as const;

/**
 * Shows an image or the first frame of a video. Shows a text if the browser cannot load it, and for files that have no
 * pictures, such as documents.
 */
export function Picture(props: { media: ShownMedia | undefined; alt: string; fit?: keyof typeof fits }) {
  const { media, alt, fit = 'cover' } = props;
  const [failedUrl, setFailedUrl] = useState<string>();
  const isVideoFile = media !== undefined && isShownAsVideo(media);
  const url = media === undefined ? null : isVideoFile ? media.url : pictureUrlOf(media);
  const shown = url === null ? null : ownUrl(url);
  if (media === undefined || shown === null || shown === failedUrl) {
    return (
      <span className="flex size-full min-h-16 items-center justify-center bg-raised p-1 text-center text-sm text-muted">
        {media === undefined ? t('loadingNow') : kindText(media)}
      </span>
    );
  }
  return (
    <span className={`relative block ${fit === 'whole' ? 'w-full' : 'size-full'}`}>
      {isVideoFile ? (
        // The browser reads only as much as it needs for the first frame.
        <video
          src={shown}
          aria-label={alt}
          preload="metadata"
          muted
          playsInline
          className={fits[fit]}
          onError={() => setFailedUrl(shown)}
        />
      ) : (
        <img
          src={shown}
          alt={alt}
          loading="lazy"
          draggable={false}
          className={fits[fit]}
          onError={() => setFailedUrl(shown)}
        />
      )}
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

function kindText({ kind, pageCount }: ShownMedia): string {
  const name = t(`media.${kind}`);
  return pageCount === null ? name : `${name} · ${t('media.pages', { count: pageCount })}`;
}

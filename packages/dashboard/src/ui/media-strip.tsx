import { useState } from 'react';
import type { components } from '../../../client/src/api-types.js';
import { ownUrl } from '../lib/own-url.js';
import { pictureUrlOf } from '../lib/pictures.js';
import { t } from '../messages/common.js';
import { DocumentLink } from './document-link.js';

type PostMedia = components['schemas']['PostMedia'];
type Asset = NonNullable<PostMedia['asset']>;
export type ShownMedia = Pick<PostMedia, 'mediaAssetId' | 'asset' | 'altText'>;

/** Shows the media of a post in order, with their alt texts. */
export function MediaStrip({
  media,
  label = t('media.list'),
}: {
  media: readonly ShownMedia[];
  label?: string;
}) {
  if (media.length === 0) return null;
  return (
    <ul aria-label={label} className="flex flex-wrap gap-3">
      {media.map((item) => (
        <li key={item.mediaAssetId} className="w-32">
          <Thumbnail asset={item.asset ?? null} altText={item.altText ?? item.asset?.altText ?? null} />
        </li>
      ))}
    </ul>
  );
}

function Thumbnail({ asset, altText }: { asset: Asset | null; altText: string | null }) {
  // The URL of an image that could not be loaded. The kind of the file is shown instead.
  const [failed, setFailed] = useState<string | null>(null);
  const kind = asset === null ? t('media.deleted') : t(`media.${asset.kind}`);
  const imageUrl = asset === null ? null : pictureUrlOf(asset);
  return (
    <figure className="flex flex-col gap-1">
      {imageUrl === null || failed === imageUrl ? (
        <div className="flex h-32 items-center justify-center rounded-md bg-raised p-2 text-center text-sm text-muted">
          {kind}
        </div>
      ) : (
        <img
          src={ownUrl(imageUrl)}
          alt={altText ?? ''}
          loading="lazy"
          className="h-32 w-full rounded-md border border-line object-cover"
          onError={() => setFailed(imageUrl)}
        />
      )}
      <figcaption className="text-sm wrap-anywhere text-muted">
        <Caption asset={asset} altText={altText} />
      </figcaption>
    </figure>
  );
}

function Caption({ asset, altText }: { asset: Asset | null; altText: string | null }) {
  const words = altText === null || altText === '' ? t('media.noAltText') : altText;
  switch (asset?.kind) {
    case 'VIDEO':
      return t('media.video', { words });
    case 'DOCUMENT':
      return <DocumentLink media={asset} name={asset.originalFilename} />;
    default:
      return words;
  }
}

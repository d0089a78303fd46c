import type { components } from '../../../client/src/api-types.js';
import { t } from '../messages/common.js';
import { DocumentLink } from './document-link.js';
import { Picture } from './picture.js';

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
  return (
    <figure className="flex flex-col gap-1">
      <div className="h-32 overflow-hidden rounded-md border border-line bg-raised">
        {asset === null ? (
          <p className="flex size-full items-center justify-center text-sm text-muted">
            {t('media.deleted')}
          </p>
        ) : (
          <Picture media={asset} alt={altText ?? ''} />
        )}
      </div>
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

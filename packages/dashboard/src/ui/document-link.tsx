import { ownUrl } from '../lib/own-url.js';
import { t } from '../messages/common.js';
import type { ShownMedia } from './picture.js';

/** A link to download a document, with the number of its pages, because pages show no part of a document themselves. */
export function DocumentLink({ media, name }: { media: ShownMedia; name: string | null }) {
  const { url, pageCount } = media;
  const parts = [
    name ?? t('media.DOCUMENT'),
    pageCount === null ? null : t('media.pages', { count: pageCount }),
  ];
  const text = parts.filter((part) => part !== null).join(' · ');
  if (url === null) return <span>{text}</span>;
  return (
    <a href={ownUrl(url)} className="underline" rel="noopener noreferrer" target="_blank">
      {text}
    </a>
  );
}

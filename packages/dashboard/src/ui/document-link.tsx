import { ownUrl } from '../lib/own-url.js';
import { t } from '../messages/common.js';
import { OutLink } from './out-link.js';
import type { ShownMedia } from './picture.js';

/** A link to download a document, with the number of its pages, because pages show no part of a document themselves. */
export function DocumentLink({ media, name }: { media: ShownMedia; name: string | null }) {
  const { url, pageCount } = media;
  const pages = pageCount === null ? null : t('media.pages', { count: pageCount });
  const text = [name ?? t('media.DOCUMENT'), pages].filter((part) => part !== null).join(' · ');
  return url === null ? <span>{text}</span> : <OutLink href={ownUrl(url)}>{text}</OutLink>;
}

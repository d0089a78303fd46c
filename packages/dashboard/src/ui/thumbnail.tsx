import { useState } from 'react';
import type { SmallPicture } from '../lib/pictures.js';
import { ownUrl } from '../lib/own-url.js';

/** A small picture of a post. Keeps its place if it cannot be loaded, so that nothing jumps. */
export function Thumbnail(props: { picture: SmallPicture; className: string }) {
  const {
    picture: { url, alt },
    className,
  } = props;
  const [failedUrl, setFailedUrl] = useState<string>();
  const look = `shrink-0 object-cover ${className}`;
  if (failedUrl === url) return <span aria-hidden className={look} />;
  return (
    <img
      src={ownUrl(url)}
      alt={alt}
      loading="lazy"
      draggable={false}
      className={look}
      onError={() => setFailedUrl(url)}
    />
  );
}

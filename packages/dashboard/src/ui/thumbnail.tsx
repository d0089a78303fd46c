import { useState } from 'react';
import type { SmallPicture } from '../lib/pictures.js';
import { ownUrl } from '../lib/own-url.js';

/** A small picture of a post. Keeps its place if it cannot be loaded, so that nothing jumps. */
export function Thumbnail(props: { picture: SmallPicture; className: string }) {
  const {
    picture: { url, isVideo, alt },
    className,
  } = props;
  const [failedUrl, setFailedUrl] = useState<string>();
  const look = `shrink-0 object-cover ${className}`;
  if (failedUrl === url) return <span aria-hidden className={look} />;
  const shared = { src: ownUrl(url), className: look, onError: () => setFailedUrl(url) };
  return isVideo ? (
    <video {...shared} ref={loadInView} aria-label={alt} preload="none" muted playsInline />
  ) : (
    <img {...shared} alt={alt} loading="lazy" draggable={false} />
  );
}

/** Lists may have many videos. Browsers load those that come into view, and only as much as the first frame needs. */
function loadInView(video: HTMLVideoElement): () => void {
  const watch = new IntersectionObserver((entries) => {
    if (entries.some(({ isIntersecting }) => isIntersecting)) video.preload = 'metadata';
  });
  watch.observe(video);
  return () => watch.disconnect();
}

import { useEffect, useRef, useState } from 'react';
import type { SmallPicture } from '../lib/pictures.js';
import { ownUrl } from '../lib/own-url.js';

interface Look {
  url: string;
  alt: string;
  className: string;
  onError: () => void;
}

/** A small picture of a post. Keeps its place if it cannot be loaded, so that nothing jumps. */
export function Thumbnail(props: { picture: SmallPicture; className: string }) {
  const {
    picture: { url, isVideo, alt },
    className,
  } = props;
  const [failedUrl, setFailedUrl] = useState<string>();
  const look = `shrink-0 object-cover ${className}`;
  if (failedUrl === url) return <span aria-hidden className={look} />;
  const shown = { url: ownUrl(url), alt, className: look, onError: () => setFailedUrl(url) };
  return isVideo ? (
    <FirstFrame {...shown} />
  ) : (
    <img
      src={shown.url}
      alt={alt}
      loading="lazy"
      draggable={false}
      className={look}
      onError={shown.onError}
    />
  );
}

/** Lists may have many videos, so only those that come into view are loaded, and only up to their first frame. */
function FirstFrame({ url, alt, className, onError }: Look) {
  const place = useRef<HTMLVideoElement>(null);
  const [isSeen, setIsSeen] = useState(false);
  useEffect(() => {
    if (place.current === null) return undefined;
    const watch = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setIsSeen(true);
    });
    watch.observe(place.current);
    return () => watch.disconnect();
  }, []);
  return (
    <video
      ref={place}
      src={isSeen ? url : undefined}
      aria-label={alt}
      preload="metadata"
      muted
      playsInline
      className={className}
      onError={onError}
    />
  );
}

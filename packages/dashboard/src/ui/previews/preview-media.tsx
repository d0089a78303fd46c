import type { ReactNode } from 'react';
import { t } from '../../messages/previews.js';
import { Picture, type ShownMedia } from '../picture.js';
import { carouselRatio, shapeOf, type Gallery } from './galleries.js';

interface MediaProps {
  gallery: Gallery;
  media: readonly (ShownMedia | undefined)[];
  alts: readonly string[];
}

/** Shows the images and videos of a post as its platform does. */
export function PreviewMedia(props: MediaProps) {
  const { gallery, media, alts } = props;
  if (gallery.form !== 'slides') {
    if (media.length === 0) return null;
    if (media.length === 1) return <One media={media[0]} alt={alts[0]} />;
    return gallery.form === 'tiles' ? <Tiles {...props} gallery={gallery} /> : <Row {...props} />;
  }
  const frame = gallery.shape === 'frame' ? `overflow-hidden rounded-lg bg-raised ${gallery.frame}` : '';
  if (media.length === 0) {
    return (
      <div className={frame}>
        <p className="rounded-lg bg-raised p-4 text-sm text-muted">{t('noImageOrVideoYet')}</p>
      </div>
    );
  }
  if (media.length > 1) return <Slides {...props} gallery={gallery} />;
  return gallery.shape === 'frame' ? (
    <div className={frame}>
      <Picture media={media[0]} alt={alts[0] ?? ''} fit="contain" />
    </div>
  ) : (
    <One media={media[0]} alt={alts[0]} />
  );
}

/** Tiles crop their pictures, as the platforms do. */
function Tiles({ gallery, media, alts }: MediaProps & { gallery: Gallery & { form: 'tiles' } }) {
  const { grid, tiles } = gallery.arrange(media.length, shapeOf(media[0]));
  const more = media.length - tiles.length;
  return (
    <div className={`grid gap-0.5 overflow-hidden rounded-lg border border-line ${grid}`}>
      {tiles.map((tile, index) => (
        <div key={index} className={`relative ${tile}`}>
          <Picture media={media[index]} alt={alts[index] ?? ''} />
          {more > 0 && index === tiles.length - 1 && (
            <span className="absolute inset-0 flex items-center justify-center bg-backdrop text-xl font-semibold text-surface">
              <span className="rounded-md bg-ink px-2">+{more}</span>
            </span>
          )}
        </div>
      ))}
    </div>
  );
}

function Row({ media, alts }: MediaProps) {
  return (
    <Swipe>
      {media.map((one, index) => (
        <li
          key={one?.id ?? index}
          className="h-56 shrink-0 snap-start overflow-hidden rounded-lg border border-line"
          style={{ aspectRatio: `${one?.width ?? 1} / ${one?.height ?? 1}` }}
        >
          <Picture media={one} alt={alts[index] ?? ''} />
        </li>
      ))}
    </Swipe>
  );
}

function Slides({ gallery, media, alts }: MediaProps & { gallery: Gallery & { form: 'slides' } }) {
  const fit = { whole: 'whole', 'as-first': 'cover', frame: 'contain' } as const;
  return (
    <Swipe className={gallery.shape === 'frame' ? `bg-raised ${gallery.frame}` : ''}>
      {media.map((one, index) => (
        <li
          key={one?.id ?? index}
          className="relative w-full shrink-0 snap-start self-center"
          style={gallery.shape === 'as-first' ? { aspectRatio: carouselRatio(media[0]) } : {}}
        >
          <Picture media={one} alt={alts[index] ?? ''} fit={fit[gallery.shape]} />
          <span className="absolute top-2 right-2 rounded-full bg-ink px-2 text-xs text-surface">
            {index + 1}/{media.length}
          </span>
        </li>
      ))}
    </Swipe>
  );
}

function Swipe({ className = '', children }: { className?: string; children: ReactNode }) {
  return (
    <ul
      aria-label={t('imagesAndVideosInThe')}
      // A list that scrolls needs the focus for the arrow keys.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className={`flex snap-x gap-1 overflow-x-auto rounded-lg ${className}`}
    >
      {children}
    </ul>
  );
}

function One({ media, alt = '' }: { media: ShownMedia | undefined; alt: string | undefined }) {
  return (
    <div className="overflow-hidden rounded-lg border border-line bg-raised">
      <Picture media={media} alt={alt} fit="whole" />
    </div>
  );
}

import type { Platform } from '../lib/platform-looks.js';
import { PostPreview } from '../ui/previews/post-preview.js';
import type { ShownMedia } from '../ui/picture.js';
import { Section } from './section.js';

const sizes = { wide: [1_200, 800], square: [900, 900], upright: [800, 1_200] } as const;
type Size = keyof typeof sizes;

/** Returns a picture with a number in its middle and a border, which shows where it is cropped. */
function pictureOf(size: Size, number: number): ShownMedia {
  const [width, height] = sizes[size];
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#8fb8de" stroke="#1d3557" stroke-width="60"/><circle cx="50%" cy="50%" r="${40 + 40 * number}" fill="#1d3557"/></svg>`;
  return {
    id: `med_${number}`,
    kind: 'IMAGE',
    mime: 'image/svg+xml',
    width,
    height,
    durationMs: null,
    pageCount: null,
    altText: null,
    url: null,
    thumbnailUrl: `data:image/svg+xml,${encodeURIComponent(svg)}`,
  };
}

const shown: readonly [Platform, Size, number][] = [
  ['X', 'square', 3],
  ['X', 'wide', 4],
  ['BLUESKY', 'square', 3],
  ['BLUESKY', 'wide', 4],
  ['FACEBOOK_PAGE', 'wide', 4],
  ['FACEBOOK_PAGE', 'upright', 3],
  ['LINKEDIN_COMPANY', 'square', 4],
  ['LINKEDIN_COMPANY', 'square', 7],
  ['THREADS', 'upright', 3],
  ['INSTAGRAM', 'square', 2],
  ['PINTEREST', 'upright', 1],
  ['TIKTOK_PERSONAL', 'wide', 2],
];

/** Posts with several pictures, as each platform lays them out. */
export function Previews() {
  return (
    <Section title="Previews">
      <div className="grid grid-cols-1 items-start gap-4 sm:grid-cols-2">
        {shown.map(([platform, size, count]) => (
          <PostPreview
            key={`${platform} ${size} ${count}`}
            platform={platform}
            account={{
              handle: `harbor-${platform.toLowerCase()}-${count}`,
              displayName: 'Harbor News',
              avatarUrl: null,
            }}
            text="The harbor this morning #boats"
            options={{ title: 'A quiet harbor' }}
            media={Array.from({ length: count }, (_, index) =>
              pictureOf(index % 2 === 0 ? size : 'square', index + 1),
            )}
            alts={[]}
          />
        ))}
      </div>
    </Section>
  );
}

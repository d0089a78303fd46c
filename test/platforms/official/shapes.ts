import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { JsonObject } from '../../../src/domain/json.js';
import type { PublicationMedia, Publication } from '../../../src/platforms/kit/platform.js';
import type { PlatformDefinition } from '../../../src/platforms/kit/definition.js';
import type { MediaShelf, MediumOptions } from '../media-support.js';
import { textPost } from '../support.js';

/** A form of post, with the options that it accepts. */
export interface Shape {
  text?: string;
  /** The options. Some shapes refer to the post of the first shape. */
  options?: JsonObject | ((firstPostId: string) => JsonObject);
  media?: readonly MediumOptions[];
  /** The media of options, by the option's path. */
  optionMedia?: Readonly<Record<string, MediumOptions>>;
}

/** All forms of post of a platform, by a name. Comments are written below the post of the first one. */
export type Shapes = Readonly<Record<string, Shape>>;

/** Loads the shapes from the platform's folder. */
export async function shapesOf({ path: folder }: PlatformDefinition): Promise<Shapes> {
  const file = path.join(import.meta.dirname, '../../../src/platforms', folder, 'test/shapes.ts');
  const { shapes } = (await import(pathToFileURL(file).href)) as { shapes: Shapes };
  return shapes;
}

export function publicationOf(shelf: MediaShelf, name: string, shape: Shape, firstPostId = ''): Publication {
  const { text = name, options = null, media = [], optionMedia = {} } = shape;
  const medium = (one: MediumOptions): PublicationMedia => shelf.medium({ sizeBytes: 20_000, ...one });
  return textPost(text, {
    options: typeof options === 'function' ? options(firstPostId) : options,
    media: media.map(medium),
    optionMedia: Object.fromEntries(Object.entries(optionMedia).map(([at, one]) => [at, medium(one)])),
  });
}

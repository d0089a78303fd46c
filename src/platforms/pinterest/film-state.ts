import { z } from 'zod';
import type { JsonObject } from '../../domain/json.js';
import type { Publication } from '../kit/platform.js';
import { idSchema } from './api.js';

/** A film as Pinterest holds it. */
const uploadSchema = z.object({
  sha256: z.string(),
  mediaId: idSchema,
  registeredAt: z.iso.datetime(),
  /** Whether all of its bytes are there, as far as we know. */
  isUploaded: z.boolean(),
});
export type FilmUpload = z.infer<typeof uploadSchema>;

const stateSchema = z.object({ media: z.array(uploadSchema).optional() });

/** For how long Pinterest keeps a film that no pin shows is not documented. */
const filmLifeMs = 12 * 60 * 60 * 1000;

/** What earlier tries have brought, if it can still be used. */
export function readUploads(state: JsonObject | null, now: Date): FilmUpload[] {
  const uploads = stateSchema.safeParse(state ?? {}).data?.media ?? [];
  return uploads.filter(({ registeredAt }) => now.getTime() - Date.parse(registeredAt) < filmLifeMs);
}

/** The film of this publication, if Pinterest has it. */
export function completeUpload(
  { media: [film] }: Publication,
  state: JsonObject | null,
  now: Date,
): FilmUpload | null {
  const [upload] = readUploads(state, now);
  return upload?.isUploaded === true && upload.sha256 === film?.sha256 ? upload : null;
}

/** Pictures are in the pin's own call; a film must be at Pinterest before. */
export function isFilm({ mediaClasses }: Pick<Publication, 'mediaClasses'>): boolean {
  return mediaClasses.includes('film');
}

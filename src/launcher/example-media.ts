import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { LauncherFault } from './fault.js';
import { inProject } from '../project-root.js';
import { sendRequest } from './http.js';
import { ask, type SeededApi } from './seeded-api.js';

/** Example files, for platforms that do not accept text alone. */
const files = {
  picture: { filename: 'picture.jpg', mime: 'image/jpeg', altText: 'A sunset behind dark mountains' },
  video: {
    filename: 'video.mp4',
    mime: 'video/mp4',
    altText: 'A sunset behind dark mountains, slowly nearer',
  },
} as const;

export type ExampleMedia = Record<keyof typeof files, string>;

const libraryPageMax = 100;
const assetSchema = z.object({ id: z.string(), originalFilename: z.string().nullable(), status: z.string() });
const librarySchema = z.object({ data: z.array(assetSchema) });
const presignedSchema = z.object({
  media: z.object({ id: z.string() }),
  upload: z.object({ url: z.string(), headers: z.record(z.string(), z.string()) }),
});

/** Adds the example image and video to the library through the API. Existing ones stay. */
export async function ensureExampleMedia(api: SeededApi): Promise<ExampleMedia> {
  const query = new URLSearchParams({ workspaceId: api.workspaceId, limit: String(libraryPageMax) });
  const { data } = await ask(api, 'GET', `/media?${query.toString()}`, librarySchema);
  const known = (filename: string): string | undefined =>
    data.find((asset) => asset.originalFilename === filename && asset.status === 'READY')?.id;
  const { picture, video } = files;
  return {
    picture: known(picture.filename) ?? (await upload(api, picture)),
    video: known(video.filename) ?? (await upload(api, video)),
  };
}

async function upload(
  api: SeededApi,
  { filename, mime, altText }: (typeof files)[keyof typeof files],
): Promise<string> {
  const bytes = readFileSync(inProject('examples', filename));
  const query = new URLSearchParams({ workspaceId: api.workspaceId }).toString();
  const announced = { mime, sizeBytes: bytes.length, filename, altText };
  const { media, upload: order } = await ask(
    api,
    'POST',
    `/media/presign?${query}`,
    presignedSchema,
    announced,
  );
  const sent = await sendRequest(order.url, { method: 'PUT', headers: order.headers, body: bytes });
  if (sent.status >= 300)
    throw new LauncherFault(`Uploading the example ${filename} failed with HTTP ${sent.status}.`);
  const { id } = await ask(api, 'POST', `/media/${media.id}/complete`, assetSchema);
  return id;
}

import { z } from 'zod';
import { successOf } from '../kit/call.js';
import { wholeOf } from '../kit/media-upload.js';
import type { PublicationMedia } from '../kit/platform.js';
import { facebookFailure } from './failure.js';
import { sendForm } from './form.js';
import type { FacebookUpload } from './media-state.js';
import type { FacebookUploading } from './uploading.js';

const photoSchema = z.object({ id: z.string().min(1) });

/** Uploads an unpublished photo for a post or a story. */
export async function uploadPhoto(
  { page, meter, signal, save }: FacebookUploading,
  media: PublicationMedia,
  earlier: FacebookUpload | undefined,
): Promise<FacebookUpload> {
  if (earlier !== undefined) return earlier;
  const { altText, sha256 } = media;
  const answer = await sendForm(page, {
    path: [page.pageId, 'photos'],
    fields: {
      published: 'false',
      ...(altText === null || altText === '' ? {} : { alt_text_custom: altText }),
    },
    file: { name: 'source', filename: 'photo', body: meter.body(media, wholeOf(media)) },
    signal,
  });
  const photo = successOf(answer, photoSchema, (refusal) => facebookFailure(refusal, page.context.clock));
  const startedAt = page.context.clock.now().toISOString();
  const upload: FacebookUpload = { as: 'photo', sha256, altText, photoId: photo.id, startedAt };
  await save(upload);
  return upload;
}

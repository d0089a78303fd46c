import { z } from 'zod';
import { parseJson, readAnswer, readSuccess, type PlatformAnswer } from '../kit/call.js';
import { isMissingObject } from '../kit/meta/graph-api.js';
import { PlatformFailed } from '../kit/failure.js';
import type { PublicationMedia } from '../kit/platform.js';
import { read } from './api.js';
import { facebookFailure } from './failure.js';
import { sendForm } from './form.js';
import type { VideoUpload } from './media-state.js';
import type { FacebookUploading } from './uploading.js';

const offset = z.coerce.number().int().min(0);
const offsetsSchema = z.object({ start_offset: offset, end_offset: offset });
const sessionSchema = offsetsSchema.extend({
  upload_session_id: z.string().min(1),
  video_id: z.string().min(1),
});

/** Uploads a video in chunks. Facebook states the bytes that it expects next, and none once it has all of them. */
export async function uploadVideo(
  uploading: FacebookUploading,
  media: PublicationMedia,
  earlier: VideoUpload | undefined,
): Promise<VideoUpload> {
  let upload = earlier ?? (await start(uploading, media));
  if (earlier === undefined) await uploading.save(upload);
  while (!upload.isComplete) {
    uploading.meter.reached(media, upload.sentBytes);
    upload = await transfer(uploading, media, upload);
    await uploading.save(upload);
  }
  return upload;
}

async function start({ page, signal }: FacebookUploading, media: PublicationMedia): Promise<VideoUpload> {
  const begun = await read(
    page,
    {
      path: [page.pageId, 'videos'],
      method: 'POST',
      host: page.hosts.video,
      params: { upload_phase: 'start', file_size: String(media.sizeBytes) },
      signal,
    },
    sessionSchema,
  );
  const { video_id: videoId, upload_session_id: sessionId, start_offset, end_offset } = begun;
  const upload: VideoUpload = {
    as: 'film',
    sha256: media.sha256,
    videoId,
    sessionId,
    uploadUrl: null,
    sentBytes: 0,
    chunkEndByte: 0,
    chunkRefusals: 0,
    isComplete: false,
    startedAt: page.context.clock.now().toISOString(),
  };
  return movedTo(upload, media, { start_offset, end_offset });
}

async function transfer(
  uploading: FacebookUploading,
  media: PublicationMedia,
  upload: VideoUpload,
): Promise<VideoUpload> {
  const { page, meter, signal } = uploading;
  const { sentBytes: start, chunkEndByte: end, sessionId } = upload;
  const answer = await sendForm(page, {
    path: [page.pageId, 'videos'],
    host: page.hosts.video,
    fields: { upload_phase: 'transfer', upload_session_id: sessionId ?? '', start_offset: String(start) },
    file: { name: 'video_file_chunk', filename: 'chunk', body: meter.body(media, { start, end }) },
    signal,
  });
  const offsets = readSuccess(answer, offsetsSchema);
  if (offsets !== null) return forward(upload, media, offsets);
  return afterRefusal(uploading, media, upload, answer);
}

const offsetsInText = z
  .string()
  .transform((text) => parseJson(text))
  .pipe(offsetsSchema);
const refusalSchema = z.object({
  error: z.object({
    error_subcode: z.number().optional(),
    error_data: z.union([offsetsSchema, offsetsInText]).optional().catch(undefined),
  }),
});
/** Errors after which Meta's own clients send the same bytes again, and errors after which they start over. */
const passingSubcodes = new Set([1_363_019, 1_363_021, 1_363_033, 1_363_037]);
/** How often the same chunk is sent again after such an error, as in Meta's PHP SDK. Then the upload starts over. */
const chunkRefusalsMax = 5;
const lostSessionSubcodes = new Set([1_363_030, 1_363_041]);

/**
 * Handles a rejected chunk. The response to an earlier chunk may be lost; then the rejection states the bytes
 * that Facebook expects.
 */
async function afterRefusal(
  { page, save }: FacebookUploading,
  media: PublicationMedia,
  upload: VideoUpload,
  answer: PlatformAnswer,
): Promise<VideoUpload> {
  const failure = facebookFailure(answer, page.context.clock);
  if (failure.kind !== 'rejected') throw new PlatformFailed(failure);
  const { message } = failure;
  const refusal = readAnswer(answer, refusalSchema)?.error;
  const subcode = refusal?.error_subcode ?? 0;
  if (refusal?.error_data !== undefined && refusal.error_data.start_offset !== upload.sentBytes) {
    return forward(upload, media, refusal.error_data);
  }
  if (passingSubcodes.has(subcode)) {
    if (upload.chunkRefusals >= chunkRefusalsMax) throw uploadAgain(message);
    await save({ ...upload, chunkRefusals: upload.chunkRefusals + 1 });
    throw new PlatformFailed({ kind: 'ambiguous', message });
  }
  // If the first chunk is rejected, the video is bad. If a later chunk is rejected, the session is gone.
  const isGone = upload.sentBytes > 0 || lostSessionSubcodes.has(subcode) || isMissingObject(answer);
  throw isGone ? uploadAgain(message) : new PlatformFailed(failure);
}

/** Moves the upload on to the next bytes, only forward, so that no response makes us send the same bytes forever. */
function forward(
  upload: VideoUpload,
  media: PublicationMedia,
  offsets: z.infer<typeof offsetsSchema>,
): VideoUpload {
  if (offsets.start_offset > upload.sentBytes)
    return movedTo({ ...upload, chunkRefusals: 0 }, media, offsets);
  throw uploadAgain('Facebook asked again for bytes that it had already confirmed.');
}

function movedTo(
  upload: VideoUpload,
  media: PublicationMedia,
  { start_offset: sentBytes, end_offset: chunkEndByte }: z.infer<typeof offsetsSchema>,
): VideoUpload {
  if (sentBytes >= media.sizeBytes || sentBytes === chunkEndByte) {
    if (sentBytes === media.sizeBytes) {
      return { ...upload, sentBytes, chunkEndByte: sentBytes, isComplete: true };
    }
    throw uploadAgain('Facebook stopped asking for bytes before it had the whole video.');
  }
  const isUsable = chunkEndByte > sentBytes && chunkEndByte <= media.sizeBytes;
  if (isUsable) return { ...upload, sentBytes, chunkEndByte };
  throw uploadAgain('Facebook asked for bytes beyond the end of the video.');
}

function uploadAgain(message: string): PlatformFailed {
  return new PlatformFailed({ kind: 'upload-again', message });
}

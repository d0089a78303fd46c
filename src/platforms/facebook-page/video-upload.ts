import { z } from 'zod';
import { isSuccess, parseJson, readAnswer, type PlatformAnswer } from '../kit/call.js';
import { isMissingObject } from '../kit/meta/graph-api.js';
import type { PlatformFailure } from '../kit/failure.js';
import type { PublicationMedia } from '../kit/platform.js';
import { read, type FacebookPage } from './api.js';
import { facebookFailure } from './failure.js';
import { sendForm } from './form.js';
import type { VideoUpload } from './media-state.js';
import type { FacebookUploading, UploadStep } from './uploading.js';

const offset = z.coerce.number().int().min(0);
const offsetsSchema = z.object({ start_offset: offset, end_offset: offset });
const sessionSchema = offsetsSchema.extend({
  upload_session_id: z.string().min(1),
  video_id: z.string().min(1),
});

/** Uploads a video in chunks. Facebook says which bytes it expects next, and none once it has all of them. */
export async function uploadVideo(
  uploading: FacebookUploading,
  media: PublicationMedia,
  earlier: VideoUpload | undefined,
): Promise<UploadStep> {
  const begun = earlier === undefined ? await start(uploading, media) : { upload: earlier };
  if ('failure' in begun) return begun;
  let { upload } = begun;
  if (earlier === undefined) await uploading.save(upload);
  while (!upload.isComplete) {
    uploading.meter.reached(media, upload.sentBytes);
    const next = await transfer(uploading, media, upload);
    if ('failure' in next) return next;
    ({ upload } = next);
    await uploading.save(upload);
  }
  return { upload };
}

async function start(
  { page, signal }: FacebookUploading,
  media: PublicationMedia,
): Promise<UploadStep<VideoUpload>> {
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
  if ('failure' in begun) return begun;
  const { video_id: videoId, upload_session_id: sessionId, start_offset, end_offset } = begun.value;
  const upload: VideoUpload = {
    as: 'film',
    sha256: media.sha256,
    videoId,
    sessionId,
    uploadUrl: null,
    sentBytes: 0,
    chunkEndByte: 0,
    isComplete: false,
    startedAt: page.context.clock.now().toISOString(),
  };
  return movedTo(upload, media, { start_offset, end_offset });
}

async function transfer(
  { page, meter, signal }: FacebookUploading,
  media: PublicationMedia,
  upload: VideoUpload,
): Promise<UploadStep<VideoUpload>> {
  const { sentBytes: start, chunkEndByte: end, sessionId } = upload;
  const result = await sendForm(page, {
    path: [page.pageId, 'videos'],
    host: page.hosts.video,
    fields: { upload_phase: 'transfer', upload_session_id: sessionId ?? '', start_offset: String(start) },
    file: { name: 'video_file_chunk', filename: 'chunk', body: meter.body(media, { start, end }) },
    signal,
  });
  if ('failure' in result) return result;
  const { answer } = result;
  const offsets = isSuccess(answer) ? readAnswer(answer, offsetsSchema) : null;
  if (offsets !== null) return forward(upload, media, offsets);
  return afterRefusal(page, media, upload, answer);
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
const passingSubcodes = new Set([1_363_019, 1_363_021, 1_363_033]);
const lostSessionSubcodes = new Set([1_363_030, 1_363_041]);

/** The response to an earlier chunk may be lost. A rejection then says which bytes Facebook expects. */
function afterRefusal(
  page: FacebookPage,
  media: PublicationMedia,
  upload: VideoUpload,
  answer: PlatformAnswer,
): UploadStep<VideoUpload> {
  const failure = facebookFailure(answer, page.context.clock);
  if (failure.kind !== 'rejected') return { failure };
  const { message } = failure;
  const refusal = readAnswer(answer, refusalSchema)?.error;
  const subcode = refusal?.error_subcode ?? 0;
  if (refusal?.error_data !== undefined && refusal.error_data.start_offset !== upload.sentBytes) {
    return forward(upload, media, refusal.error_data);
  }
  if (passingSubcodes.has(subcode)) return { failure: { kind: 'ambiguous', message } };
  // If the first chunk is rejected, the video is bad. If a later one is, the session is gone.
  const isGone = upload.sentBytes > 0 || lostSessionSubcodes.has(subcode) || isMissingObject(answer);
  return { failure: isGone ? uploadAgain(message) : failure };
}

/** Only forward, so that no response makes us send the same bytes forever. */
function forward(
  upload: VideoUpload,
  media: PublicationMedia,
  offsets: z.infer<typeof offsetsSchema>,
): UploadStep<VideoUpload> {
  return offsets.start_offset > upload.sentBytes
    ? movedTo(upload, media, offsets)
    : { failure: uploadAgain('Facebook asked again for bytes that it had already confirmed.') };
}

function movedTo(
  upload: VideoUpload,
  media: PublicationMedia,
  { start_offset: sentBytes, end_offset: chunkEndByte }: z.infer<typeof offsetsSchema>,
): UploadStep<VideoUpload> {
  if (sentBytes >= media.sizeBytes || sentBytes === chunkEndByte) {
    const isComplete = sentBytes === media.sizeBytes;
    return isComplete
      ? { upload: { ...upload, sentBytes, chunkEndByte: sentBytes, isComplete } }
      : { failure: uploadAgain('Facebook stopped asking for bytes before it had the whole video.') };
  }
  const isUsable = chunkEndByte > sentBytes && chunkEndByte <= media.sizeBytes;
  return isUsable
    ? { upload: { ...upload, sentBytes, chunkEndByte } }
    : { failure: uploadAgain('Facebook asked for bytes beyond the end of the video.') };
}

function uploadAgain(message: string): PlatformFailure {
  return { kind: 'upload-again', message };
}

import { Readable } from 'node:stream';
import type { Context } from 'hono';
import { marksIn, readMarks } from '../../../sandbox/marks.js';
import type { SandboxEnv } from '../../../sandbox/publishing.js';
import type { SimulatorParts } from '../../../sandbox/simulator.js';
import { readAccessToken, isDead } from '../../../sandbox/tokens.js';
import { bodyOf, receiveMedia, uploadFault } from '../../../sandbox/uploads.js';
import { graphError } from '../../kit/meta/sandbox/errors.js';
import { dialect, invalid, markedError } from './errors.js';
import { nameFault, platform, type GraphCall } from './requests.js';
import { addPiece, mediaIdOf, saveVideo, startVideo, videoById, type StoredVideo } from './videos.js';

const photoBytesMax = 10_000_000;
const videoBytesMax = 10_000_000_000;
const chunkBytesMax = 4 * 1024 * 1024;
const pieceBytes = 256 * 1024;

/** POST /{page}/photos: an unpublished photo. */
export async function addPhoto(call: GraphCall): Promise<Response> {
  const { store, params, file, token } = call;
  const fault = nameFault(call, ['published', 'alt_text_custom', 'source'], ['published', 'source']);
  if (fault !== null) return fault;
  if (params['published'] !== 'false') return invalid('The sandbox accepts only unpublished photos.');
  if (file === null) return invalid('The parameter source must be a file.');
  if (file.bytes.length > photoBytesMax)
    return graphError({ code: 100, subcode: 1_366_046, message: 'Too large.' });
  const altText = params['alt_text_custom'] ?? null;
  const marks = marksIn(file.bytes.toString('latin1'));
  const key = `${file.bytes.subarray(-64).toString('hex')}`;
  const marked = uploadFault(call, { text: marks, key }) ?? markedError(marks);
  if (marked !== null) return marked;
  const id = store.newNumericId();
  const owner = { id: mediaIdOf(id), accountId: token.accountId };
  const media = await receiveMedia(call, owner, Readable.from([file.bytes]), photoBytesMax);
  if (media?.kind !== 'IMAGE') {
    return graphError({ code: 324, subcode: 2_069_019, message: '(#324) Missing or invalid image file' });
  }
  store.addMedia({ ...media, altText });
  store.setObject(photoKey(id), { accountId: token.accountId, isUsed: false });
  return Response.json({ id });
}

export const photoKey = (id: string): string => `${platform} photo ${id}`;
const sessionKey = (id: string): string => `${platform} session ${id}`;

/** The video of the upload session that a chunk or a finish names, if it belongs to the Page. */
export function videoOfSession({ store, params, token }: GraphCall): StoredVideo | undefined {
  const videoId = store.object(sessionKey(params['upload_session_id'] ?? ''))?.['videoId'];
  const video = typeof videoId === 'string' ? videoById(store, videoId) : undefined;
  return video?.accountId === token.accountId ? video : undefined;
}

/** POST /{page}/videos upload_phase=start */
export function startVideoUpload(call: GraphCall): Response {
  const { store, params, token } = call;
  const fault = nameFault(call, ['upload_phase', 'file_size'], ['file_size']);
  if (fault !== null) return fault;
  const sizeBytes = Number(params['file_size']);
  if (!Number.isSafeInteger(sizeBytes) || sizeBytes < 1 || sizeBytes > videoBytesMax) {
    return invalid('The parameter file_size is out of bounds.');
  }
  const sessionId = store.newNumericId();
  const video = startVideo(store, { accountId: token.accountId, as: 'film', sessionId, sizeBytes });
  store.setObject(sessionKey(sessionId), { videoId: video.id });
  return Response.json({ upload_session_id: sessionId, video_id: video.id, ...offsetsOf(video) });
}

/** The byte range that the upload expects next. As at Facebook, the offsets are strings. */
function offsetsOf({ sentBytes, sizeBytes }: StoredVideo): { start_offset: string; end_offset: string } {
  const end = Math.min(sentBytes + chunkBytesMax, sizeBytes ?? 0);
  return { start_offset: String(sentBytes), end_offset: String(end) };
}

/** POST /{page}/videos upload_phase=transfer */
export async function transferVideo(call: GraphCall): Promise<Response> {
  const names = ['upload_phase', 'upload_session_id', 'start_offset', 'video_file_chunk'];
  const fault = nameFault(call, names, names);
  if (fault !== null) return fault;
  const video = videoOfSession(call);
  if (video === undefined) {
    return graphError({ code: 6000, subcode: 1_363_041, message: 'The upload session is not known.' });
  }
  const { file, params } = call;
  const wanted = offsetsOf(video);
  const length = Number(wanted.end_offset) - Number(wanted.start_offset);
  const isWanted = params['start_offset'] === wanted.start_offset && file?.bytes.length === length;
  const marks = marksIn(file?.bytes.toString('latin1') ?? '');
  // Facebook has refused chunks with this error although it names the very bytes that it got, and then accepted them.
  const isRefused = readMarks(marks).has('chunk-refused') && call.store.isFirst(`chunk refused ${video.id}`);
  if (!isWanted || isRefused) {
    const message = 'There was a problem uploading your video file. Please try again with another file.';
    return graphError({ code: 6001, subcode: 1_363_037, message, data: wanted });
  }
  const refused = markedError(marks);
  if (refused !== null) return refused;
  const longer = await addPiece(call, video, file.bytes);
  const marked = uploadFault(call, { text: longer.marks, key: longer.id });
  return marked ?? Response.json(offsetsOf(longer));
}

/** POST /{page}/video_reels and /video_stories upload_phase=start */
export function startReel(call: GraphCall, as: 'reel' | 'video-story'): Response {
  const { store, baseUrl } = call;
  const fault = nameFault(call, ['upload_phase']);
  if (fault !== null) return fault;
  const { accountId } = call.token;
  const video = startVideo(store, { accountId, as, sessionId: null, sizeBytes: null });
  return Response.json({
    video_id: video.id,
    upload_url: `${baseUrl}/video-upload/v1.0/${video.id}`,
  });
}

const debugInfo = (status: number, type: string, message: string, retriable = false): Response =>
  Response.json({ debug_info: { retriable, type, message } }, { status });

/** POST /video-upload/{version}/{video}: receives the bytes. All other data are in headers. */
export async function receiveReel(c: Context<SandboxEnv>, parts: SimulatorParts): Promise<Response> {
  const { store } = parts;
  store.countCall(platform, 'videoUpload');
  const header = /^OAuth (\S+)$/.exec(c.req.header('authorization') ?? '')?.[1];
  const token = readAccessToken(header);
  if (token === null || isDead(parts, token))
    return debugInfo(401, 'NotAuthorizedError', 'Authorization failed.');
  if (Object.keys(c.req.query()).length > 0)
    return debugInfo(400, 'ParameterValidationError', 'Unknown parameter.');
  let video = videoById(store, c.req.param('id') ?? '');
  if (video?.accountId !== token.accountId || video.readyAtMs !== null) {
    return debugInfo(404, 'VideoNotFoundError', 'The video is not found or has all of its bytes.');
  }
  const sizeBytes = Number(c.req.header('file_size'));
  if (!Number.isSafeInteger(sizeBytes) || sizeBytes < 1 || (video.sizeBytes ?? sizeBytes) !== sizeBytes) {
    return debugInfo(
      400,
      'ParameterValidationError',
      'HeaderValuePredicate: Header file_size is not usable.',
    );
  }
  if (c.req.header('offset') !== String(video.sentBytes)) {
    return debugInfo(400, 'OffsetInvalidError', `The offset must be ${video.sentBytes}.`);
  }
  video = { ...video, sizeBytes };
  saveVideo(store, video);
  for await (const piece of piecesOf(bodyOf(parts, c))) {
    const refused = markedError(marksIn(piece.toString('latin1')));
    if (refused !== null) return refused;
    video = await addPiece(parts, video, piece);
    const marked = uploadFault({ ...parts, c, token, dialect }, { text: video.marks, key: video.id });
    if (marked !== null) return marked;
  }
  return video.readyAtMs === null
    ? debugInfo(400, 'PartialRequestError', 'Partial request (did not match length of file)', true)
    : Response.json({ success: true });
}

async function* piecesOf(body: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let piece = Buffer.alloc(0);
  for await (const chunk of body) {
    piece = Buffer.concat([piece, chunk]);
    for (; piece.length >= pieceBytes; piece = piece.subarray(pieceBytes)) {
      yield piece.subarray(0, pieceBytes);
    }
  }
  if (piece.length > 0) yield piece;
}

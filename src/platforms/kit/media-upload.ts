import { z } from 'zod';
import type { JsonObject } from '../../domain/json.js';
import type { StreamedBody } from '../../egress/safe-fetch.js';
import { onFailure, PlatformFailed, type PlatformFailure } from './failure.js';
import type { Publication, PublicationMedia, UploadAnswer, UploadRun } from './platform.js';

/** Tracks the progress of an upload, so that all platforms count and save it in the same way. */
export interface UploadMeter {
  /** Returns a part of a file as a request body, and counts the bytes that the peer receives. */
  body(media: PublicationMedia, range: ByteRange): StreamedBody;
  /** Records that the platform has all bytes of a file up to this point, whatever was counted before. */
  reached(media: PublicationMedia, endByte: number): void;
}

export interface ByteRange {
  start: number;
  /** The position after the last byte. */
  end: number;
}

/** Creates a meter that counts the bytes of all media of a publication, in order. */
export function createUploadMeter({ media }: Publication, run: UploadRun): UploadMeter {
  const reached = media.map(() => 0);
  const told = (): void => run.progress(reached.reduce((sum, bytes) => sum + bytes, 0));
  const set = (item: PublicationMedia, bytes: number): void => {
    reached[media.indexOf(item)] = bytes;
    told();
  };
  return {
    body: (item, range) => ({
      stream: counted(item.open(range), (bytes) => set(item, range.start + bytes)),
      lengthBytes: range.end - range.start,
    }),
    reached: set,
  };
}

export function wholeOf({ sizeBytes }: PublicationMedia): ByteRange {
  return { start: 0, end: sizeBytes };
}

async function* counted(
  source: AsyncIterable<Uint8Array>,
  onBytes: (bytes: number) => void,
): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of source) {
    yield chunk;
    bytes += chunk.length;
    onBytes(bytes);
  }
}

export interface FormFile {
  name: string;
  filename: string;
  body: StreamedBody;
}

/** A multipart/form-data body with one file, which is streamed. */
export function formBody(
  fields: Record<string, string>,
  file: FormFile,
): { body: StreamedBody; contentType: string } {
  // The boundary is random, so that no file can contain it on purpose.
  const boundary = `punctual-${crypto.randomUUID()}`;
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const head = Buffer.from(
    `${parts.join('')}--${boundary}\r\ncontent-disposition: form-data; name="${file.name}"; ` +
      `filename="${file.filename}"\r\ncontent-type: application/octet-stream\r\n\r\n`,
  );
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`);
  async function* stream(): AsyncGenerator<Uint8Array> {
    yield head;
    yield* file.body.stream;
    yield tail;
  }
  const lengthBytes = head.length + file.body.lengthBytes + tail.length;
  return {
    body: { ...file.body, stream: stream(), lengthBytes },
    contentType: `multipart/form-data; boundary=${boundary}`,
  };
}

/** Returns a function that reads the uploads in a state. If they cannot be parsed, it returns none. */
export function uploadsReader<Upload>(schema: z.ZodType<Upload>): (state: JsonObject | null) => Upload[] {
  const stateSchema = z.object({ media: z.array(schema).optional() });
  return (state) => stateSchema.safeParse(state ?? {}).data?.media ?? [];
}

/**
 * Removes and returns an earlier attempt's upload of a file. Each entry is used only once, so that the same image can
 * occur twice.
 */
function takeUpload<T extends { sha256: string }>(
  kept: T[],
  media: PublicationMedia,
  isOf: (upload: T, media: PublicationMedia) => boolean = ({ sha256 }) => sha256 === media.sha256,
): T | undefined {
  const index = kept.findIndex((upload) => isOf(upload, media));
  return index === -1 ? undefined : kept.splice(index, 1)[0];
}

interface UploadsInOrder<Upload> {
  media: readonly PublicationMedia[];
  /** Uploads of earlier attempts that the platform still has. */
  kept: Upload[];
  /** Whether an upload can be used for a file. Default: it has the same bytes. */
  isOf?: (upload: Upload, media: PublicationMedia) => boolean;
  state: JsonObject | null;
  run: UploadRun;
}

/**
 * Uploads media one after the other, and saves all uploads after each step. An upload that the platform
 * cannot continue is dropped, so that the next attempt starts it again.
 */
export async function uploadInOrder<Upload extends JsonObject & { sha256: string }>(
  { media, kept, isOf, state, run }: UploadsInOrder<Upload>,
  uploadOne: (
    item: PublicationMedia,
    kept: Upload | undefined,
    save: (upload: Upload) => Promise<void>,
  ) => Promise<Upload>,
): Promise<UploadAnswer> {
  const found = media.map((item) => takeUpload(kept, item, isOf));
  const done: Upload[] = [];
  const saved = (...more: Upload[]): JsonObject => withMedia(state, [...done, ...more]);
  for (const [index, item] of media.entries()) {
    const later = found.slice(index + 1).filter((upload) => upload !== undefined);
    const save = (upload: Upload): Promise<void> => run.save(saved(upload, ...later));
    const upload = await onFailure(uploadOne(item, found[index], save), async (failure) => {
      if (failure.kind === 'upload-again') await run.save(saved(...later));
      throw new PlatformFailed(mediaFailure(failure));
    });
    done.push(upload);
  }
  return { kind: 'uploaded', state: saved() };
}

/** Turns a general rejection into one of the media, for failures while media are uploaded or processed. */
export function mediaFailure(failure: PlatformFailure): PlatformFailure {
  return failure.kind === 'rejected' && failure.code === 'PLATFORM_REJECTED'
    ? { ...failure, code: 'MEDIA_REJECTED' }
    : failure;
}

/** Awaits a step of an upload. A rejection is about the media. */
export function aboutMedia<T>(step: Promise<T>): Promise<T> {
  return onFailure(step, (failure) => {
    throw new PlatformFailed(mediaFailure(failure));
  });
}

export function mediaRejected(message: string): PlatformFailure {
  return { kind: 'rejected', code: 'MEDIA_REJECTED', message };
}

export const notUploaded: PlatformFailure = {
  kind: 'upload-again',
  message: 'The media have not been uploaded to the platform.',
};

/** The state with new uploads. The data that other parts of a connector stored is kept. */
export function withMedia(state: JsonObject | null, media: JsonObject[]): JsonObject {
  return { ...state, media };
}

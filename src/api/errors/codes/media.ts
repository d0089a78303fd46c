import { z } from '@hono/zod-openapi';
import type { ErrorEntries } from './entry.js';

/** Media and their storage. */
export const mediaCodes = {
  URL_INGEST_DISABLED: {
    status: 400,
    meaning: 'This installation does not fetch media by address.',
    remedy: 'Upload the file: POST /media/presign.',
    retry: 'never',
    example: { message: 'Media cannot be fetched by URL here.', extras: {} },
  },
  URL_REJECTED: {
    status: 400,
    meaning:
      'The address may not be asked: reason says which rule it breaks (not https, a private network, credentials …).',
    remedy: 'Give a public https address.',
    retry: 'never',
    extras: { reason: z.string() },
    example: {
      message: 'The host resolves to a non-public address.',
      extras: { reason: 'private_address' },
    },
  },
  UNSUPPORTED_MIME: {
    status: 400,
    meaning:
      'The file is of a type that is not accepted, or is not what it claims to be; mime is what was found.',
    remedy: 'Send one of the types that docs/media.md lists.',
    retry: 'never',
    extras: { mime: z.string().nullable() },
    example: {
      message: 'Files of the type image/svg+xml are not accepted.',
      extras: { mime: 'image/svg+xml' },
    },
  },
  FILE_TOO_LARGE: {
    status: 400,
    meaning: 'The file has more bytes than one asset may have: sizeBytes and maxBytes.',
    remedy: 'Send a smaller file.',
    retry: 'never',
    extras: { sizeBytes: z.number().int(), maxBytes: z.number().int() },
    example: {
      message: 'The file is too large.',
      extras: { sizeBytes: 73_400_320, maxBytes: 52_428_800 },
    },
  },
  EMPTY_BODY: {
    status: 400,
    meaning: 'The upload was completed, but holds no bytes.',
    remedy: 'Upload the file, then complete it again.',
    retry: 'never',
    example: { message: 'No bytes have arrived.', extras: {} },
  },
  FETCH_FAILED: {
    status: 400,
    meaning: 'The address did not give the file: status is what it answered, reason what went wrong.',
    remedy: 'Check that the file is public there and that the answer is no redirect.',
    retry: 'never',
    extras: { status: z.number().int().optional(), reason: z.string().optional() },
    example: { message: 'The address answered with 404.', extras: { status: 404 } },
  },
  STORAGE_LIMIT: {
    status: 403,
    meaning: 'The plan’s storage is used up: usedBytes of maxBytes.',
    remedy: 'Delete media, or change the plan.',
    retry: 'never',
    extras: { usedBytes: z.number().int(), maxBytes: z.number().int() },
    example: {
      message: 'The workspace has used its storage.',
      extras: { usedBytes: 1_073_000_000, maxBytes: 1_073_741_824 },
    },
  },
  STORAGE_WRITE_FAILED: {
    status: 503,
    meaning: 'The store failed while the file was being written. Nothing of it was kept.',
    remedy: 'Send the same request again.',
    retry: 'immediately',
    example: { message: 'The storage did not answer. Try again.', extras: {} },
  },
  MEDIA_IN_USE: {
    status: 409,
    meaning: 'The asset is attached to posts that still wait; postCount says to how many.',
    remedy: 'Take it out of those posts first.',
    retry: 'never',
    extras: { postCount: z.number().int() },
    example: { message: 'Posts that are going to be published use the file.', extras: { postCount: 2 } },
  },
  SIGNATURE_INVALID: {
    status: 403,
    meaning: 'The signed address was changed, or has expired.',
    remedy: 'Ask for a fresh address: read the asset again, or sign the upload anew.',
    retry: 'never',
    extras: { reason: z.string() },
    example: {
      message: 'This URL has expired. Ask for a new one.',
      extras: { reason: 'expired' },
    },
  },
} satisfies Partial<ErrorEntries>;

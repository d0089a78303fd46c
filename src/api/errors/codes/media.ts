import { z } from '@hono/zod-openapi';
import { usesPerUploadUrlMax } from '../../../domain/limits.js';
import { detailSchema, type ErrorEntries } from './entry.js';

/** An extra of errors about media that the request body names by id or by URL. */
const path = z
  .string()
  .optional()
  .openapi({ description: 'The field of the body that names the file, with dots between the parts.' });

/** Codes about media and their storage. */
export const mediaCodes = {
  URL_INGEST_DISABLED: {
    status: 400,
    meaning: 'This installation does not fetch media from URLs.',
    remedy: 'Upload the file with POST /media/presign.',
    retry: 'never',
    example: { message: 'This installation does not fetch media by URL.', extras: {} },
  },
  URL_REJECTED: {
    status: 400,
    meaning:
      'The URL is not allowed. reason names the rule it breaks: for example that it is not https, leads to a private network, or contains credentials.',
    remedy: 'Use a public https URL.',
    retry: 'never',
    extras: { reason: z.string().openapi({ description: 'The rule that the URL breaks.' }), path },
    example: {
      message: 'The host resolves to a non-public IP address.',
      extras: { reason: 'private_address' },
    },
  },
  UNSUPPORTED_MIME: {
    status: 400,
    meaning:
      'The file type is not accepted at all, or not by the platform or the place in the post that the file is for; or the file is not what it claims to be.',
    remedy:
      'Send a type that docs/media.md lists for the platform and the place. If the type is right, the file is damaged or has a wrong extension: export it again.',
    retry: 'never',
    extras: {
      mime: z
        .string()
        .nullable()
        .openapi({ description: 'The type that was found; null if it is not known.' }),
      path,
      details: z.array(detailSchema).optional().openapi({
        description: 'For the media of a post: everything that the rules of platforms refuse in it.',
      }),
    },
    example: {
      message: 'Files of the type image/svg+xml are not accepted.',
      extras: { mime: 'image/svg+xml' },
    },
  },
  FILE_TOO_LARGE: {
    status: 400,
    meaning: 'The file is larger than a media asset can be.',
    remedy: 'Send a smaller file.',
    retry: 'never',
    extras: {
      sizeBytes: z.number().int().openapi({ description: 'The size of the file in bytes.' }),
      maxBytes: z.number().int().openapi({ description: 'The maximum size in bytes.' }),
      path,
    },
    example: {
      message: 'The file is too large.',
      extras: { sizeBytes: 73_400_320, maxBytes: 52_428_800 },
    },
  },
  EMPTY_BODY: {
    status: 400,
    meaning: 'The file has no bytes: nothing was uploaded, or the URL returned nothing.',
    remedy: 'Upload the file, or check the URL.',
    retry: 'after-remedy',
    extras: { path },
    example: { message: 'No bytes were uploaded.', extras: {} },
  },
  FETCH_FAILED: {
    status: 400,
    meaning:
      'The file could not be fetched. status is the URL’s HTTP status; reason says what went wrong, for instance dns_failed when the host name cannot be resolved.',
    remedy: 'Check that the host name is right, that the file is public, and that the URL does not redirect.',
    retry: 'never',
    extras: {
      status: z.number().int().optional().openapi({ description: 'The HTTP status that the URL returned.' }),
      reason: z.string().optional().openapi({ description: 'What went wrong.' }),
      path,
    },
    example: { message: 'The URL responded with 404.', extras: { status: 404 } },
  },
  STORAGE_LIMIT: {
    status: 403,
    meaning: 'The workspace has used all storage of its plan, or of the installation’s limit.',
    remedy: 'Delete media, change the plan, or ask the operator (`STORAGE_WORKSPACE_GIB_MAX`).',
    retry: 'never',
    extras: {
      usedBytes: z.number().int().openapi({ description: 'How many bytes the workspace uses.' }),
      maxBytes: z.number().int().openapi({ description: 'How many bytes the workspace may use.' }),
    },
    example: {
      message: 'The workspace does not have enough storage left for this file.',
      extras: { usedBytes: 1_073_000_000, maxBytes: 1_073_741_824 },
    },
  },
  STORAGE_WRITE_FAILED: {
    status: 503,
    meaning: 'The storage failed while the file was being written. Nothing was stored.',
    remedy: 'This is usually temporary. If it lasts, ask the operator to look at the storage.',
    retry: 'immediately',
    example: { message: 'The storage did not accept the file. Try again.', extras: {} },
  },
  STORAGE_FULL: {
    status: 503,
    meaning:
      'The disk of the installation is full, or has too little free space for the file (`STORAGE_FREE_MIB_MIN`). Nothing was stored.',
    remedy: 'The operator has to make space. A repeat fails until then.',
    retry: 'after-remedy',
    example: { message: 'The server has too little free space for this file.', extras: {} },
  },
  MEDIA_IN_USE: {
    status: 409,
    meaning:
      'The asset, or an asset of the workspace that is to be deleted, is used by posts that are not published yet, which may be in other workspaces. Or the asset is the logo of the workspace’s brand; then `postCount` is 0.',
    remedy: 'Remove it from these posts, or from the brand, first. GET /posts?mediaId=… finds the posts.',
    retry: 'after-remedy',
    extras: { postCount: z.number().int().openapi({ description: 'How many posts use the asset.' }) },
    example: { message: 'Posts that have yet to be published use this file.', extras: { postCount: 2 } },
  },
  SIGNATURE_INVALID: {
    status: 403,
    meaning: `The signed URL was changed, has expired, or was used too many times for an upload: until the upload is completed, its URL can be used ${usesPerUploadUrlMax} times.`,
    remedy:
      'For an upload, POST /media/{id}/upload gives a new URL. To read a file, get the media asset again.',
    retry: 'never',
    extras: { reason: z.string().openapi({ description: 'What is wrong with the signed URL.' }) },
    example: {
      message: 'This URL has expired. Request a new one.',
      extras: { reason: 'expired' },
    },
  },
} satisfies Partial<ErrorEntries>;

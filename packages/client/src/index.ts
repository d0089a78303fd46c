export { createPunctualClient, type ClientOptions, type PunctualClient } from './client.js';
export {
  dataOf,
  isPunctualError,
  PunctualError,
  type ErrorBody,
  type ErrorBodyOf,
  type ErrorCode,
} from './errors.js';
export { itemsOf, type ItemOf, type PagedPath, type PageParams } from './pages.js';
export { retryDefaults, type RetryOptions } from './retry.js';
export { uploadMedia, type UploadOptions } from './upload.js';
export { UploadError, type UploadFailure } from './upload-error.js';
export type { UploadFile, UploadStream } from './upload-source.js';
export { endingOf, waitForPost, WaitTimedOut, type PostEnding, type WaitOptions } from './wait-for-post.js';
export type { components, operations, paths } from './api-types.js';

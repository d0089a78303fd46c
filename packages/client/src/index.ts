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
export type { components, operations, paths } from './api-types.js';

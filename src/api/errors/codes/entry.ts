import { z } from '@hono/zod-openapi';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { ErrorCode, ErrorExtras } from '../../../domain/errors.js';

export const detailSchema = z
  .object({
    path: z.string().openapi({ description: 'Into the request, dotted; empty: the whole of it.' }),
    code: z.string().openapi({ description: 'Stable word for the kind of finding.' }),
    message: z.string(),
    limit: z.number().optional(),
    actual: z.number().optional(),
  })
  .openapi('ErrorDetail');

/** What a client does with the same request (spec, Retry rules). */
export type RetryRule = 'never' | 'after-remedy' | 'immediately' | 'after-delay' | 'backoff';

interface CommonEntry<C extends ErrorCode> {
  status: ContentfulStatusCode;
  /** When it comes. */
  meaning: string;
  /** What the caller does about it. */
  remedy: string;
  retry: RetryRule;
  example: { message: string; extras: ErrorExtras[C] };
}

/** What the code adds to the envelope, for the description. */
interface Extras<C extends ErrorCode> {
  extras: Record<keyof ErrorExtras[C], z.ZodType>;
}

/** All that the API says of each code of the closed list; one that is missing, or lacks something, does not compile. */
export type ErrorEntries = {
  [C in ErrorCode]: CommonEntry<C> & (keyof ErrorExtras[C] extends never ? unknown : Extras<C>);
};

import { z } from 'zod';
import type { OpenSession } from '../session.js';

export const metaCredentialsSchema = z.object({ accessToken: z.string().min(1) });
export type MetaCredentials = z.infer<typeof metaCredentialsSchema>;
export type MetaSession = OpenSession<MetaCredentials>;

/** The account's id as a part of a path. */
export function accountPath({ externalAccountId }: MetaSession): string {
  return encodeURIComponent(externalAccountId);
}

/** The response to a call that creates an object. */
export const idSchema = z.object({ id: z.string().min(1) });

import { z } from 'zod';
import type { OpenSession } from '../session.js';

export const metaCredentialsSchema = z.object({ accessToken: z.string().min(1) });
export type MetaCredentials = z.infer<typeof metaCredentialsSchema>;
export type MetaSession = OpenSession<MetaCredentials>;

import { z } from 'zod';
import type { OpenSession } from '../session.js';

export const metaCredentialsSchema = z.object({ accessToken: z.string().min(1) });
export type MetaSession = OpenSession<z.infer<typeof metaCredentialsSchema>>;

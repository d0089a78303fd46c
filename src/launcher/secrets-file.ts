import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { readJson, writeJsonAtomically } from './files.js';

const schema = z.object({
  encryptionKeys: z.string(),
  postgresPassword: z.string(),
  /** The name of this data folder's cluster if it has to be stored elsewhere. */
  clusterId: z.string(),
  /** The seeded key, kept so that a restarted stack accepts the same one. */
  apiKey: z.string().optional(),
});

export type StackSecrets = z.infer<typeof schema>;

/** The secrets of one data folder, created on first use. */
export function loadSecrets(file: string): StackSecrets {
  const found = schema.safeParse(readJson(file));
  if (found.success) return found.data;
  const made: StackSecrets = {
    encryptionKeys: `k1:${randomBytes(32).toString('base64')}`,
    postgresPassword: randomBytes(24).toString('hex'),
    clusterId: randomBytes(8).toString('hex'),
  };
  writeJsonAtomically(file, made);
  return made;
}

export function saveApiKey(file: string, secrets: StackSecrets, apiKey: string): void {
  if (secrets.apiKey !== apiKey) writeJsonAtomically(file, { ...secrets, apiKey });
}

import { z } from 'zod';

/** A record in exactly one version. */
export const strongRefSchema = z.object({ uri: z.string().startsWith('at://'), cid: z.string().min(1) });
export type StrongRef = z.infer<typeof strongRefSchema>;

export const blobSchema = z.object({
  $type: z.literal('blob'),
  ref: z.object({ $link: z.string().min(1) }),
  mimeType: z.string(),
  size: z.number().int(),
});
export type Blob = z.infer<typeof blobSchema>;

/** The parts of a record's at:// URI. */
export function recordAddress(uri: string): { repo: string; collection: string; rkey: string } {
  const [repo = '', collection = '', rkey = ''] = uri.replace(/^at:\/\//, '').split('/');
  return { repo, collection, rkey };
}

import { z } from 'zod';
import { isSuccess, readAnswer, type PlatformAnswer } from '../kit/call.js';

export const envelopeSchema = z.object({
  code: z.number(),
  message: z.string().optional(),
  /** Rejections may leave it out. */
  data: z.unknown().optional(),
});
export type Envelope = z.infer<typeof envelopeSchema>;

/** The envelope of every response. HTTP 200 says nothing; the code in here does. */
export function readEnvelope(answer: PlatformAnswer): Envelope | null {
  return readAnswer(answer, envelopeSchema);
}

/** The data of a success; null for everything else. */
export function readData<T>(answer: PlatformAnswer, schema: z.ZodType<T>): T | null {
  const envelope = isSuccess(answer) ? readEnvelope(answer) : null;
  if (envelope?.code !== 0) return null;
  return schema.safeParse(envelope.data).data ?? null;
}

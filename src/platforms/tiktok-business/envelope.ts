import { z } from 'zod';
import { isSuccess, readAnswer, type PlatformAnswer } from '../kit/call.js';

export const envelopeSchema = z.object({
  code: z.number(),
  message: z.string().optional(),
  /** Rejections may leave out the data. */
  data: z.unknown().optional(),
});
export type Envelope = z.infer<typeof envelopeSchema>;

/** Reads the envelope of a response. The outcome depends on the code in the envelope, not on HTTP 200. */
export function readEnvelope(answer: PlatformAnswer): Envelope | null {
  return readAnswer(answer, envelopeSchema);
}

/** Reads the data of a success. Returns null for any other response. */
export function readData<T>(answer: PlatformAnswer, schema: z.ZodType<T>): T | null {
  const envelope = isSuccess(answer) ? readEnvelope(answer) : null;
  if (envelope?.code !== 0) return null;
  return schema.safeParse(envelope.data).data ?? null;
}

import { z } from 'zod';
import table from './deviations.json' with { type: 'json' };

const deviationSchema = z.strictObject({
  /** The name of the description that the request deviates from. */
  description: z.string(),
  fault: z.string().transform((pattern) => new RegExp(pattern)),
  /** One sentence, which docs/platforms.md shows. */
  reason: z.string().endsWith('.'),
  source: z.url(),
  /** Whether the server may refuse the request. The connector then sends another one. */
  isRefused: z.literal(true).optional(),
});
export type Deviation = z.infer<typeof deviationSchema>;

/** The faults that are known and accepted. */
export const deviations: readonly Deviation[] = z.array(deviationSchema).parse(table);

import { z } from 'zod';
import table from './deviations.json' with { type: 'json' };

const deviationSchema = z.strictObject({
  /** The description that has it. */
  description: z.string(),
  fault: z.string().transform((pattern) => new RegExp(pattern)),
  /** One sentence, which docs/platforms.md shows. */
  reason: z.string().endsWith('.'),
  source: z.url(),
  /** Whether the request is refused, because the connector knows another one for a server that does so. */
  isRefused: z.literal(true).optional(),
});
export type Deviation = z.infer<typeof deviationSchema>;

/** The faults that are known and accepted. */
export const deviations: readonly Deviation[] = z.array(deviationSchema).parse(table);

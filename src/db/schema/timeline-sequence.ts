import { sql } from 'drizzle-orm';
import { bigint, pgSequence } from 'drizzle-orm/pg-core';

/** Numbers events and attempts together, so that those of the same millisecond keep their order. */
export const timelineSequence = pgSequence('timeline_sequence');

export const timelineNumber = () =>
  bigint('timeline_number', { mode: 'number' })
    .notNull()
    .default(sql`nextval('timeline_sequence')`);

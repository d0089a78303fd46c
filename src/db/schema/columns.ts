import { customType, timestamp } from 'drizzle-orm/pg-core';

export const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/**
 * A timestamp with millisecond precision, so that a value read back compares as equal (keyset cursors,
 * compare-and-set).
 */
export const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' });

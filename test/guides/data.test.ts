import { getTableName, is } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import { describe, expect, it } from 'vitest';
import { envSchema } from '../../src/config/env.js';
import * as schema from '../../src/db/schema/index.js';
import { commentRetentionMs } from '../../src/domain/comments.js';
import { connectKeptMs } from '../../src/domain/connect-sessions.js';
import { clientReferenceWindowMs, idempotencyWindowMs } from '../../src/domain/limits.js';
import { abandonedUploadMs } from '../../src/domain/media.js';
import { rateWindowMs } from '../../src/domain/rate-limits.js';
import {
  addressThrottle,
  emailThrottle,
  oneTimeSignInMsMax,
  sessionAbsoluteMsMax,
  sessionIdleMsMax,
} from '../../src/domain/sessions.js';
import { webhookRetentionMs } from '../../src/domain/webhooks.js';
import { invitationMsMax } from '../../src/domain/workspaces.js';
import { sealedPlaces } from '../../src/services/shared/secrets/sealed-columns.js';
import { codeWords, readPage, sectionOf, tableHeaded, tableRows } from './page.js';

const page = readPage('data.md');
const rows = tableRows(sectionOf(page, 'Postgres, table by table'));
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
const defaults = envSchema.parse({});

describe('docs/data.md', () => {
  it('has a row for every table of the database, and no other rows', () => {
    const listed = rows.flatMap(([names = '']) => codeWords(names));
    const tables = Object.values(schema).flatMap((each) => (is(each, PgTable) ? [getTableName(each)] : []));
    expect(listed.sort()).toEqual([...new Set(tables)].sort());
  });

  it('marks every table with encrypted values', () => {
    for (const table of new Set(sealedPlaces.map(({ place }) => place.table))) {
      const row = rows.find(([names = '']) => codeWords(names).includes(table));
      expect(row?.[1], table).toContain('encrypted');
    }
  });

  it.each([
    ['Comments of a disconnected account', commentRetentionMs, '30 days', 30 * dayMs],
    ['Webhook events, deliveries and attempts', webhookRetentionMs, '30 days', 30 * dayMs],
    ['Connect sessions', connectKeptMs, '24 hours', dayMs],
    ['Sign-in sessions', sessionAbsoluteMsMax, '7 days', 7 * dayMs],
    ['Sign-in sessions', sessionIdleMsMax, '24 hours', dayMs],
    ['One-time sign-in links', oneTimeSignInMsMax, '1 hour', hourMs],
    ['Invitations', invitationMsMax, '7 days', 7 * dayMs],
    ['Responses kept for an `Idempotency-Key`', idempotencyWindowMs, '24 hours', dayMs],
    ['Your `clientReferenceId` values', clientReferenceWindowMs, '24 hours', dayMs],
    ['Deleted posts', defaults.DELETED_POST_DAYS * dayMs, '31 days', 31 * dayMs],
    ['Revoked API keys', defaults.REVOKED_KEY_DAYS * dayMs, '400 days', 400 * dayMs],
    ['Uploads that were not completed', abandonedUploadMs, '24 hours', dayMs],
    ['Failed sign-in counts', Math.max(emailThrottle.forgetMs, addressThrottle.forgetMs), '24 hours', dayMs],
    ['Request counts for rate limits', Math.max(...Object.values(rateWindowMs)), '15 minutes', 15 * minuteMs],
  ])('states how long the code keeps the data: %s', (what, keptMs, words, statedMs) => {
    const summary = tableHeaded(sectionOf(page, 'Summary: how long things are kept'), 'What');
    expect(summary.find(([first]) => first === what)?.[1]).toContain(words);
    expect(statedMs).toBe(keptMs);
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDb } from '../../src/db/client.js';
import { createLogger } from '../../src/log.js';
import { readClockState } from '../../src/services/health/clock-state.js';
import { createDatabaseClock } from '../../src/services/shared/clocks/due-clock.js';
import { createFollowedClock } from '../../src/services/shared/clocks/followed-clock.js';
import { createShiftedClock } from '../harness/clock.js';
import { createTestDatabase } from '../harness/postgres.js';

const hourMs = 3_600_000;
/** This is much longer than a busy machine needs for a response. */
const nearMs = 60_000;

describe('the clock that services use for decisions', () => {
  let opened: ReturnType<typeof openDb>;
  let drop: () => Promise<void>;
  const ends = new AbortController();
  beforeAll(async () => {
    const database = await createTestDatabase();
    drop = database.drop;
    opened = openDb({ url: database.url, connectionsMax: 2 });
  });
  afterAll(async () => {
    ends.abort();
    await opened.close();
    await drop();
  });
  const follow = (shiftMs: number, db = opened.db) => {
    const own = createShiftedClock();
    own.shiftMs = shiftMs;
    const log = createLogger({ level: 'silent', name: 'test' });
    return { own, clock: createFollowedClock({ db, log, dueClock: createDatabaseClock(), own }) };
  };
  const isNow = (at: Date): boolean => Math.abs(at.getTime() - Date.now()) < nearMs;

  it.each([48 * hourMs, -48 * hourMs])(
    'follows the database if the machine’s clock is wrong by %i ms',
    async (off) => {
      const { clock } = follow(off);
      expect(isNow(clock.now())).toBe(false);
      expect(readClockState(clock)).toEqual({ clock: 'unknown', clockAheadSeconds: null });
      await clock.follow(ends.signal);
      expect(isNow(clock.now())).toBe(true);
      expect(readClockState(clock).clock).toBe('off');
      expect(Math.abs((clock.aheadMs() ?? 0) - off)).toBeLessThan(nearMs);
    },
  );

  it('stays correct when the machine’s clock is changed', async () => {
    const { own, clock } = follow(0);
    await clock.follow(ends.signal);
    expect(readClockState(clock).clock).toBe('ok');
    own.shiftMs = 48 * hourMs;
    expect(isNow(clock.now())).toBe(true);
    expect(readClockState(clock).clock).toBe('off');
  });

  it('starts only when the database responds', async () => {
    let asked = 0;
    const away = new Proxy(opened.db, {
      get: (db, key) => {
        if (key === '_' && (asked += 1) < 2) throw new Error('the database is away');
        return Reflect.get(db, key) as unknown;
      },
    });
    const { clock } = follow(48 * hourMs, away);
    await clock.follow(ends.signal);
    expect(isNow(clock.now())).toBe(true);
  });
});

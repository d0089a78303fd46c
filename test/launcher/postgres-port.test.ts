import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findPostgresUser } from '../../src/launcher/postgres-user.js';
import { startPostgres } from '../../src/launcher/postgres.js';
import { openServerHouse, runPostgres, type ServerHouse } from '../harness/servers.js';

const startMsMax = 300_000;
let house: ServerHouse;
let takenPort = 0;

beforeAll(async () => {
  house = openServerHouse('punctual-port-');
  const { url } = await runPostgres(house, { isDurable: false });
  takenPort = Number(new URL(url).port);
}, startMsMax);
afterAll(() => house.close());

it(
  'an error about a port that another Postgres uses does not contain the refused password',
  async () => {
    const starting = startPostgres({
      folder: path.join(house.folder, 'second'),
      port: takenPort,
      password: 'of the second',
      user: findPostgresUser(),
      keeper: house.keeper,
      onLine: () => undefined,
      isDurable: false,
    });
    await expect(starting).rejects.toThrow(
      new RegExp(`^Another program, perhaps the Postgres of another stack, uses port ${takenPort},`),
    );
  },
  startMsMax,
);

import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { examineConfig, secretsIn } from './examine.js';

const key = randomBytes(32).toString('base64');
const good = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://punctual:p%40ssword@db.example:5432/punctual',
  ENCRYPTION_KEYS: `k1:${key}`,
  PUBLIC_URL: 'https://punctual.example',
};

describe('an examined configuration', () => {
  it('has no errors if it is valid, and contains the settings', () => {
    const { usable, faults } = examineConfig(good);
    expect(faults).toEqual([]);
    expect(usable?.config.databaseUrl).toBe(good.DATABASE_URL);
  });

  it('has a list of all errors next to the valid settings', () => {
    const { usable, faults } = examineConfig({
      NODE_ENV: 'production',
      PORT: 'many',
      X_API_URL: 'ftp://x',
      WEBHOOK_ALLOW_CIDRS: '10.0.0.0/8',
      STRIPE_SECRET_KEY: 'sk_live_1',
      STORAGE: 's3',
      X_CLIENT_ID: 'mine',
    });
    expect(faults.flatMap(({ variables }) => variables)).toEqual(
      expect.arrayContaining([
        'PORT',
        'X_API_URL',
        'WEBHOOK_ALLOW_CIDRS',
        'STRIPE_SECRET_KEY',
        'STRIPE_WORKSPACE_ADD_ON_PRICE',
        'STORAGE_S3_BUCKET',
        'DATABASE_URL',
        'ENCRYPTION_KEYS',
        'PUBLIC_URL',
      ]),
    );
    expect(usable?.config.platformSettings.X).toMatchObject({
      baseUrl: 'https://api.x.com',
      clientId: 'mine',
    });
  });

  it('has a list of the secrets that must not be printed', () => {
    expect(
      secretsIn({ ...good, X_CLIENT_SECRET: 'x-secret-value', X_CLIENT_ID: 'public-id' }).sort(),
    ).toEqual([`k1:${key}`, key, 'p%40ssword', 'p@ssword', 'x-secret-value'].sort());
  });
});

import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { projectRoot } from '../../src/launcher/files.js';
import { buildProduct } from '../faults/build.js';

const env = { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '' };

describe('--help', () => {
  beforeAll(buildProduct, 180_000);

  it.each(['accounts', 'after-restore', 'migrate', 'setup', 'users', 'webhooks'])(
    'of %s shows the usage and does nothing, also where no database is configured',
    (name) => {
      const file = path.join(projectRoot, 'dist', 'bin', `${name}.js`);
      const { status, stdout, stderr } = spawnSync(process.execPath, [file, '--help'], {
        env,
        encoding: 'utf8',
      });
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
      expect(stdout).toMatch(new RegExp(`^Usage:\\n {2}npm run ${name}\\b`));
    },
  );
});

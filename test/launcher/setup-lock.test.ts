import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';

const lockModule = new URL('../../scripts/lib/setup-lock.mjs', import.meta.url);
/** The id of a user that every system has, and that owns nothing. */
const nobody = 65_534;

// Only root can become another user.
it.skipIf(process.getuid?.() !== 0)(
  'a user who may only read the code can run a command without the lock',
  () => {
    const script = `
    process.setgroups([]);
    process.setgid(${nobody});
    process.setuid(${nobody});
    const { withSetupLock } = await import(${JSON.stringify(lockModule.href)});
    await withSetupLock(() => console.log('The command runs.'));`;
    const output = execFileSync(process.execPath, ['--input-type=module', '--eval', script], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    expect(output).toBe('The command runs.\n');
  },
);

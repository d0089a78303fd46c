import { createServer, type AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { anyFreePort, choosePort, isPortFree } from '../../src/launcher/ports.js';
import { readSettings } from '../../src/launcher/settings.js';

async function takePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(
    () =>
      new Promise<void>(
        (resolve) =>
          void server.close(() => {
            resolve();
          }),
      ),
  );
  return (server.address() as AddressInfo).port;
}

describe('the ports of the stack', () => {
  it('are the preferred ones while those are free', async () => {
    const preferred = await anyFreePort();
    await expect(choosePort({ variable: 'PORT', preferred, isExplicit: false }, new Set())).resolves.toEqual({
      port: preferred,
    });
  });

  it('are replaced, with the reason, if another program uses them', async () => {
    const preferred = await takePort();
    const choice = await choosePort({ variable: 'SANDBOX_PORT', preferred, isExplicit: false }, new Set());
    expect(choice.port).toBeGreaterThan(preferred);
    expect(await isPortFree(choice.port)).toBe(true);
    expect(choice.note).toContain(`Port ${preferred} is used`);
    expect(choice.note).toContain(`SANDBOX_PORT is ${choice.port}`);
  });

  it('are never the same for two programs of the stack', async () => {
    const preferred = await anyFreePort();
    const { port } = await choosePort(
      { variable: 'PORT', preferred, isExplicit: false },
      new Set([preferred]),
    );
    expect(port).not.toBe(preferred);
  });

  it('are not replaced if the user has set them', async () => {
    const preferred = await takePort();
    const choice = choosePort({ variable: 'PORT', preferred, isExplicit: true }, new Set());
    await expect(choice).rejects.toThrow(`Port ${preferred} (PORT) is used by another program.`);
  });
});

describe('the port settings', () => {
  it('show which ports the user has set, and an empty variable counts as not set', () => {
    const { ports } = readSettings({ PORT: '8080', SANDBOX_PORT: '' });
    expect(ports.api).toMatchObject({ preferred: 8080, isExplicit: true });
    expect(ports.sandbox).toMatchObject({ preferred: 3100, isExplicit: false });
  });

  it.each(['abc', '-1', '70000', '80 '])(
    'cannot contain the port "%s", which is refused with one sentence',
    (value) => {
      expect(() => readSettings({ TEMPORAL_PORT: value })).toThrow(/^TEMPORAL_PORT must be a port number/);
    },
  );
});

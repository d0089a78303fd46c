import { describe, expect, it } from 'vitest';
import { searchAttributeNames } from '../../src/domain/workflow-contract.js';
import {
  nativeServerArguments,
  parseComposeCommand,
  readComposeCommand,
} from '../../src/launcher/temporal-compose.js';
import { searchAttributesOf } from '../../src/launcher/temporal-server.js';

const file = (command: string): string =>
  `services:\n  temporal:\n    image: temporalio/temporal:1.9.1\n    command: ${command}\n`;

describe('temporal-dev.yml', () => {
  it('registers every search attribute that the workflows set', () => {
    const registered = Object.keys(searchAttributesOf(readComposeCommand()));
    expect(registered.sort()).toEqual(Object.values(searchAttributeNames).sort());
  });

  it('is run natively with the addresses and the database of this machine, and otherwise unchanged', () => {
    const command = readComposeCommand();
    const options = { ip: '127.0.0.1', port: 17_233, uiPort: 18_233, dbFilename: '/data/t.db' };
    const native = nativeServerArguments(command, options);
    expect(native).toEqual(
      expect.arrayContaining([
        '--ip=127.0.0.1',
        '--port=17233',
        '--ui-ip=127.0.0.1',
        '--ui-port=18233',
        '--db-filename=/data/t.db',
      ]),
    );
    const flags = (name: string, list: string[]): string[] =>
      list.filter((argument) => argument.startsWith(`${name}=`));
    for (const name of ['--ip', '--port', '--ui-port', '--db-filename'])
      expect(flags(name, native)).toHaveLength(1);
    for (const name of ['--search-attribute', '--sqlite-pragma', '--dynamic-config-value', '--log-level']) {
      expect(flags(name, command).length).toBeGreaterThan(0);
      expect(flags(name, native)).toEqual(flags(name, command));
    }
  });

  it('is run in tests in memory, without UI and with additional dynamic configuration', () => {
    const native = nativeServerArguments(readComposeCommand(), {
      ip: '127.0.0.1',
      port: 1,
      dynamicConfig: ['a.b=true'],
    });
    expect(native).toContain('--headless');
    expect(native).toContain('--dynamic-config-value=a.b=true');
    expect(native.join(' ')).not.toMatch(/--db-filename|--sqlite-pragma|--ui-/);
  });

  it.each([
    ['a command of another kind', '[operator, cluster]'],
    ['a flag separated from its value', '[server, start-dev, --port, "7233"]'],
    ['a command that is one string', 'server start-dev'],
  ])('is refused with one sentence if it has %s', (_what, command) => {
    expect(() => parseComposeCommand(file(command))).toThrow(/^temporal-dev\.yml/);
  });
});

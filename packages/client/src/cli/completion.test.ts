import { spawnSync } from 'node:child_process';
import { afterAll, describe, expect, it } from 'vitest';
import { openTerminal } from '../../testing/terminal.js';
import { runCommandLine } from './command-line.js';

const terminal = openTerminal({ baseUrl: 'http://127.0.0.1:1/api/v1' });
afterAll(() => {
  terminal.remove();
});

const hasShell = (name: string): boolean => spawnSync(name, ['--version']).status === 0;
for (const shell of ['zsh', 'fish'].filter((name) => !hasShell(name)))
  process.stderr.write(`NOT TESTED: the completion script for ${shell}, which needs ${shell}.\n`);

const scriptOf = async (shell: string): Promise<string> => (await terminal.run(['completion', shell])).stdout;

/** Returns the words that bash offers after these. */
async function offered(...words: string[]): Promise<string[]> {
  const call = `COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}
_punctual; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const script = `set -eu\n${await scriptOf('bash')}\n${call}`;
  const { status, stdout, stderr } = spawnSync('bash', ['-c', script], { encoding: 'utf8' });
  expect([status, stderr]).toEqual([0, '']);
  return stdout.split('\n').filter((line) => line !== '');
}

describe('the completion in bash', () => {
  it('offers commands, verbs, options and the values of an argument', async () => {
    expect(await offered('punctual', '')).toEqual(
      expect.arrayContaining([
        'login',
        'posts',
        'media',
        'accounts',
        'comments',
        'webhooks',
        'help',
        '--json',
      ]),
    );
    expect(await offered('punctual', 'po')).toEqual(['posts']);
    expect(await offered('punctual', 'posts', 're')).toEqual(['retry', 'remove']);
    expect(await offered('punctual', '--json', 'posts', 'create', '--t')).toEqual(['--text', '--timeout']);
    expect(await offered('punctual', 'posts', 'list', '--status', 'P')).toEqual([
      'PUBLISHING',
      'PARTIALLY_PUBLISHED',
      'PUBLISHED',
    ]);
    expect(await offered('punctual', 'accounts', 'list', '--platform', 'BL')).toEqual(['BLUESKY']);
    expect(await offered('punctual', 'posts', 'list', '--h')).toEqual(['--help']);
    expect(await offered('punctual', 'completion', '')).toEqual(
      expect.arrayContaining(['bash', 'zsh', 'fish']),
    );
  });
});

describe.skipIf(!hasShell('zsh'))('the completion in zsh', () => {
  it('is a valid script', async () => {
    const { status, stderr } = spawnSync('zsh', ['-n'], { input: await scriptOf('zsh'), encoding: 'utf8' });
    expect([status, stderr]).toEqual([0, '']);
  });
});

describe.skipIf(!hasShell('fish'))('the completion in fish', () => {
  it('offers the verbs of a command', async () => {
    const input = `${await scriptOf('fish')}\ncomplete -C 'punctual posts re'\ncomplete -C 'punctual posts list --status D'\n`;
    const { stdout } = spawnSync('fish', ['--no-config'], { input, encoding: 'utf8' });
    expect(stdout).toMatch(/^retry\t/m);
    expect(stdout).toMatch(/^DRAFT\b/m);
  });
});

it('a completion contains the other commands of a program, each name once', async () => {
  let script = '';
  const stdout = { write: (text: string) => (script += text) };
  const others = [
    { word: 'doctor', summary: 'Checks the installation.' },
    { word: 'posts', summary: 'Another summary.' },
  ];
  const options = { version: '1.2.3', surroundings: { stdout }, others };
  expect(await runCommandLine(['completion', 'zsh'], options)).toBe(0);
  expect(script).toContain("'doctor:Checks the installation.'");
  expect(script).not.toContain('Another summary.');
});

it('an unknown shell is refused', async () => {
  const { code, stderr } = await terminal.run(['completion', 'tcsh']);
  expect(code).toBe(2);
  expect(stderr).toContain('bash, zsh, fish');
});

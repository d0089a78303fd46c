import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline/promises';
import { afterAll, expect, it } from 'vitest';
import { filledIn } from '../e2e/shell.js';
import { codeBlock, readPage } from '../guides/page.js';
import { allow } from '../harness/apps.js';
import { useTestApi } from '../harness/use-test-api.js';

const api = useTestApi();
const folder = mkdtempSync(path.join(tmpdir(), 'punctual-oauth-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('the program of docs/oauth.md gets tokens from a person, calls the API, and refreshes the tokens', async () => {
  const person = await api.mintPerson();
  const program = filledIn(codeBlock(readPage('oauth.md'), 'js', 'oauth4webapi'), {
    'https://punctual.example.com/api/v1': `${api.url}/api/v1`,
    // The code sees the package as if it were installed in that folder.
    "'oauth4webapi'": `'${import.meta.resolve('oauth4webapi')}'`,
  });
  const file = path.join(folder, 'app.mjs');
  writeFileSync(file, program);
  const child = spawn(process.execPath, [file], { stdio: ['ignore', 'pipe', 'pipe'] });
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const printed: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    printed.push(line);
    if (!line.startsWith('Open ')) continue;
    const page = new URL(line.slice('Open '.length));
    expect(page.pathname).toBe('/me/authorize');
    const back = await allow(api, person, page.search.slice(1), { scopes: ['posts:read'] });
    expect(await (await fetch(back)).text()).toBe('You can close this page.');
  }
  expect([printed.slice(1), errors]).toEqual([['200 0 posts:read', '1800'], '']);
});

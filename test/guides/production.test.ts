import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { commands } from '../../src/bin/commands.js';
import { toAppConfig } from '../../src/config/config.js';
import { readEnv } from '../../src/config/env.js';
import { createPrometheus } from '../../src/observability/prometheus.js';
import { allPages, codeBlock, codeBlocks, readPage, tableHeaded } from './page.js';

const page = readPage('production.md');
const packageUrl = new URL('../../package.json', import.meta.url);
const { scripts } = JSON.parse(readFileSync(packageUrl, 'utf8')) as { scripts: Record<string, string> };

describe('docs/production.md', () => {
  it('names only existing metrics', async () => {
    const none = () => Promise.reject(new Error('none'));
    const { render } = createPrometheus({ process: 'api', readDebts: none, readTableBytes: none });
    const { text } = await render();
    const known = [...text.matchAll(/^# HELP (\S+)/gm)].map(([, name]) => name);
    const figures = tableHeaded(page.text, 'Figure').map(([first = '']) => first);
    expect(figures.length).toBeGreaterThan(3);
    const named = [...page.text.matchAll(/punctual_\w+(?!…)\b/g)].map(([name]) => name);
    expect(named.filter((name) => !name.endsWith('_') && !known.includes(name))).toEqual([]);
    for (const figure of figures) expect(figure).toMatch(/punctual_/);
  });

  it('has an example environment with which Punctual starts', () => {
    const lines = codeBlock(page, 'sh', 'ENCRYPTION_KEYS').split('\n');
    const variables = lines.filter((line) => /^[A-Z]/.test(line)).map((line) => line.split(/=(.*)/s));
    const example = Object.fromEntries(variables) as Record<string, string>;
    const filled = {
      ...example,
      ENCRYPTION_KEYS: `k1:${Buffer.alloc(32, 7).toString('base64')}`,
      STORAGE_S3_BUCKET: 'media',
    };
    expect(toAppConfig(readEnv(filled))).toBeDefined();
    for (const name of ['DATABASE_URL', 'ENCRYPTION_KEYS', 'PUBLIC_URL'])
      expect(example).toHaveProperty(name);
  });
});

describe('the documented commands', () => {
  it.each(allPages())('exist in $name', (each) => {
    const text = [each.text, ...codeBlocks(each, 'sh')].join('\n');
    const named = [...text.matchAll(/npm run ([a-z][a-z:-]*)/g)].map(([, name = '']) => name);
    expect(named.filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
    const typed = [...text.matchAll(/(?:^|`|exec )punctual ([a-z][a-z-]*)/gm)].map(([, name = '']) => name);
    const known = ['help', ...commands.map(({ name }) => name)];
    expect(typed.filter((name) => !known.includes(name))).toEqual([]);
  });
});

import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { projectRoot } from '../../src/project-root.js';
import { files, read } from '../docs/repository.js';

const page = read('docs/one-server.md');
const shell = [...page.matchAll(/```sh\n(.*?)```/gs)].map(([, text = '']) => text).join('');

describe('the page about one server', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'punctual-one-server-'));
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  it('names only files that deploy/ has', () => {
    const named = [...shell.matchAll(/\bdeploy\/[\w./*-]+/g)].map(([name]) => name);
    expect(named).toContain('deploy/systemd/temporal.service');
    const isThere = (name: string): boolean => {
      const [before = '', after = ''] = name.split('*');
      return files.some((file) =>
        name.includes('*') ? file.startsWith(before) && file.endsWith(after) : file === name,
      );
    };
    expect(named.filter((name) => !isThere(name))).toEqual([]);
  });

  it('fills in every password, key and host name of the settings', () => {
    mkdirSync(path.join(folder, 'caddy'));
    const commands = shell
      .replaceAll('\\\n', '')
      .split('\n')
      .filter((line) => /^sed |^install .*\.env\.example/.test(line))
      .map((line) => line.replace(/ -g \w+/, '').replaceAll('/etc/', `${folder}/`));
    expect(commands).toHaveLength(5);
    const values = 'punctual_password=one; temporal_password=two; host=posts.example.org';
    execFileSync('bash', ['-euc', [values, ...commands].join('\n')], { cwd: projectRoot });
    const settings = (file: string): string => readFileSync(path.join(folder, file), 'utf8');
    expect(settings('temporal.env')).toMatch(/^POSTGRES_PWD=two\nSQL_PASSWORD=two$/m);
    expect(settings('punctual.env')).toMatch(
      /^DATABASE_URL=postgres:\/\/punctual:one@127\.0\.0\.1:5432\/punctual$/m,
    );
    expect(settings('punctual.env')).toMatch(/^ENCRYPTION_KEYS=k1:[A-Za-z0-9+/]{43}=$/m);
    expect(settings('punctual.env')).toMatch(/^PUBLIC_URL=https:\/\/posts\.example\.org$/m);
    expect(settings('caddy/Caddyfile')).toMatch(/^posts\.example\.org \{$/m);
  });
});

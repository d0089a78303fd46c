import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { useTenant, useTestApi } from '../harness/use-test-api.js';

const packageFolder = fileURLToPath(new URL('../../packages/client', import.meta.url));
const tsc = fileURLToPath(new URL('../../node_modules/typescript/bin/tsc', import.meta.url));

/** The code of a user who has installed only the client. */
const consumer = `
import { createPunctualClient, dataOf, isPunctualError, itemsOf, type ErrorCode } from '@punctual/client';
import { verifyWebhook, type WebhookEvent } from '@punctual/client/webhooks';

export async function tryOut(baseUrl: string, apiKey: string, accountId: string) {
  const punctual = createPunctualClient({ baseUrl, apiKey });
  const post = await dataOf(
    punctual.POST('/posts', { body: { content: 'From a tarball', platforms: [{ accountId }] } }),
  );
  const listed: string[] = [];
  for await (const item of itemsOf(punctual, '/posts', { query: { limit: 1 } })) listed.push(item.id);
  const codes: (ErrorCode | null)[] = [];
  try {
    await dataOf(punctual.POST('/posts/{id}/cancel', { params: { path: { id: post.id } } }));
  } catch (error) {
    if (isPunctualError(error)) codes.push(error.code);
    if (isPunctualError(error, 'INVALID_STATE')) codes.push(error.body.allowed.includes('schedule') ? error.code : null);
    if (isPunctualError(error, 'NOT_FOUND')) codes.push(null);
  }
  // @ts-expect-error: there is no such field.
  post.nonsense;
  return { status: post.status, id: post.id, listed, codes };
}

export function failedTargets(event: WebhookEvent): string[] {
  return event.type === 'post.failed'
    ? event.data.targets.map((target) => target.account.handle + ': ' + (target.errorCode ?? target.status))
    : [];
}

export const verify: (body: string, secrets: string) => WebhookEvent = (body, secrets) =>
  verifyWebhook({ body, headers: {}, secrets });
`;

const runner = `
import { tryOut } from './consumer.js';
console.log(JSON.stringify(await tryOut(...process.argv.slice(2))));
`;

const api = useTestApi();
const tenant = useTenant(api);
const work = mkdtempSync(path.join(tmpdir(), 'punctual-tarball-'));
const folder = path.join(work, 'consumer');

/** npm runs without a network and with an empty cache, so everything that the tarball lacks is missing here. */
const npm = (args: string[], cwd: string): void => {
  const env = { ...process.env, npm_config_cache: path.join(work, 'cache'), npm_config_offline: 'true' };
  execFileSync('npm', args, { cwd, env, stdio: 'pipe' });
};

beforeAll(() => {
  mkdirSync(folder);
  npm(['pack', '--pack-destination', work], packageFolder);
  const [tarball = ''] = readdirSync(work).filter((name) => name.endsWith('.tgz'));
  writeFileSync(path.join(folder, 'package.json'), '{"type":"module","private":true}');
  npm(['install', '--no-audit', '--no-fund', '--ignore-scripts', path.join(work, tarball)], folder);
});
afterAll(() => {
  rmSync(work, { recursive: true, force: true });
});

it('the client can be installed from its tarball, into an empty folder and without a network', () => {
  const lock = JSON.parse(readFileSync(path.join(folder, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, unknown>;
  };
  expect(Object.keys(lock.packages)).toEqual(['', 'node_modules/@punctual/client']);
  const files = readdirSync(path.join(folder, 'node_modules/@punctual/client'), {
    recursive: true,
    encoding: 'utf8',
  });
  expect(files).toEqual(
    expect.arrayContaining(['README.md', 'dist/index.js', 'dist/index.d.ts', 'dist/vendor/LICENSE']),
  );
  const command = path.join(folder, 'node_modules/.bin/punctual');
  expect(execFileSync(command, ['--version']).toString()).toMatch(/^punctual \d+\.\d+\.\d+\n$/);
  expect(files.filter((name) => name.includes('.test.') || name.startsWith('src'))).toEqual([]);
});

it.each([
  { module: 'nodenext', moduleResolution: 'nodenext' },
  { module: 'esnext', moduleResolution: 'bundler' },
])(
  'a TypeScript consumer of the client compiles with %j, including library checks, and runs against the API',
  async (modules) => {
    writeFileSync(path.join(folder, 'consumer.ts'), consumer);
    writeFileSync(path.join(folder, 'runner.mjs'), runner);
    const compilerOptions = { ...modules, target: 'es2023', strict: true, skipLibCheck: false, types: [] };
    const config = JSON.stringify({ compilerOptions, files: ['consumer.ts'] });
    writeFileSync(path.join(folder, 'tsconfig.json'), config);
    execFileSync(process.execPath, [tsc, '-p', folder], { stdio: 'pipe' });
    const [accountId = ''] = tenant.accountIds;
    const output = await outputOf(['runner.mjs', `${api.url}/api/v1`, tenant.key, accountId]);
    const result = JSON.parse(output) as { status: string; id: string; listed: string[]; codes: string[] };
    expect(result).toMatchObject({ status: 'DRAFT', codes: ['INVALID_STATE', 'INVALID_STATE'] });
    expect(result.listed).toContain(result.id);
  },
);

/** The API runs in this process, so that it must not be blocked while the consumer runs. */
function outputOf(args: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
    let [output, errors] = ['', ''];
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve(output);
      else reject(new Error(`The consumer ended with ${code}: ${errors}`));
    });
  });
}

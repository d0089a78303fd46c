import { execFile, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readReference, type OperationDoc } from '../../src/api/docs/reference/description.js';
import { exampleCall, languages, type SampleCall } from '../../src/api/docs/reference/samples.js';
import { exampleIds } from '../../src/api/examples/ids.js';
import { cacheFolderOf } from '../../src/launcher/temporal-cli.js';
import { projectFolder, runShell } from '../e2e/shell.js';
import { ahead } from '../harness/api.js';
import { mintComment } from '../harness/comments.js';
import { openApiDocument } from '../harness/description.js';
import { findPython, makeEnvironment, pythonIn } from '../harness/python.js';
import { useTenant, useTestApi } from '../harness/use-test-api.js';

type Language = (typeof languages)[number]['id'];

const api = useTestApi();
const tenant = useTenant(api);
const { byId } = readReference(openApiDocument());
const work = mkdtempSync(path.join(tmpdir(), 'punctual-samples-'));
afterAll(() => rmSync(work, { recursive: true, force: true }));

const isHere = (command: string, option = '--version'): boolean =>
  spawnSync(command, [option], { stdio: 'ignore' }).status === 0;
const python = findPython();
const isCi = process.env['CI'] === 'true';

/**
 * The way to run a sample in each language, in its own folder, and whether this machine can. CI has all languages but
 * the last two.
 */
const runners: Record<Language, { isHere: boolean; file: string; command: () => string }> = {
  curl: { isHere: isHere('curl') || isCi, file: 'sample.sh', command: () => 'sh sample.sh' },
  typescript: { isHere: true, file: 'sample.mjs', command: () => 'node sample.mjs' },
  python: {
    isHere: python !== null || isCi,
    file: 'sample.py',
    command: () => `${pythonIn(path.join(work, 'python', 'installed'))} sample.py`,
  },
  go: { isHere: isHere('go', 'version') || isCi, file: 'main.go', command: () => 'go run .' },
  php: { isHere: isHere('php'), file: 'sample.php', command: () => 'php sample.php' },
  ruby: { isHere: isHere('ruby'), file: 'sample.rb', command: () => 'ruby sample.rb' },
};

const goSettings = {
  GOCACHE: path.join(cacheFolderOf(process.env), 'go-build'),
  GOPATH: path.join(work, 'gopath'),
  ...{ GOPROXY: 'off', GOTOOLCHAIN: 'local', GOFLAGS: '-mod=mod', GOWORK: 'off', GOENV: 'off' },
};

const prepare: Partial<Record<Language, (folder: string) => Promise<void>>> = {
  typescript: async (folder) => {
    const installed = path.join(folder, 'node_modules/@punctual/client');
    mkdirSync(installed, { recursive: true });
    const build = path.join(projectFolder, 'scripts/build-client.mjs');
    await promisify(execFile)(process.execPath, [build, path.join(installed, 'dist')]);
    cpSync(path.join(projectFolder, 'packages/client/package.json'), path.join(installed, 'package.json'));
  },
  python: (folder) => {
    if (python === null) throw new Error('This test needs Python 3.10 or newer with venv.');
    makeEnvironment(python, path.join(folder, 'installed'), [path.join(projectFolder, 'packages/python')]);
    return Promise.resolve();
  },
  go: async (folder) => {
    const source = path.join(projectFolder, 'packages/go');
    const install = `go mod init example.com/sample && go mod edit -require punctual.example/punctual@v0.0.0 -replace punctual.example/punctual=${source}`;
    await runShell(install, { folder, env: goSettings });
  },
};

/** The ids that replace those of the example, and further query parameters. */
interface Real {
  ids?: Record<string, string>;
  query?: Record<string, string>;
}

const draft = async (): Promise<Real> => ({ ids: { [exampleIds.post]: await api.draft(tenant) } });
const scheduled = async (): Promise<Real> => ({ ids: { [exampleIds.post]: await api.schedule(tenant) } });
const comment = async (): Promise<Real> => ({
  ids: { [exampleIds.comment]: await mintComment(api, tenant) },
});

/** The main operations, each with what its example needs. */
const operations: Record<string, () => Promise<Real>> = {
  createPost: () => Promise.resolve({}),
  validatePost: () => Promise.resolve({}),
  listPosts: async () => {
    await api.draft(tenant);
    await api.draft(tenant);
    const page = await api.as({ key: tenant.key }).get('/posts?limit=1');
    const { nextCursor } = page.body as { nextCursor: string };
    return { query: { limit: '1', cursor: nextCursor } };
  },
  getPost: draft,
  updatePost: draft,
  schedulePost: draft,
  reschedulePost: scheduled,
  cancelPost: scheduled,
  deletePost: draft,
  getPostTimeline: draft,
  presignMedia: () => Promise.resolve({}),
  listMedia: () => Promise.resolve({}),
  listComments: comment,
  getComment: comment,
  markCommentRead: comment,
  listSocialAccounts: () => Promise.resolve({}),
};

function callOf(operation: OperationDoc, { ids = {}, query = {} }: Real): SampleCall {
  const call = exampleCall(operation, `${api.url}/api/v1`);
  const own: Record<string, string> = {
    [exampleIds.workspace]: tenant.workspaceId,
    [exampleIds.socialAccount]: tenant.accountIds[0],
    // A time in the future of this test's clock, but at most five years ahead.
    '2030-01-31T09:00:00Z': ahead(api),
    ...ids,
  };
  const text = Object.entries(own).reduce(
    (written, [shown, real]) => written.replaceAll(shown, real),
    JSON.stringify({ ...call, query: { ...call.query, ...query } }),
  );
  return JSON.parse(text) as SampleCall;
}

/** The statuses with which the API answered since a line of its log. */
const answersSince = (line: number): unknown[] =>
  api.logLines
    .slice(line)
    .map((text) => JSON.parse(text) as { msg?: string; status?: number })
    .filter(({ msg }) => msg === 'request')
    .map(({ status }) => status);

for (const { id, title, write } of languages) {
  const { isHere: canRun, file, command } = runners[id];
  if (!canRun) process.stderr.write(`NOT TESTED: the samples in ${title}, which this machine cannot run.\n`);
  describe.skipIf(!canRun)(`the samples in ${title}`, () => {
    const folder = path.join(work, id);
    beforeAll(async () => {
      mkdirSync(folder);
      await prepare[id]?.(folder);
    });

    it.each(Object.entries(operations))('%s gets the documented status', async (name, realOf) => {
      const operation = byId.get(name);
      if (operation === undefined) throw new Error(`There is no operation ${name}.`);
      const call = callOf(operation, await realOf());
      writeFileSync(path.join(folder, file), write(call));
      const line = api.logLines.length;
      const env = { ...(id === 'go' ? goSettings : {}), PUNCTUAL_API_KEY: tenant.key };
      await runShell(command(), { folder, env });
      const documented = operation.responses.find(({ status }) => status.startsWith('2'))?.status;
      const wanted = name === 'createPost' ? '201' : documented;
      expect(answersSince(line).map(String)).toEqual([wanted]);
    });
  });
}

describe('the samples', () => {
  it('keep quotes, backslashes, line breaks and signs of the language as they are', async () => {
    const caption = 'It\'s "quoted" \\ #{1+1} $HOME ${x}\n`two` lines – ä 👋 </script>';
    const create = byId.get('createPost');
    if (create === undefined) throw new Error('There is no createPost.');
    const targets = [{ socialAccountId: tenant.accountIds[0] }];
    for (const { id, write } of languages.filter((one) => runners[one.id].isHere)) {
      const body = { caption, targets, metadata: { 'order-id': "4'7" } };
      const call = { ...callOf(create, {}), body, idempotencyKey: `quotes-${id}` };
      writeFileSync(path.join(work, id, runners[id].file), write(call));
      const env = { ...(id === 'go' ? goSettings : {}), PUNCTUAL_API_KEY: tenant.key };
      await runShell(runners[id].command(), { folder: path.join(work, id), env });
      const newest = await api.as({ key: tenant.key }).get('/posts?limit=1&sort=-createdAt');
      expect([id, newest.body]).toMatchObject([id, { data: [{ caption, metadata: { 'order-id': "4'7" } }] }]);
    }
  });

  it('use the same shape of a post', () => {
    for (const operation of byId.values()) {
      const body = JSON.stringify(operation.body?.example ?? null);
      expect([operation.id, /"(platforms|content)":/.test(body)]).toEqual([operation.id, false]);
    }
  });
});

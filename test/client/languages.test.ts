import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  createWriteStream,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cacheFolderOf } from '../../src/launcher/temporal-cli.js';
import { installClient } from '../e2e/command-line.js';
import { freePorts, stackStartMsMax, startRealStack, type RealStack } from '../e2e/real-stack.js';
import { filledIn, projectFolder, runShell } from '../e2e/shell.js';
import { codeBlock } from '../guides/page.js';
import { buildNodes, deliver, execute } from '../../packages/n8n/testing/nodes.js';
import { findPython, makeEnvironment, pythonIn } from '../harness/python.js';
import { startReceiver } from '../harness/receiver.js';
import { photo } from '../media/images.js';
import { largeVideo } from '../media/large-video.js';

const MiB = 1024 * 1024;
const isCi = process.env['CI'] === 'true';
const packages = path.join(projectFolder, 'packages');

const python = findPython();
const isGoHere = spawnSync('go', ['version'], { stdio: 'ignore' }).status === 0;
const missing = {
  Python: python === null ? 'Python 3.10 or newer with venv' : null,
  Go: isGoHere ? null : 'the command go',
};
for (const [language, need] of Object.entries(missing)) {
  if (need !== null) process.stderr.write(`NOT TESTED: the client for ${language}, which needs ${need}.\n`);
}
/** CI has all languages, so it leaves nothing out. */
const isLeftOut = (language: keyof typeof missing): boolean => missing[language] !== null && !isCi;

const work = mkdtempSync(path.join(tmpdir(), 'punctual-languages-'));
let stack: RealStack;
/** The server and two files to upload, as the tests of the clients read them. */
let environment: Record<string, string>;

beforeAll(async () => {
  chmodSync(work, 0o755);
  const video = await largeVideo(20 * MiB);
  const files = { image: path.join(work, 'harbor.jpg'), video: path.join(work, 'harbor.mp4') };
  writeFileSync(files.image, await photo(320, 240).jpeg().toBuffer());
  await pipeline(Readable.from(video.read(0, video.sizeBytes)), createWriteStream(files.video));
  stack = await startRealStack(path.join(work, 'data'), await freePorts());
  environment = {
    PUNCTUAL_TEST_URL: stack.info.apiUrl,
    PUNCTUAL_TEST_KEY: stack.info.apiKey,
    PUNCTUAL_TEST_WORKSPACE: stack.info.workspaceId,
    PUNCTUAL_TEST_IMAGE: files.image,
    PUNCTUAL_TEST_VIDEO: files.video,
  };
}, stackStartMsMax);
afterAll(async () => {
  await stack.killAll();
  rmSync(work, { recursive: true, force: true });
});

/**
 * Leaves out the lines with which each program of the language begins and ends: imports, the main function, and closing
 * brackets.
 */
const ownLines = (program: string): string[] =>
  program
    .split('\n')
    .filter((line) => !/^(import |from |package |func main|\t"[\w./]+"$|[\s)}\]]*$)/.test(line));

/** Returns the program at the beginning of a client's README and of docs/clients.md, with the server of this test. */
function firstProgram(client: string, language: string, begin: string): string {
  const readme = readFileSync(path.join(packages, client, 'README.md'), 'utf8');
  const program = codeBlock({ name: `../packages/${client}/README.md`, text: readme }, language, begin);
  const guide = readFileSync(path.join(projectFolder, 'docs', 'clients.md'), 'utf8');
  expect(guide).toContain(program);
  expect(ownLines(program).length, program).toBeLessThanOrEqual(10);
  const { apiUrl, apiKey } = stack.info;
  return filledIn(program, { 'http://127.0.0.1:3000/api/v1': apiUrl, 'punctual_live_…': apiKey });
}

/** Matches the output for a published post, with its URL in the sandbox. */
const publishedAt = (): RegExp => new RegExp(`^PUBLISHED ${stack.info.sandboxUrl}/\\S+\n$`);

describe('the client for TypeScript', () => {
  const folder = path.join(work, 'typescript');
  let command: string;
  beforeAll(async () => {
    ({ command } = await installClient(folder));
  });

  it('publishes a post with the program of its README', async () => {
    writeFileSync(path.join(folder, 'first.mjs'), firstProgram('client', 'ts', 'Hello from'));
    expect(await runShell('node first.mjs', { folder })).toMatch(publishedAt());
  });

  it('publishes a post with the commands of the guide', async () => {
    const guide = {
      name: 'clients.md',
      text: readFileSync(path.join(projectFolder, 'docs/clients.md'), 'utf8'),
    };
    const { apiUrl, apiKey, socialAccounts } = stack.info;
    const commands = filledIn(codeBlock(guide, 'sh', '--wait'), {
      'http://127.0.0.1:3000': new URL(apiUrl).origin,
      'punctual_live_…': apiKey,
      'acc_…': socialAccounts.find(({ platform }) => platform === 'BLUESKY')?.id ?? '',
    });
    const installed = commands.replaceAll(/^punctual /gm, `node ${command} `);
    const printed = await runShell(installed, { folder, env: { XDG_CONFIG_HOME: folder } });
    expect(printed).toMatch(/^post_\w+ +PUBLISHED .*"Hello from a terminal"$/m);
    expect(printed).toContain(`${stack.info.sandboxUrl}/`);
  });
});

describe.skipIf(isLeftOut('Python'))('the client for Python', () => {
  const folder = path.join(work, 'python');
  const source = path.join(packages, 'python');
  const env = (): Record<string, string> => ({ ...environment, PYTHONDONTWRITEBYTECODE: '1' });
  const run = (script: string, options: { folder: string }): Promise<string> =>
    runShell(script.replaceAll('python ', `${pythonIn(path.join(folder, 'installed'))} `), {
      ...options,
      env: env(),
    });

  beforeAll(() => {
    if (python === null) throw new Error(`This test needs ${missing.Python ?? ''}.`);
    const tools = ['--requirement', path.join(source, 'requirements-dev.txt')];
    makeEnvironment(python, path.join(folder, 'installed'), [source, ...tools]);
  });

  it('can be installed from its folder, and publishes a post with the program of its README', async () => {
    writeFileSync(path.join(folder, 'first.py'), firstProgram('python', 'python', 'Hello from'));
    expect(await run('python first.py', { folder })).toMatch(publishedAt());
    await run(`python -m mypy --strict --cache-dir ${folder}/mypy first.py`, { folder });
  });

  it('passes its tests, with this server', async () => {
    const output = await run('python -m pytest --quiet', { folder: source });
    expect(output).toMatch(/^\d+ passed in /m);
    expect(output).not.toMatch(/skipped|failed|warning/);
  });

  it('has types throughout, and is formatted', async () => {
    await run(`python -m mypy --cache-dir ${folder}/mypy src tests`, { folder: source });
    await run('python -m ruff check --no-cache . && python -m ruff format --no-cache --check .', {
      folder: source,
    });
  });
});

describe.skipIf(isLeftOut('Go'))('the client for Go', () => {
  const source = path.join(packages, 'go');
  /** The settings forbid downloads. The client needs none. */
  const settings = {
    GOCACHE: path.join(cacheFolderOf(process.env), 'go-build'),
    GOPATH: path.join(work, 'gopath'),
    ...{ GOPROXY: 'off', GOTOOLCHAIN: 'local', GOFLAGS: '-mod=mod', GOWORK: 'off', GOENV: 'off' },
  };
  const run = (script: string, folder: string): Promise<string> =>
    runShell(script, { folder, env: { ...environment, ...settings } });

  beforeAll(() => {
    if (!isGoHere) throw new Error(`This test needs ${missing.Go ?? ''}.`);
  });

  it('can be required from its folder, and publishes a post with the program of its README', async () => {
    const folder = path.join(work, 'go');
    mkdirSync(folder);
    writeFileSync(path.join(folder, 'main.go'), firstProgram('go', 'go', 'Hello from'));
    const readme = readFileSync(path.join(source, 'README.md'), 'utf8');
    const install = codeBlock({ name: '../packages/go/README.md', text: readme }, 'sh', 'go mod edit');
    const here = filledIn(install, { '/path/to/punctual': projectFolder.replace(/\/$/, '') });
    await run(`go mod init example.com/consumer && ${here}`, folder);
    expect(await run('go run .', folder)).toMatch(publishedAt());
  });

  it('passes its tests, with this server', async () => {
    const output = await run('go test -count=1 -v ./...', source);
    expect(output).toMatch(/^--- PASS: TestAgainstARealServer/m);
    expect(output).not.toContain('--- SKIP');
  });

  it('passes the checks of Go, and is formatted', async () => {
    expect(await run('go vet ./... && gofmt -l .', source)).toBe('');
  });
});

describe('the nodes for n8n', () => {
  /** Adds an endpoint as a person does, because a key cannot. Returns its secret. */
  async function addEndpoint(url: string): Promise<string> {
    const { apiUrl, signIn, workspaceId } = stack.info;
    const post = async (path: string, body: object, cookie = ''): Promise<Response> => {
      const headers = { 'content-type': 'application/json', origin: new URL(apiUrl).origin, cookie };
      return fetch(`${apiUrl}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    };
    const signedIn = await post('/auth/one-time-sign-in', { token: signIn.token });
    const [cookie = ''] = signedIn.headers.getSetCookie().map((one) => one.split(';')[0]);
    const made = await post(`/workspaces/${workspaceId}/webhook-endpoints`, { url }, cookie);
    return ((await made.json()) as { secret: string }).secret;
  }

  it('publish a post with an uploaded picture once, although n8n repeats it, and receive its event', async () => {
    const { apiUrl, apiKey, workspaceId, socialAccounts } = stack.info;
    const built = buildNodes();
    const receiver = await startReceiver();
    const secrets = await addEndpoint(receiver.url);
    const binary = { data: { data: '', mimeType: 'image/jpeg', fileName: 'harbor.jpg' } };
    const run = async (parameters: INodeParameters): Promise<IDataObject> => {
      const credentials = { url: apiUrl, apiKey };
      const files = { data: readFileSync(environment['PUNCTUAL_TEST_IMAGE'] ?? '') };
      const [item] = await execute(built.punctual, {
        credentials,
        parameters,
        files,
        items: [{ json: {}, binary }],
      });
      return item?.json ?? {};
    };
    const picture = await run({ resource: 'media', operation: 'upload', workspaceId });
    const again = await run({ resource: 'media', operation: 'upload', workspaceId });
    expect([picture['status'], again['id']]).toEqual(['READY', picture['id']]);
    const account = socialAccounts.find(({ platform }) => platform === 'BLUESKY')?.id ?? '';
    const options = { mediaIds: picture['id'] as string };
    const post = {
      resource: 'post',
      operation: 'create',
      accounts: [account],
      caption: 'Hello from n8n',
      options,
    };
    const created = await run({ ...post, publish: 'now' });
    const repeated = await run({ ...post, publish: 'now' });
    expect(repeated['id']).toBe(created['id']);
    await receiver.until(1);
    const [delivery] = receiver.received;
    const { result } = await deliver(built.trigger, {
      rawBody: delivery?.body ?? Buffer.alloc(0),
      headers: delivery?.headers as Record<string, string>,
      secrets,
    });
    expect(result?.workflowData?.[0]?.[0]?.json).toMatchObject({
      type: 'post.published',
      data: { post: { id: created['id'], status: 'PUBLISHED' } },
    });
    const found = { resource: 'post', operation: 'get', postId: created['id'] as string };
    expect(await run(found)).toMatchObject({
      caption: 'Hello from n8n',
      media: [{ mediaAssetId: picture['id'] }],
    });
    await expect(run({ ...found, operation: 'cancel' })).rejects.toThrow(/^INVALID_STATE: /);
    await receiver.close();
    built.remove();
  });
});

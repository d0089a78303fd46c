import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { failure, startLoopback, type Loopback } from '../../testing/loopback.js';
import { openTerminal, type TestTerminal } from '../../testing/terminal.js';

let loopback: Loopback;
let terminal: TestTerminal;

beforeEach(async () => {
  loopback = await startLoopback();
  terminal = openTerminal(loopback);
});
afterEach(async () => {
  terminal.remove();
  await loopback.close();
});

const target = (status: string, fields: object = {}) => ({
  id: 'tgt_1',
  platform: 'X',
  status,
  externalUrl: null,
  errorCode: null,
  errorMessage: null,
  removal: null,
  edits: [],
  parts: [],
  ...fields,
});
const post = (status: string, targets: object[] = [target(status)]) => ({
  id: 'post_1',
  workspaceId: 'ws_1',
  status,
  caption: 'Hello\u001b[31m there',
  scheduledAt: '2020-01-01T00:00:00.000Z',
  targets,
});
const reply = (body: object, status = 200) => ({ status, body });
const sentBody = (): unknown => JSON.parse(loopback.received[0]?.body ?? '');

describe('punctual help', () => {
  it.each(['posts create', 'posts', ''])('prints what --help prints: %s', async (command) => {
    const words = command.split(' ').filter((word) => word !== '');
    const { code, stdout } = await terminal.run(['help', ...words]);
    expect([code, stdout]).toEqual([0, (await terminal.run([...words, '--help'])).stdout]);
    expect(stdout).toContain(`punctual${command && ' '}${command}`);
  });

  it('refuses a command that does not exist', async () => {
    const { code, stderr } = await terminal.run(['help', 'posts', 'publish']);
    expect(code).toBe(2);
    expect(stderr).toContain("unknown command 'posts publish'");
  });
});

describe('punctual posts create', () => {
  it('sends what the options say, and prints the post without control characters', async () => {
    loopback.replies = [reply(post('SCHEDULED'), 201)];
    const args = ['--text', 'Hello', '--account', 'acc_1,acc_2', '--account', 'acc_3', '--media', 'med_1'];
    const { code, stdout } = await terminal.run([
      ...['posts', 'create', ...args, '--at', '2030-01-31T09:00:00+02:00'],
      ...['--idempotency-key', 'order-1'],
    ]);
    expect(code).toBe(0);
    expect(stdout).toBe(
      'post_1  SCHEDULED  at 2020-01-01T00:00:00.000Z  "Hello [31m there"\n  X  SCHEDULED\n',
    );
    expect(sentBody()).toEqual({
      content: 'Hello',
      platforms: [{ accountId: 'acc_1' }, { accountId: 'acc_2' }, { accountId: 'acc_3' }],
      mediaIds: ['med_1'],
      scheduledFor: '2030-01-31T07:00:00.000Z',
    });
    expect(loopback.received[0]?.headers['idempotency-key']).toBe('order-1');
  });

  it('names the key and the time with which it can be repeated, if it is unknown whether it was done', async () => {
    loopback.replies = [{ status: 201, raw: '{"id":' }];
    const create = ['posts', 'create', '--text', 'x', '--at', 'now'];
    const { stderr } = await terminal.run(create);
    const { scheduledFor = '' } = sentBody() as { scheduledFor?: string };
    const key = String(loopback.received[0]?.headers['idempotency-key']);
    expect(stderr).toContain(`Repeat the command safely with --idempotency-key ${key} --at ${scheduledFor}`);
    loopback.replies = [{ status: 201, raw: '{"id":' }];
    const told = JSON.parse((await terminal.run([...create, '--json'])).stderr) as { idempotencyKey: string };
    expect(told.idempotencyKey).toBe(loopback.received[1]?.headers['idempotency-key']);
  });

  it('does not suggest another key if the earlier command may have been carried out', async () => {
    loopback.replies = [failure(422, 'IDEMPOTENCY_KEY_REUSED')];
    const { stderr } = await terminal.run(['posts', 'create', '--text', 'x', '--idempotency-key', 'k']);
    expect(stderr).toContain('look for its post before you use another key');
  });

  it('takes now as a time a few seconds ahead', async () => {
    loopback.replies = [reply(post('SCHEDULED'), 201)];
    const beforeMs = Date.now();
    await terminal.run(['posts', 'create', '--text', 'x', '--at', 'now']);
    const { scheduledFor } = sentBody() as { scheduledFor: string };
    expect(Date.parse(scheduledFor)).toBeGreaterThanOrEqual(beforeMs + 5_000);
    expect(Date.parse(scheduledFor)).toBeLessThan(Date.now() + 10_000);
  });

  it('reads the body, or only the text, from standard input', async () => {
    const body = { targets: [{ socialAccountId: 'acc_1' }], caption: 'From JSON' };
    loopback.replies = [reply(post('DRAFT'), 201), reply(post('DRAFT'), 201)];
    await terminal.run(['posts', 'create', '-'], { input: JSON.stringify(body) });
    expect(sentBody()).toEqual(body);
    await terminal.run(['posts', 'create', '--text', '-'], { input: 'Two\nlines\n' });
    expect(JSON.parse(loopback.received[1]?.body ?? '')).toEqual({ content: 'Two\nlines', platforms: [] });
  });

  it.each([
    [[], '', 'Give --text or --media, or - for JSON.'],
    [['-', '--text', 'x'], '{}', 'not both'],
    [['-'], '[]', 'Standard input is not a JSON object.'],
    [['--text', 'x', '--at', 'tomorrow'], '', 'Write now, or a time such as'],
    [['--text', 'x', '--at', '2030-02-30T09:00Z'], '', 'Write now, or a time such as'],
    [['--text', 'x', '--timeout', '0'], '', 'Write a whole number from 1 to'],
    [['--txt', 'x'], '', 'Did you mean --text?'],
  ])('refuses %j without a request', async (args, input, message) => {
    const { code, stdout, stderr } = await terminal.run(['posts', 'create', ...args], { input });
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(message);
    expect(loopback.received).toEqual([]);
  });
});

it('refuses a text that is not UTF-8, because it would be published with question marks', async () => {
  const input = Readable.from([Buffer.from([0x47, 0x72, 0xfc, 0xdf, 0x65])]);
  const { code, stderr } = await terminal.run(['posts', 'create', '--text', '-'], { input });
  expect([code, stderr, loopback.received]).toEqual([2, 'Error: Standard input is not UTF-8 text.\n', []]);
});

describe('an error response', () => {
  const details = [{ path: 'platforms.0.accountId', code: 'unknown_account', message: 'Unknown.' }];

  it('is printed with the path of the field and the id of the request, on standard error', async () => {
    loopback.replies = [failure(400, 'VALIDATION_FAILED', { details })];
    expect(await terminal.run(['posts', 'create', '-'], { input: '{}' })).toEqual({
      code: 1,
      stdout: '',
      stderr: 'Error: No. (VALIDATION_FAILED)\n  platforms.0.accountId: Unknown.\n  Request id: req_1\n',
    });
  });

  it('shows each finding once, in the words of the options, and where to read more', async () => {
    const docUrl = 'http://127.0.0.1/docs/errors/PLATFORM_RULE_VIOLATION';
    const found = [
      { path: 'content', code: 'text_too_long', message: 'BLUESKY: The text is too long.' },
      { path: 'platforms.1.accountId', code: 'unknown_account', message: 'There is no such account.' },
      { path: 'metadata.x', code: 'too_big', message: 'Too big.' },
    ];
    const message = 'content: BLUESKY: The text is too long (and 2 more).';
    loopback.replies = [failure(422, 'PLATFORM_RULE_VIOLATION', { message, details: found, docUrl })];
    const args = ['--text', 'x', '--account', 'acc_1', '--account', 'acc_2'];
    const { stderr } = await terminal.run(['posts', 'create', ...args]);
    expect(stderr.split('\n')).toEqual([
      'Error: --text: BLUESKY: The text is too long. (PLATFORM_RULE_VIOLATION)',
      '  --account acc_2: There is no such account.',
      '  metadata.x: Too big.',
      `  More: ${docUrl}`,
      '  Request id: req_1',
      '',
    ]);
  });

  it.each([
    [
      ['posts', 'create', '--text', 'x', '--account', 'acc_nope'],
      'platforms.0.accountId: there is no resource with this id.',
      { path: 'platforms.0.accountId' },
      'Error: --account acc_nope: there is no resource with this id. (NOT_FOUND)',
    ],
    [
      ['posts', 'get', 'post_nope'],
      'The resource does not exist.',
      {},
      'Error: The resource does not exist: post_nope (NOT_FOUND)',
    ],
  ])('names the id that does not exist: %j', async (args, message, more, line) => {
    loopback.replies = [failure(404, 'NOT_FOUND', { message, ...more })];
    const { stderr } = await terminal.run(args);
    expect(stderr).toBe(`${line}\n  Request id: req_1\n`);
  });

  it('is printed without control characters', async () => {
    loopback.replies = [failure(400, 'VALIDATION_FAILED', { message: 'No\u001b[2J.' })];
    const { stderr } = await terminal.run(['posts', 'get', 'post_1']);
    expect(stderr).toBe('Error: No [2J. (VALIDATION_FAILED)\n  Request id: req_1\n');
  });

  it('is printed as a whole with --json, and says what is allowed', async () => {
    const extras = { status: 'PUBLISHED', allowed: ['delete'] };
    loopback.replies = [failure(409, 'INVALID_STATE', extras), failure(409, 'INVALID_STATE', extras)];
    const { stdout, stderr } = await terminal.run(['--json', 'posts', 'cancel', 'post_1']);
    expect([stdout, JSON.parse(stderr) as unknown]).toEqual(['', expect.objectContaining(extras) as unknown]);
    expect((await terminal.run(['posts', 'cancel', 'post_1'])).stderr).toContain('  Allowed now: delete\n');
  });

  it('is explained if it is not from Punctual', async () => {
    loopback.replies = [{ status: 200, raw: '<html>' }];
    const { code, stderr } = await terminal.run(['posts', 'get', 'post_1']);
    expect([code, stderr]).toEqual([
      1,
      'Error: The response is not from Punctual. Is the URL of the server right?\n',
    ]);
  });
});

describe('waiting for a post', () => {
  const unconfirmed = target('FAILED', { errorCode: 'PUBLISH_UNCONFIRMED', errorMessage: 'Unclear.' });
  const published = target('PUBLISHED', { externalUrl: 'https://x.example/1' });

  it.each([
    ['is published', post('PUBLISHED', [published]), 0],
    ['has failed', post('FAILED', [target('FAILED', { errorCode: 'DUPLICATE_CONTENT' })]), 10],
    ['is partly published', post('PARTIALLY_PUBLISHED', [published, target('FAILED')]), 10],
    ['is unconfirmed on one account', post('PARTIALLY_PUBLISHED', [published, unconfirmed]), 11],
    ['was canceled', post('CANCELED'), 13],
    ['became a draft again', post('DRAFT'), 13],
  ])('ends with an exit code of its own if it %s', async (_, ended, exitCode) => {
    loopback.replies = [reply(post('SCHEDULED')), reply(post('PUBLISHING')), reply(ended)];
    const { code, stdout } = await terminal.run(['posts', 'retry', 'post_1', '--wait', '--json']);
    expect([code, stdout]).toEqual([exitCode, `${JSON.stringify(ended)}\n`]);
  });

  it('continues while the server restarts behind a proxy', async () => {
    const page = { status: 200, raw: '<html>' };
    loopback.replies = [reply(post('SCHEDULED')), page, page, reply(post('PUBLISHED', [published]))];
    const { code, stdout } = await terminal.run(['posts', 'schedule', 'post_1', '--at', '+10s', '--wait']);
    expect([code, stdout]).toEqual([0, expect.stringContaining('https://x.example/1') as unknown]);
  });

  it('ends when the time is up', async () => {
    loopback.replies = [reply(post('SCHEDULED')), reply(post('SCHEDULED'))];
    const { code, stderr } = await terminal.run(['posts', 'watch', 'post_1', '--timeout', '1']);
    expect(code).toBe(12);
    expect(stderr).toBe(
      'Stopped waiting while the post is SCHEDULED. To go on, run: punctual posts watch post_1\n',
    );
  });

  it('shows each change once', async () => {
    const states = [post('SCHEDULED'), post('SCHEDULED'), post('PUBLISHING'), post('PUBLISHED', [published])];
    loopback.replies = states.map((state) => reply(state));
    const { code, stdout } = await terminal.run(['posts', 'watch', 'post_1', '--json']);
    expect(code).toBe(0);
    expect(
      stdout
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as unknown),
    ).toEqual([states[0], states[2], states[3]]);
  });
});

describe('punctual posts list', () => {
  it('requests as many pages as it needs, and no more', async () => {
    const page = { status: 200, body: { data: [post('FAILED'), post('FAILED')], nextCursor: 'c1' } };
    loopback.replies = [page, page];
    const args = ['--status', 'failed', '--search', 'sale', '--limit', '3', '--json'];
    const { stdout } = await terminal.run(['posts', 'list', ...args]);
    expect((JSON.parse(stdout) as { data: object[] }).data).toHaveLength(3);
    expect(loopback.received.map(({ url }) => url)).toEqual([
      '/api/v1/posts?limit=3&status=FAILED&q=sale',
      '/api/v1/posts?limit=3&status=FAILED&q=sale&cursor=c1',
    ]);
  });
});

it('the page of a post is below its workspace', async () => {
  loopback.replies = [reply(post('DRAFT'))];
  const { stdout } = await terminal.run(['open', 'post_1', '--print']);
  expect(stdout).toBe(`${loopback.baseUrl.replace('/api/v1', '')}/w/ws_1/posts/post_1\n`);
});

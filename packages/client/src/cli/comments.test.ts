import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startLoopback, type Loopback } from '../../testing/loopback.js';
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

const comment = (status: string, fields: object = {}) => ({
  id: 'cmt_1',
  status,
  platform: 'BLUESKY',
  postedAt: '2030-01-01T00:00:00.000Z',
  authorHandle: 'ada',
  replyStatus: null,
  externalUrl: null,
  errorCode: null,
  errorMessage: null,
  text: 'When do\nyou open?',
  ...fields,
});

it('punctual comments list shows a comment in one line, and asks only for those by others', async () => {
  loopback.replies = [{ status: 200, body: { data: [comment('RECEIVED')], nextCursor: null } }];
  const { stdout } = await terminal.run(['comments', 'list', '--unread', '--post', 'post_1']);
  expect(stdout).toBe('cmt_1  2030-01-01T00:00:00.000Z  BLUESKY  ada  no reply  When do you open?\n');
  expect(loopback.received[0]?.url).toBe('/api/v1/comments?mine=false&limit=25&unread=true&postId=post_1');
});

describe('punctual comments reply', () => {
  it('sends the text of standard input once for each key', async () => {
    loopback.replies = [{ status: 201, body: comment('SENDING') }];
    const args = ['comments', 'reply', 'cmt_0', '-', '--idempotency-key', 'key-1'];
    expect(await terminal.run(args, { input: 'At nine.\n' })).toMatchObject({
      code: 0,
      stdout: 'cmt_1  SENDING\n',
    });
    expect(loopback.received[0]).toMatchObject({
      url: '/api/v1/comments/cmt_0/reply',
      headers: { 'idempotency-key': 'key-1' },
      body: '{"text":"At nine."}',
    });
  });

  it.each([
    ['SENT', 0],
    ['FAILED', 10],
    ['UNCONFIRMED', 11],
    ['SENDING', 12],
  ])('ends with an exit code of its own if the reply is %s', async (status, exitCode) => {
    loopback.replies = ['SENDING', 'SENDING', status].map((each) => ({ status: 200, body: comment(each) }));
    const args = ['comments', 'reply', 'cmt_0', 'Thanks', '--wait', '--timeout', '2'];
    expect((await terminal.run(args)).code).toBe(exitCode);
  });
});

it('punctual accounts list says which permissions an account lacks', async () => {
  const account = {
    ...{ id: 'acc_1', platform: 'THREADS', status: 'ACTIVE', handle: 'ada', lastError: null },
    missingScopes: ['threads_manage_replies'],
  };
  loopback.replies = [{ status: 200, body: { data: [account], nextCursor: null } }];
  const { stdout } = await terminal.run(['accounts', 'list', '--status', 'active']);
  expect(stdout).toBe('acc_1  THREADS  ACTIVE  ada  missing permissions: threads_manage_replies\n');
  expect(loopback.received[0]?.url).toBe('/api/v1/social-accounts?limit=25&status=ACTIVE');
});

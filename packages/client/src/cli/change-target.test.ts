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

const change = (status: string, more: object = {}) => ({ status, error: null, ...more });
const target = (id: string, fields: object = {}) => ({
  ...{ id, platform: 'X', status: 'PUBLISHED', externalUrl: null, errorCode: null, errorMessage: null },
  ...{ publishedAt: '2029-12-31T00:00:00.000Z', publishedCaption: 'Before' },
  ...{ removal: null, edits: [], parts: [] },
  ...fields,
});
const post = (...targets: object[]) => ({
  status: 200,
  body: { id: 'post_1', status: 'PUBLISHED', caption: 'Before', scheduledAt: null, targets },
});
const removed = (id: string, status: string, removedAt: string | null = null) =>
  target(id, { removal: change(status, { removedAt }) });

describe('punctual posts remove', () => {
  it('sends the request for each target with its own key, which a repeat of the command uses again', async () => {
    const done = removed('tgt_1', 'DONE', '2030-01-01T00:00:00.000Z');
    const both = post(target('tgt_1'), target('tgt_2'));
    for (const replies of [[both], [both]]) {
      loopback.replies = [...replies, post(done, target('tgt_2')), post(done, done)];
      expect((await terminal.run(['posts', 'remove', 'post_1', '--idempotency-key', 'k'])).code).toBe(0);
    }
    const sent = loopback.received.filter(({ method }) => method === 'POST');
    expect(sent.map(({ url, headers }) => [url.split('/').at(-2), headers['idempotency-key']])).toEqual([
      ['tgt_1', 'k.tgt_1'],
      ['tgt_2', 'k.tgt_2'],
      ['tgt_1', 'k.tgt_1'],
      ['tgt_2', 'k.tgt_2'],
    ]);
  });

  it('says that there is nothing to remove', async () => {
    const unconfirmed = { status: 'FAILED', errorCode: 'PUBLISH_UNCONFIRMED', publishedAt: null };
    loopback.replies = [post(target('tgt_1', unconfirmed))];
    const { code, stderr } = await terminal.run(['posts', 'remove', 'post_1']);
    expect([code, stderr]).toEqual([1, expect.stringContaining('no public target')]);
  });

  it('removes a thread that stopped at a further part', async () => {
    const stopped = target('tgt_1', { status: 'FAILED', errorCode: 'PLATFORM_REJECTED' });
    loopback.replies = [post(stopped), post(removed('tgt_1', 'DONE', '2030-01-01T00:00:00.000Z'))];
    expect((await terminal.run(['posts', 'remove', 'post_1'])).code).toBe(0);
    expect(loopback.received.at(-1)?.url).toContain('/targets/tgt_1/remove');
  });

  it.each([
    ['FAILED', 1],
    ['UNCONFIRMED', 11],
    ['RUNNING', 12],
  ])('does not succeed if the removal is %s', async (status, code) => {
    loopback.replies = [post(target('tgt_1')), post(removed('tgt_1', status))];
    expect((await terminal.run(['posts', 'remove', 'post_1'])).code).toBe(code);
  });

  it('does not report a target as removed if one of its parts may be public', async () => {
    const left = removed('tgt_1', 'UNCONFIRMED', '2030-01-01T00:00:00.000Z');
    loopback.replies = [post(target('tgt_1')), post(left)];
    const { stdout } = await terminal.run(['posts', 'remove', 'post_1']);
    expect(stdout).toContain('removal UNCONFIRMED');
  });
});

describe('punctual posts edit', () => {
  const edit = (...more: string[]) =>
    terminal.run(['posts', 'edit', 'post_1', '--target', 'tgt_1', '--text', 'After', ...more]);

  it.each([
    ['DONE', 0],
    ['NEEDS_APPROVAL', 0],
    ['FAILED', 1],
    ['UNCONFIRMED', 11],
    ['RUNNING', 12],
  ])('ends as the edit does: %s', async (status, code) => {
    loopback.replies = [post(target('tgt_1', { edits: [change(status, { text: 'After' })] }))];
    expect((await edit()).code).toBe(code);
  });

  it('prints the corrected text, and each further part', async () => {
    const part = (status: string, fields: object = {}) => ({
      ...{ status, removedAt: null, errorCode: null, errorMessage: null, externalUrl: null },
      ...fields,
    });
    const parts = [
      part('PUBLISHED', { externalUrl: 'https://x.com/2' }),
      part('FAILED', { errorCode: 'PLATFORM_REJECTED', errorMessage: 'No.' }),
      part('PUBLISHED', { removedAt: '2030-01-01T00:00:00.000Z' }),
    ];
    const edits = [change('DONE', { text: 'After' })];
    loopback.replies = [post(target('tgt_1', { externalUrl: 'https://x.com/1', edits, parts }))];
    const { stdout } = await edit();
    for (const line of [
      /X +PUBLISHED +https:\/\/x\.com\/1 +edited: "After"/,
      /part 2 +PUBLISHED +https:\/\/x\.com\/2/,
      /part 3 +FAILED +PLATFORM_REJECTED: No\./,
      /part 4 +PUBLISHED +removed/,
    ])
      expect(stdout).toMatch(line);
  });

  it('does not report the post as missing if the target may exist', async () => {
    loopback.replies = [failure(404, 'NOT_FOUND')];
    const { stderr } = await terminal.run(['posts', 'edit', 'post_1', '--target', 'x', '--text', 'After']);
    expect(stderr).toContain('One of these does not exist: post_1, x (NOT_FOUND)');
  });

  it('names the key after an error that does not show whether the request succeeded', async () => {
    loopback.replies = [{ status: 200, raw: '{"id":' }];
    const { code, stderr } = await edit();
    const key = loopback.received[0]?.headers['idempotency-key'];
    expect([code, stderr]).toEqual([1, expect.stringContaining(`--idempotency-key ${String(key)}`)]);
    loopback.replies = [failure(409, 'CHANGE_UNDER_WAY')];
    expect((await edit()).stderr).not.toContain('--idempotency-key');
  });
});

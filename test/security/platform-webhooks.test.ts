import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { eq, sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { commentFeeds, socialAccounts } from '../../src/db/schema/index.js';
import { count } from '../harness/counts.js';
import { push, pushBody, pushedPlatforms, pushSecret, signatureOf, verifyToken } from '../harness/pushes.js';
import { useTenant, useTestApi } from '../harness/use-test-api.js';

const platforms = pushedPlatforms();
const api = useTestApi({ platforms });
const limited = useTestApi({ platforms }, { unauthorizedPerMinuteMax: 60 });
const tenant = useTenant(api);
const externalAccountId = '17841400000007007';
const randomBodies = count({ usual: 1_000, long: 10_000 });

beforeAll(async () => {
  await api.deps.db
    .update(socialAccounts)
    .set({ externalAccountId })
    .where(eq(socialAccounts.id, tenant.accountIds[2]));
});
beforeEach(() => {
  api.starter.commentReads.length = 0;
});

async function countFeeds(): Promise<number> {
  const [row] = await api.deps.db.select({ count: sql<number>`count(*)::int` }).from(commentFeeds);
  return row?.count ?? -1;
}
const body = (postId: string): string => pushBody.threads(externalAccountId, postId);
const flipped = (signature: string): string => signature.slice(0, -1) + (signature.endsWith('0') ? '1' : '0');

describe('a push without the platform’s signature', () => {
  const good = body('1');
  it.each([
    ['without a signature', null],
    ['with an empty signature', ''],
    ['with a signature by another secret', signatureOf(good, 'another secret')],
    ['with a signature by an empty secret', signatureOf(good, '')],
    ['with the signature of another body', signatureOf(body('2'))],
    ['with one bit wrong', flipped(signatureOf(good))],
    ['with half of the signature', signatureOf(good).slice(0, 39)],
    ['with more than the signature', `${signatureOf(good)}00`],
    ['without its scheme', signatureOf(good).slice('sha256='.length)],
    ['by a weaker scheme', signatureOf(good).replace('sha256', 'sha1')],
    ['with the secret itself', pushSecret],
  ])('returns 401 and does nothing: %s', async (_how, signature) => {
    const before = await countFeeds();
    const answer = await push(api, 'threads', good, signature);
    expect(answer.status).toBe(401);
    expect(await answer.text()).toBe('The signature is missing or wrong.');
    expect(await countFeeds()).toBe(before);
    expect(api.starter.commentReads).toEqual([]);
  });

  it('is recognized by its exact bytes, not by its parsed content', async () => {
    const spaced = good.replace(':', ': ');
    expect((await push(api, 'threads', spaced, signatureOf(good))).status).toBe(401);
    expect((await push(api, 'threads', spaced, signatureOf(spaced))).status).toBe(200);
  });
});

describe('a signed push', () => {
  it('causes no more work when it is repeated', async () => {
    await push(api, 'threads', body('100'));
    const before = await countFeeds();
    const answers = await Promise.all(Array.from({ length: 20 }, () => push(api, 'threads', body('100'))));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await countFeeds()).toBe(before);
    expect(api.starter.commentReads.length).toBeLessThanOrEqual(1);
  });

  it.each([
    ['of another product', pushBody['facebook-page'](externalAccountId, '200')],
    ['of a third product', pushBody.instagram(externalAccountId, '200')],
    ['of another topic', body('200').replace('moderate', 'interaction')],
    ['of another field', body('200').replace('replies', 'delete')],
    ['that is empty', ''],
    ['that is not JSON', '{'],
    ['that is null', 'null'],
    ['that is deeply nested', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
    ['with a key that is special in JavaScript', '{"__proto__":{"topic":"moderate"},"values":[]}'],
    ['with invalid ids', body('200').replaceAll(`"${externalAccountId}"`, '{"id":1}')],
    ['with an endless id', body('2'.repeat(200_000))],
    ['with a null byte in an id', body('2\u0000')],
    ['with an id that is a path', body('../2')],
  ])('is accepted without effect %s', async (_what, text) => {
    const before = await countFeeds();
    expect((await push(api, 'threads', text)).status).toBe(200);
    expect(await countFeeds()).toBe(before);
    expect(api.starter.commentReads).toEqual([]);
  });

  it('makes at most a thousand posts due, even if it contains ten thousand', async () => {
    const values = Array.from({ length: 10_000 }, (_, index) => ({
      field: 'replies',
      value: { root_post: { id: `3${index}`, owner_id: externalAccountId } },
    }));
    const before = await countFeeds();
    const text = JSON.stringify({ topic: 'moderate', values });
    expect(text.length).toBeLessThan(1024 * 1024);
    expect((await push(api, 'threads', text)).status).toBe(200);
    expect((await countFeeds()) - before).toBe(1_000);
  });

  it('is never logged', async () => {
    const canary = `canary-${randomBytes(8).toString('hex')}`;
    const said = body('400').replace('hello', canary);
    await push(api, 'threads', said);
    await push(api, 'threads', said, signatureOf('x'));
    await fetch(
      `${api.url}/platform-webhooks/threads?hub.verify_token=${verifyToken}&hub.challenge=${canary}`,
    );
    const log = api.logLines.join('\n');
    expect(log).toContain('/platform-webhooks/threads');
    for (const secret of [canary, pushSecret, verifyToken, signatureOf(said)])
      expect(log).not.toContain(secret);
  });
});

describe('a push whose body is too large', () => {
  const large = 'a'.repeat(1024 * 1024 + 1);

  it('is refused, whether signed or not', async () => {
    expect((await push(api, 'threads', large)).status).toBe(413);
    expect((await push(api, 'threads', 'a'.repeat(1024 * 1024))).status).toBe(200);
  });

  it('is refused unread if it declares its size', async () => {
    const { hostname, port } = new URL(api.url);
    const socket = connect(Number(port), hostname);
    socket.write(
      `POST /platform-webhooks/threads HTTP/1.1\r\nHost: ${hostname}\r\nContent-Length: 999999999999\r\n` +
        `X-Hub-Signature-256: ${signatureOf('')}\r\n\r\n`,
    );
    const [head] = (await new Promise<Buffer>((resolve) => socket.once('data', resolve)))
      .toString()
      .split('\r\n');
    socket.destroy();
    expect(head).toContain('413');
  });

  it('is refused before its end if it arrives in pieces', async () => {
    const piece = Buffer.alloc(64 * 1024, 'a');
    let pieces = 0;
    const stream = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        pieces += 1;
        if (pieces > 1_000) controller.close();
        else controller.enqueue(piece);
      },
    });
    const answer = await fetch(`${api.url}/platform-webhooks/threads`, {
      method: 'POST',
      body: stream,
      headers: { 'x-hub-signature-256': signatureOf('') },
      duplex: 'half',
    }).catch(() => null);
    // The connection may be closed before the answer is read.
    if (answer !== null) expect(answer.status).toBe(413);
    expect(pieces).toBeLessThan(1_000);
  });
});

it(`${randomBodies} random bodies, signed or not, break nothing and store nothing`, async () => {
  const before = await countFeeds();
  const statuses = new Set<number>();
  for (let batch = 0; batch < randomBodies / 100; batch += 1) {
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, index) => {
        const bytes = randomBytes(1 + ((batch * 100 + index) % 700));
        return push(
          api,
          ['threads', 'instagram', 'facebook-page'][index % 3] ?? '',
          bytes,
          index % 2 ? null : signatureOf(bytes),
        );
      }),
    );
    for (const answer of answers) {
      statuses.add(answer.status);
      await answer.arrayBuffer();
    }
  }
  expect([...statuses].sort()).toEqual([200, 401]);
  expect(await countFeeds()).toBe(before);
  expect(api.starter.commentReads).toEqual([]);
});

it('invalid pushes from one client network are limited per minute, while valid ones are accepted', async () => {
  const refused: number[] = [];
  for (let count = 0; count < 65; count += 1) {
    refused.push((await push(limited, 'threads', '{}', signatureOf('x'))).status);
  }
  expect(refused).toEqual([...Array<number>(60).fill(401), ...Array<number>(5).fill(429)]);
  expect((await push(limited, 'threads', '{}')).status).toBe(200);
});

it('a client network with too many invalid pushes is refused before the body is read', async () => {
  await useUp();
  const { hostname, port } = new URL(limited.url);
  const socket = connect(Number(port), hostname);
  let answer = '';
  socket.setEncoding('utf8').on('data', (text: string) => (answer += text));
  const lines = [
    'POST /platform-webhooks/threads HTTP/1.1',
    `Host: ${hostname}:${port}`,
    'Content-Type: application/json',
    `X-Hub-Signature-256: ${signatureOf('x')}`,
    'Content-Length: 500000',
  ];
  // The headers are sent without any byte of the body.
  socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  await expect.poll(() => answer).toMatch(/^HTTP\/1\.1 429 /);
  socket.destroy();
});

/** Sends requests that are refused, until the network of this test has used up its limit. */
async function useUp(): Promise<void> {
  for (let count = 0; count < 61; count += 1) await push(limited, 'threads', '{}', signatureOf('x'));
}

import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { request } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { readMarks } from '../../src/sandbox/marks.js';
import type { RunningSandbox } from '../../src/sandbox/start-sandbox.js';
import { simulators, startTestSandbox } from '../harness/sandbox.js';

const cleanups: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function start(dataDir: string | null = null): Promise<RunningSandbox> {
  const sandbox = await startTestSandbox({ dataDir });
  cleanups.push(() => sandbox.close());
  return sandbox;
}

async function call(
  url: string,
  method = 'GET',
  token?: string,
  body?: unknown,
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const outgoing = request(url, { method, headers }, (incoming) => {
      let text = '';
      incoming.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      incoming.on('end', () => resolve({ status: incoming.statusCode ?? 0, text }));
    });
    outgoing.on('error', reject);
    outgoing.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

async function postForm(url: string, form: string): Promise<string> {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const answer = await fetch(url, { method: 'POST', headers, body: form });
  return ((await answer.json()) as { id: string }).id;
}

function accountOf(platform: string) {
  const found = simulators.find(({ name }) => name === platform);
  if (found === undefined) throw new Error(`${platform} has no simulator`);
  return found.accounts[0];
}

const tweet = (sandbox: RunningSandbox, text: string, account = '7') =>
  call(`${sandbox.url}/x/2/tweets`, 'POST', `sandbox:${account}`, { text });

async function texts(sandbox: RunningSandbox, query = ''): Promise<string[]> {
  const { text } = await call(`${sandbox.url}/publications${query}`);
  return (JSON.parse(text) as { data: { text: string }[] }).data.map((post) => post.text);
}

describe('the sandbox', () => {
  it('lists publications, newest first, and a duplicated post twice', async () => {
    const sandbox = await start();
    await tweet(sandbox, 'one');
    await tweet(sandbox, 'two', '8');
    await tweet(sandbox, 'one');
    expect(await texts(sandbox)).toEqual(['one', 'two', 'one']);
    expect(await texts(sandbox, '?accountId=8')).toEqual(['two']);
    expect(await texts(sandbox, '?platform=BLUESKY')).toEqual([]);
    expect(await texts(sandbox, '?limit=1')).toEqual(['one']);
    expect((await call(`${sandbox.url}/publications?limit=0`)).status).toBe(400);
    expect(JSON.parse((await call(`${sandbox.url}/calls`)).text)).toEqual({
      data: { X: { createTweet: 3 } },
    });
  });

  it('counts a publishing call that got no response, and accepts the next one', async () => {
    const sandbox = await start();
    const text = '[sandbox:drop-before-accept]';
    await expect(tweet(sandbox, text)).rejects.toThrow();
    expect(await texts(sandbox)).toEqual([]);
    expect((await tweet(sandbox, text)).status).toBe(201);
    expect(await texts(sandbox)).toEqual([text]);
    expect(JSON.parse((await call(`${sandbox.url}/calls`)).text)).toEqual({
      data: { X: { createTweet: 2 } },
    });
  });

  it('keeps publications and used marks across a restart, even after an incomplete write', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'sandbox-'));
    cleanups.push(() => rmSync(dataDir, { recursive: true }));
    const first = await start(dataDir);
    await tweet(first, 'kept');
    expect((await tweet(first, '[sandbox:rate-limit]')).status).toBe(429);
    await first.close();
    appendFileSync(join(dataDir, 'sandbox.jsonl'), '{"type":"published","publ');
    const second = await start(dataDir);
    expect((await tweet(second, '[sandbox:rate-limit]')).status).toBe(201);
    await second.close();
    const third = await start(dataDir);
    expect(await texts(third)).toEqual(['[sandbox:rate-limit]', 'kept']);
    expect((await call(`${third.url}/publications`, 'DELETE')).status).toBe(204);
    await third.close();
    expect(await texts(await start(dataDir))).toEqual([]);
  });

  it('keeps an account revoked until it is reconnected', async () => {
    const sandbox = await start();
    const xrpc = `${sandbox.url}/bluesky/xrpc/com.atproto.server`;
    const login = { identifier: 'me.test', password: 'sandbox-app-password' };
    const connect = async () =>
      JSON.parse((await call(`${xrpc}.createSession`, 'POST', undefined, login)).text) as Record<
        string,
        string
      >;
    const post = (session: Record<string, string>, rkey: string, text: string) =>
      call(`${sandbox.url}/bluesky/xrpc/com.atproto.repo.createRecord`, 'POST', session['accessJwt'], {
        repo: session['did'],
        collection: 'app.bsky.feed.post',
        rkey,
        record: { $type: 'app.bsky.feed.post', text, createdAt: '2026-11-21T00:00:00Z' },
      });
    const session = await connect();
    expect((await post(session, '3kabcabcabcaa', '[sandbox:revoked-token]')).text).toContain('ExpiredToken');
    expect((await post(session, '3kabcabcabcab', 'harmless')).text).toContain('ExpiredToken');
    expect((await call(`${xrpc}.refreshSession`, 'POST', session['refreshJwt'])).status).toBe(400);
    expect((await post(await connect(), '3kabcabcabcab', 'harmless')).status).toBe(200);
    const wrong = await call(`${xrpc}.createSession`, 'POST', undefined, { ...login, password: 'wrong' });
    expect(wrong.status).toBe(401);
  });

  it('shows the publications as a page, with every text escaped', async () => {
    const sandbox = await start();
    await tweet(sandbox, '<script>alert("x")</script>');
    for (const path of ['/', '/feed']) {
      const { status, text } = await call(`${sandbox.url}${path}`);
      expect(status).toBe(200);
      expect(text).toContain('&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;');
      expect(text).not.toContain('<script>alert');
    }
    expect((await call(`${sandbox.url}/posts/x/1`)).status).toBe(404);
  });

  it('shows accounts and their comments with their handles and without ids', async () => {
    const sandbox = await start();
    const { externalAccountId, handle, displayName } = accountOf('X');
    const token = `sandbox:${externalAccountId}`;
    const made = await call(`${sandbox.url}/x/2/tweets`, 'POST', token, { text: 'a post' });
    const { data } = JSON.parse(made.text) as { data: { id: string } };
    const reply = { text: 'a comment', reply: { in_reply_to_tweet_id: data.id } };
    await call(`${sandbox.url}/x/2/tweets`, 'POST', token, reply);
    const { text } = await call(`${sandbox.url}/feed`);
    expect(text.match(new RegExp(`>@${handle}<`, 'g'))).toHaveLength(2);
    expect(text).toContain(`>${displayName}<`);
    expect(text).not.toContain(externalAccountId);
  });

  it('shows the details of a post next to its text, and links only to web URLs', async () => {
    const sandbox = await start();
    const poll = { options: ['tea', '<b>'], duration_minutes: 1_440 };
    await call(`${sandbox.url}/x/2/tweets`, 'POST', 'sandbox:7', {
      text: 'Well?',
      poll,
      reply_settings: 'verified',
    });
    const thread = async (fields: Record<string, string>): Promise<void> => {
      const query = new URLSearchParams({ access_token: 'sandbox:7', ...fields }).toString();
      const container = await postForm(`${sandbox.url}/threads/v1.0/me/threads`, query);
      const done = new URLSearchParams({ access_token: 'sandbox:7', creation_id: container }).toString();
      await postForm(`${sandbox.url}/threads/v1.0/me/threads_publish`, done);
    };
    await thread({
      media_type: 'TEXT',
      text: 'x',
      link_attachment: 'https://example.com/a',
      topic_tag: 'News',
    });
    await thread({ media_type: 'TEXT', text: 'y', link_attachment: 'javascript:alert(1)' });
    const { text: feed } = await call(`${sandbox.url}/publications`);
    const shown = (JSON.parse(feed) as { data: { shown: object }[] }).data.map((post) => post.shown);
    expect(shown).toEqual([
      { Link: 'javascript:alert(1)' },
      { Topic: 'News', Link: 'https://example.com/a' },
      { Poll: 'tea, <b>', 'Open for': '1 day', 'Who may reply': 'verified accounts' },
    ]);
    const { text: page } = await call(`${sandbox.url}/feed`);
    expect(page).toContain('<a href="https://example.com/a" rel="noopener noreferrer">');
    expect(page).toContain('tea, &lt;b&gt;');
    expect(page).not.toContain('href="javascript:');
  });
});

describe('the marks in texts', () => {
  it('are read at any position, also several at once, and their values are limited', () => {
    const marks = readMarks('a [sandbox:slow=5000] b [sandbox:reject][sandbox:unknown]');
    expect(marks.slowMs).toBe(5_000);
    expect(marks.has('reject')).toBe(true);
    expect(marks.has('rate-limit')).toBe(false);
    expect(readMarks('[sandbox:slow=999999999]').slowMs).toBe(60_000);
    expect(readMarks('plain').slowMs).toBe(0);
  });
});

describe('a page of another website', () => {
  const ask = (
    { url }: RunningSandbox,
    path: string,
    headers: Record<string, string>,
    method = 'GET',
  ): Promise<number> =>
    new Promise((resolve, reject) => {
      const outgoing = request(url + path, { method, headers }, (incoming) => {
        incoming.resume().on('end', () => resolve(incoming.statusCode ?? 0));
      });
      outgoing.on('error', reject).end(method === 'POST' ? '{}' : undefined);
    });
  const foreign = 'https://evil.example';

  it('cannot read or change anything in the sandbox, under any name of this machine', async () => {
    const sandbox = await start();
    for (const path of ['/publications', '/', '/uploads', '/calls', '/feed']) {
      expect([path, await ask(sandbox, path, { host: 'evil.example' })]).toEqual([path, 403]);
      const scripted = { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'empty' };
      expect([path, await ask(sandbox, path, scripted)]).toEqual([path, 403]);
      expect([path, await ask(sandbox, path, { origin: foreign })]).toEqual([path, 403]);
    }
    for (const path of ['/comments', '/comments/delete', '/grants/revoke', '/x/2/tweets']) {
      for (const headers of [
        { origin: foreign, 'content-type': 'text/plain' },
        { origin: 'null', 'sec-fetch-site': 'cross-site' },
        { 'sec-fetch-site': 'same-site', 'sec-fetch-dest': 'document' },
        { host: 'evil.example', origin: 'http://evil.example' },
      ]) {
        expect([path, headers, await ask(sandbox, path, headers, 'POST')]).toEqual([path, headers, 403]);
      }
    }
    expect(await ask(sandbox, '/publications', { origin: foreign }, 'DELETE')).toBe(403);
  });

  it('may link to the sandbox and show its images, while programs and the sandbox’s own pages keep working', async () => {
    const sandbox = await start();
    const { host } = new URL(sandbox.url);
    const link = {
      'sec-fetch-site': 'cross-site',
      'sec-fetch-mode': 'navigate',
      'sec-fetch-dest': 'document',
    };
    expect(await ask(sandbox, '/', link)).toBe(200);
    const image = { 'sec-fetch-site': 'same-site', 'sec-fetch-dest': 'image' };
    expect(await ask(sandbox, '/assets/feed.css', image)).toBe(200);
    expect(await ask(sandbox, '/publications', {})).toBe(200);
    expect(await ask(sandbox, '/publications', { host: `localhost:${sandbox.port}` })).toBe(200);
    expect(await ask(sandbox, '/feed', { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'empty' })).toBe(
      200,
    );
    // A page that sends no referrer can also send a form.
    expect(await ask(sandbox, '/comments', { origin: 'null', 'sec-fetch-site': 'same-origin' }, 'POST')).toBe(
      400,
    );
    expect(await ask(sandbox, '/comments', { origin: `http://${host}` }, 'POST')).toBe(400);
  });

  it('can read the sandbox if other machines may reach it, but still cannot change anything', async () => {
    const sandbox = await startTestSandbox({ host: '0.0.0.0', allowRemote: true });
    cleanups.push(() => sandbox.close());
    const at = { ...sandbox, url: `http://127.0.0.1:${sandbox.port}` };
    expect(await ask(at, '/publications', { host: 'sandbox.internal' })).toBe(200);
    expect(await ask(at, '/comments', { host: 'sandbox.internal', origin: foreign }, 'POST')).toBe(403);
  });
});

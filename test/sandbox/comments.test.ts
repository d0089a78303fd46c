import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { createSandbox } from '../../src/sandbox/create-sandbox.js';
import { MediaFiles } from '../../src/sandbox/media-files.js';
import { simulators } from '../harness/sandbox.js';

/** A publication, as GET /publications returns it. */
interface Shown {
  externalPostId: string;
  counters: Record<string, number>;
  parts: number;
  comments: {
    externalCommentId: string;
    handle: string;
    authorName: string | null;
    parentId: string;
    text: string;
    editedAt: string | null;
    part: number | null;
  }[];
}

interface Answer {
  status: number;
  text: string;
  location: string | null;
}

const cleanups: (() => Promise<unknown> | void)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** Opens the sandbox without a port. A post on Threads is created whenever one is needed. */
function open(dataDir: string | null = null, platforms = simulators) {
  const files = new MediaFiles(dataDir);
  cleanups.push(() => files[Symbol.asyncDispose]());
  const clock = { now: () => new Date() };
  const app = createSandbox({
    simulators: platforms,
    publicUrl: 'http://sandbox.test',
    dataDir,
    files,
    clock,
  });
  const call = async (path: string, init: RequestInit = {}): Promise<Answer> => {
    const answer = await app.request(path, init);
    return {
      status: answer.status,
      text: await answer.text(),
      location: answer.headers.get('location'),
    };
  };
  const send = (path: string, type: string, body: string): Promise<Answer> =>
    call(path, { method: 'POST', headers: { 'content-type': type }, body });
  const tell = (path: string, body: object): Promise<Answer> =>
    send(path, 'application/json', JSON.stringify(body));
  const submit = (path: string, fields: Record<string, string>): Promise<Answer> =>
    send(path, 'application/x-www-form-urlencoded', new URLSearchParams(fields).toString());
  const thread = async (step: string, fields: Record<string, string>): Promise<string> => {
    const { text } = await submit(`/threads/v1.0/me/${step}`, { access_token: 'sandbox:7', ...fields });
    return (JSON.parse(text) as { id: string }).id;
  };
  const publish = async (text = 'a post', more: Record<string, string> = {}): Promise<string> =>
    thread('threads_publish', {
      creation_id: await thread('threads', { media_type: 'TEXT', text, ...more }),
    });
  const visit = async (externalPostId: string, text: string, more: object = {}): Promise<string> => {
    const { status, text: body } = await tell('/comments', {
      platform: 'THREADS',
      externalPostId,
      text,
      ...more,
    });
    expect(status).toBe(201);
    return (JSON.parse(body) as { externalCommentId: string }).externalCommentId;
  };
  const comments = async (id: string): Promise<Shown['comments']> => {
    const { data } = JSON.parse((await call('/publications')).text) as { data: Shown[] };
    return data.find(({ externalPostId }) => externalPostId === id)?.comments ?? [];
  };
  return { call, send, tell, submit, publish, visit, comments };
}

describe('a visitor of the sandbox', () => {
  it('can add views, with which the counters on the page grow', async () => {
    const { publish, tell, submit, call } = open();
    const externalPostId = await publish();
    const seen = { platform: 'THREADS', externalPostId };
    expect((await tell('/views', { ...seen, count: 500 })).status).toBe(204);
    const { status, location } = await submit('/views', { ...seen, count: '100' });
    expect([status, location]).toEqual([303, `/posts/threads/${externalPostId}`]);
    const { data } = JSON.parse((await call('/publications')).text) as { data: Shown[] };
    expect(data[0]?.counters).toEqual({ views: 600, likes: 50, shares: 10 });
    expect((await call('/')).text).toContain('<span>600 views</span>');
    expect((await tell('/views', { ...seen, count: 0 })).status).toBe(400);
    expect((await tell('/views', { ...seen, externalPostId: '1', count: 1 })).status).toBe(404);
  });

  it('sees the parts of a thread as parts, and comments between them as comments', async () => {
    const { publish, visit, comments, call } = open();
    const post = await publish('One');
    const second = await publish('Two', { reply_to_id: post });
    await visit(post, 'A question?');
    await publish('Three', { reply_to_id: second });
    await publish('An answer', { reply_to_id: post });
    expect((await comments(post)).map(({ text, part }) => [text, part])).toEqual([
      ['Two', 2],
      ['A question?', null],
      ['Three', 3],
      ['An answer', null],
    ]);
    for (const number of [1, 2, 3]) expect((await call('/')).text).toContain(`part ${number} of 3`);
  });

  it('can comment and reply through the API', async () => {
    const { publish, visit, comments } = open();
    const post = await publish();
    const first = await visit(post, ' A question? ', { authorName: 'Anna Berg' });
    const second = await visit(post, 'Me too', { parentId: first });
    const third = await visit(post, 'And me', { parentId: second, authorName: '  ' });
    expect(await comments(post)).toMatchObject([
      {
        externalCommentId: first,
        handle: 'anna.berg',
        authorName: 'Anna Berg',
        parentId: post,
        text: 'A question?',
        editedAt: null,
      },
      { externalCommentId: second, authorName: 'Visitor', parentId: first },
      { externalCommentId: third, authorName: 'Visitor', parentId: second },
    ]);
  });

  it('can comment, reply, edit and delete with the forms of the page, and returns to the post', async () => {
    const { publish, submit, comments, call } = open();
    const post = await publish();
    const platform = 'THREADS';
    const home = { status: 303, location: `/posts/threads/${post}` };
    const empty = { authorName: '', parentId: '' };
    const named = { ...empty, platform, externalPostId: post };
    expect(await submit('/comments', { ...named, text: 'tpyo' })).toMatchObject(home);
    const parentId = (await comments(post))[0]?.externalCommentId ?? '';
    expect(await submit('/comments', { ...named, text: 'never mind', parentId })).toMatchObject(home);
    const answer = (await comments(post))[1]?.externalCommentId ?? '';
    const edit = { platform, externalCommentId: parentId, text: 'typo' };
    expect(await submit('/comments/edit', edit)).toMatchObject(home);
    const gone = { platform, externalCommentId: answer };
    expect(await submit('/comments/delete', gone)).toMatchObject(home);
    expect(await comments(post)).toMatchObject([
      { externalCommentId: parentId, text: 'typo', editedAt: expect.stringMatching(/Z$/) as string },
    ]);
    expect((await call(home.location)).status).toBe(200);
  });

  it('can edit and delete through the API', async () => {
    const { publish, visit, tell, comments } = open();
    const post = await publish();
    const externalCommentId = await visit(post, 'one');
    const comment = { platform: 'THREADS', externalCommentId };
    expect(await tell('/comments/edit', { ...comment, text: 'two' })).toMatchObject({
      status: 204,
      text: '',
    });
    expect((await comments(post)).map(({ text }) => text)).toEqual(['two']);
    expect(await tell('/comments/delete', comment)).toMatchObject({ status: 204, text: '' });
    expect(await comments(post)).toEqual([]);
    expect((await tell('/comments/delete', comment)).status).toBe(404);
  });

  it.each<[string, object, string]>([
    ['on an unknown platform', { platform: 'MYSPACE' }, 'platform'],
    ['on a platform without comments', { platform: 'PINTEREST' }, 'has no comments'],
    ['on a missing post', { externalPostId: '1' }, 'no such post'],
    ['without text', { text: '' }, 'text'],
    ['with blanks for a text', { text: ' \n ' }, 'text'],
    ['with a text that is too long', { text: 'a'.repeat(10_001) }, 'text'],
    ['with an invalid text', { text: 7 }, 'text'],
    ['with a name that is too long', { authorName: 'a'.repeat(101) }, 'authorName'],
    ['as a reply to a missing comment', { parentId: '1' }, 'no such comment'],
  ])('is refused a comment %s', async (_what, wrong, words) => {
    const { publish, tell, submit, comments } = open();
    const post = await publish();
    const body = { platform: 'THREADS', externalPostId: post, text: 'hi', ...wrong };
    const refusal = await tell('/comments', body);
    expect(refusal.status).toBe(400);
    expect((JSON.parse(refusal.text) as { message: string }).message).toContain(words);
    if (!('text' in wrong && wrong.text === 7)) {
      const fields = Object.entries(body).map(([name, value]): [string, string] => [name, String(value)]);
      expect((await submit('/comments', Object.fromEntries(fields))).status).toBe(400);
    }
    expect(await comments(post)).toEqual([]);
  });

  it('cannot reply to comments of another post or to deleted ones', async () => {
    const { publish, visit, tell } = open();
    const [post, other] = [await publish(), await publish('another')];
    const elsewhere = await visit(other, 'there');
    const deleted = await visit(post, 'here');
    await tell('/comments/delete', { platform: 'THREADS', externalCommentId: deleted });
    for (const parentId of [elsewhere, deleted, other]) {
      const body = { platform: 'THREADS', externalPostId: post, text: 'hi', parentId };
      expect(await tell('/comments', body)).toMatchObject({ status: 400 });
    }
  });

  it('cannot send invalid requests, and cannot edit or delete posts as comments', async () => {
    const { publish, send, tell, call } = open();
    const post = await publish();
    for (const path of ['/comments', '/comments/edit', '/comments/delete']) {
      for (const body of ['', '{', '[]', 'null']) {
        expect(await send(path, 'application/json', body)).toMatchObject({ status: 400 });
      }
    }
    const named = { platform: 'THREADS', externalCommentId: post, text: 'mine now' };
    expect((await tell('/comments/edit', named)).status).toBe(404);
    expect((await tell('/comments/delete', named)).status).toBe(404);
    expect((await call('/publications')).text).toContain('"text":"a post"');
  });
});

describe('the page of posts in the sandbox', () => {
  it('has forms under posts that accept comments, and escapes the comments', async () => {
    const { publish, visit, call } = open();
    const post = await publish();
    const hostile = '</textarea><script>alert("x")</script>';
    const first = await visit(post, hostile, { authorName: '<b>Bo</b>' });
    await visit(post, 'Q&A', { parentId: first });
    for (const path of ['/', '/feed', `/posts/threads/${post}`]) {
      const { text } = await call(path);
      const escaped = '&lt;/textarea&gt;&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;';
      // The text occurs twice: where it is read, and in the form that changes it.
      expect(text.split(escaped)).toHaveLength(3);
      expect(text).not.toContain('<script>alert');
      expect(text).toContain('&lt;b&gt;Bo&lt;/b&gt;');
      expect(text).toContain('Q&amp;A');
      expect(text).toContain('Comment as a visitor');
      expect(text.match(/action="\/comments"/g)).toHaveLength(3);
      expect(text.match(/action="\/comments\/edit"/g)).toHaveLength(2);
      expect(text.match(/action="\/comments\/delete"/g)).toHaveLength(2);
      expect(text).toContain(`name="parentId" value="${first}"`);
    }
  });

  it('lets visitors reply to an account’s own comment, but not change it', async () => {
    const { publish, call } = open();
    const post = await publish();
    await publish('our first comment', { reply_to_id: post });
    const { text } = await call('/feed');
    expect(text).toContain('our first comment');
    expect(text.match(/action="\/comments"/g)).toHaveLength(2);
    expect(text).not.toContain('/comments/edit');
  });

  it('has no form under a post that accepts no comments', async () => {
    const mute = simulators.map(({ comments, ...one }) =>
      one.name === 'THREADS' || comments === undefined ? one : { ...one, comments },
    );
    const { publish, call } = open(null, mute);
    await publish('without forms');
    const { text } = await call('/feed');
    expect(text).toContain('without forms');
    expect(text).not.toContain('action="/comments');
  });
});

describe('the comments of visitors', () => {
  it('survive a restart, with edits, and without deleted ones', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'sandbox-comments-'));
    cleanups.push(() => rmSync(dataDir, { recursive: true, force: true }));
    const before = open(dataDir);
    const post = await before.publish();
    const kept = await before.visit(post, 'tpyo', { authorName: 'Anna' });
    const gone = await before.visit(post, 'never mind', { parentId: kept });
    await before.tell('/comments/edit', { platform: 'THREADS', externalCommentId: kept, text: 'typo' });
    await before.tell('/comments/delete', { platform: 'THREADS', externalCommentId: gone });
    const known = await before.comments(post);
    const after = open(dataDir);
    expect(known).toMatchObject([{ externalCommentId: kept, authorName: 'Anna', text: 'typo' }]);
    expect(await after.comments(post)).toEqual(known);
    const answer = await after.visit(post, 'still here', { parentId: kept });
    expect((await open(dataDir).comments(post)).at(-1)).toMatchObject({ externalCommentId: answer });
  });

  it('may be numerous: 5,000 comments are stored and listed, and the page stays small', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'sandbox-comments-'));
    cleanups.push(() => rmSync(dataDir, { recursive: true, force: true }));
    const { publish, visit, comments, call } = open(dataDir);
    const post = await publish();
    const fifth = 1_000;
    const tookUs: number[] = [];
    for (let first = 1; first <= 5 * fifth; first += fifth) {
      const begun = process.cpuUsage();
      for (let number = first; number < first + fifth; number += 1) await visit(post, `number ${number}`);
      const { user, system } = process.cpuUsage(begun);
      tookUs.push(user + system);
    }
    // If a comment cost as much as all before it, the last fifth would cost nine times the first.
    expect((tookUs.at(-1) ?? 0) / (tookUs[0] ?? 1)).toBeLessThan(5);
    const all = await comments(post);
    const { text: page } = await call('/feed');
    expect(all.map(({ text }) => text)).toEqual(Array.from({ length: 5_000 }, (_, at) => `number ${at + 1}`));
    expect(new Set(all.map(({ externalCommentId }) => externalCommentId)).size).toBe(5_000);
    expect(page.length).toBeLessThan(300_000);
    expect(page).toContain('number 5000');
    expect(page).toContain('4900 older comments');
  });
});

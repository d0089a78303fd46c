import { afterAll, describe, expect, it } from 'vitest';
import { startStub, textPost, type StubAnswer } from '../../../../test/platforms/support.js';
import { createSafeFetch } from '../../../egress/create-safe-fetch.js';
import type { Publication } from '../../kit/platform.js';
import { boardId, createSubject, realSession, sectionId } from './support.js';

const safeFetch = createSafeFetch();
const subject = createSubject(safeFetch);
afterAll(() => safeFetch[Symbol.asyncDispose]());

const since = new Date('2026-11-21T12:00:00Z');
const options = { boardId, title: 'A title', link: 'https://example.com/a' };
const post: Publication = { ...textPost('the words', { options }), mediaClasses: ['image'] };
const pin = (id: string, more: object = {}): object => ({
  id,
  created_at: '2026-11-21T12:00:05',
  title: 'A title',
  description: 'the words',
  link: 'https://example.com/a',
  parent_pin_id: null,
  media: { media_type: 'image' },
  ...more,
});
const list = (items: unknown[], bookmark: string | null = null): StubAnswer => ({
  status: 200,
  body: { items, bookmark },
});

async function look(answer: (url: string) => StubAnswer, publication = post, taken: string[] = []) {
  await using stub = await startStub(({ url }) => answer(url));
  const search = { since, takenIds: new Set(taken) };
  const found = await subject.findPublished(realSession(stub.url), publication, null, search);
  const urls = stub.requests.map(({ url }) => url);
  return { said: found.kind === 'found' ? found.published.externalPostId : found.kind, urls };
}

describe('a look-up', () => {
  it.each<[string, unknown[], string[], string]>([
    ['one possible pin', [pin('1'), pin('2', { description: 'others' })], [], '1'],
    ['a pin with other white space', [pin('1', { description: ' the  words\n' })], [], '1'],
    ['a pin with its link spelled differently', [pin('1', { link: 'https://EXAMPLE.com:443/a' })], [], '1'],
    ['two possible pins', [pin('1'), pin('2')], [], 'ambiguous'],
    ['two possible pins, of which one belongs to another post', [pin('1'), pin('2')], ['1'], '2'],
    ['a pin with another title', [pin('1', { title: 'Another' })], [], 'absent'],
    ['a pin without a title', [pin('1', { title: null })], [], 'absent'],
    ['a pin with another link', [pin('1', { link: 'https://example.com/b' })], [], 'absent'],
    ['a pin of another kind', [pin('1', { media: { media_type: 'video' } })], [], 'absent'],
    ['a pin of an unknown kind', [pin('1', { media: { media_type: 'hologram' } })], [], 'ambiguous'],
    ['another user’s saved pin', [pin('1', { parent_pin_id: '7' })], [], 'absent'],
    ['a pin from before the attempt', [pin('1', { created_at: '2026-11-21T11:59:59' })], [], 'absent'],
    [
      'a pin from before the attempt, with a time zone',
      [pin('1', { created_at: '2026-11-21T13:59:59+02:00' })],
      [],
      'absent',
    ],
    ['a pin without a time', [pin('1', { created_at: null })], [], 'ambiguous'],
    ['a pin with an unknown link', [pin('1', { link: undefined })], [], 'ambiguous'],
    ['unreadable entries', [null, 7, { id: 5 }, pin('1')], [], '1'],
    ['the same pin twice, because pages overlap', [pin('1'), pin('1')], [], '1'],
    ['no pins', [], [], 'absent'],
  ])('gets the right verdict from a list with %s', async (_what, items, taken, expected) => {
    expect((await look(() => list(items), post, taken)).said).toBe(expected);
  });

  it.each<[string, Publication['mediaClasses'], string]>([
    ['image', ['image'], '1'],
    ['image', ['image', 'image'], 'absent'],
    ['multiple_images', ['image', 'image'], '1'],
    ['video', ['video'], '1'],
    ['video', ['image'], 'absent'],
  ])(
    'compares the kind of a pin, such as %s, with the media of the post: %o',
    async (kind, mediaClasses, expected) => {
      const items = [pin('1', { media: { media_type: kind } })];
      expect((await look(() => list(items), { ...post, mediaClasses })).said).toBe(expected);
    },
  );

  it('finds no pin for a post without text and link, and cannot rule out an empty one', async () => {
    const bare: Publication = { ...textPost('', { options: { boardId } }), mediaClasses: ['image'] };
    const nothing = { title: null, description: '', link: null };
    expect((await look(() => list([pin('1', nothing), pin('2')]), bare)).said).toBe('ambiguous');
    expect((await look(() => list([pin('2')]), bare)).said).toBe('absent');
    const titled = { ...bare, options: { boardId, title: 'A title' } };
    const shown = pin('1', { ...nothing, title: 'A title' });
    expect((await look(() => list([shown]), titled)).said).toBe('1');
  });

  it('reads the board, or the section that was pinned to', async () => {
    expect((await look(() => list([]))).urls).toEqual([`/boards/${boardId}/pins?page_size=100`]);
    const inSection = { ...post, options: { ...options, boardSectionId: sectionId } };
    expect((await look(() => list([]), inSection)).urls).toEqual([
      `/boards/${boardId}/sections/${sectionId}/pins?page_size=100`,
    ]);
  });

  it('reads the next page as long as its pins are new enough', async () => {
    const old = pin('8', { created_at: '2026-11-21T11:00:00' });
    const { said, urls } = await look((url) =>
      url.includes('bookmark=two') ? list([old], 'three') : list([pin('9', { title: 'x' })], 'two'),
    );
    expect(said).toBe('absent');
    expect(urls).toHaveLength(2);
    const second = await look((url) =>
      url.includes('bookmark=two') ? list([pin('1')]) : list([old, pin('9', { title: 'x' })], 'two'),
    );
    expect(second.said).toBe('1');
  });

  it('reaches no verdict from a list that it could not read to its end', async () => {
    const { said, urls } = await look((url) => list([pin(url.includes('bookmark') ? '9' : '1')], 'more'));
    expect(said).toBe('ambiguous');
    expect(urls).toHaveLength(4);
  });

  it.each<[StubAnswer, string]>([
    [{ status: 401, body: { code: 2, message: 'Authentication failed.' } }, 'auth-expired'],
    [{ status: 404, body: { code: 40, message: 'Board not found.' } }, 'rejected'],
    [{ status: 429, body: { code: 8, message: 'Slow down.' } }, 'rate-limited'],
    [{ status: 500, body: '' }, 'ambiguous'],
    [{ status: 200, body: { items: 'none' } }, 'ambiguous'],
  ])('maps the response %o to the right result', async (answer, kind) => {
    expect((await look(() => answer)).said).toBe(kind);
  });
});

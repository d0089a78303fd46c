import { beforeEach, describe, expect, it, vi } from 'vitest';
import { image, video } from '../../../../test/platforms/draft-media.js';
import { upload } from '../../../../test/platforms/media-support.js';
import { brought, search } from '../../../../test/platforms/runner.js';
import { published, startStub, textPost } from '../../../../test/platforms/support.js';
import type { JsonObject } from '../../../domain/json.js';
import type { DraftMedia } from '../../../domain/media-rules.js';
import { MB } from '../../kit/media-rule-parts.js';
import type { Publication } from '../../kit/platform.js';
import {
  boardId,
  createSubject,
  foreignBoardId,
  otherBoardId,
  realSession,
  sandboxSession,
  sectionId,
} from './support.js';
import { waitMsMax } from '../../../../test/harness/patience.js';
import { useSafeFetch, useSandbox, useShelf } from '../../../../test/platforms/use-sandbox.js';

const safeFetch = useSafeFetch();
const subject = createSubject(safeFetch);
const sandbox = useSandbox();
const shelf = useShelf();
beforeEach(() => {
  shelf.isPublic = true;
  shelf.fetches.length = 0;
});

const session = () => sandboxSession(sandbox.url, '8008');

interface Shown {
  externalPostId: string;
  text: string;
  shown: Record<string, string>;
  media: { sha256: string; altText: string | null }[];
  cover: { sha256: string } | null;
}

async function feed(text: string): Promise<Shown[]> {
  const answer = await safeFetch({ url: `${sandbox.url}/publications?platform=PINTEREST`, method: 'GET' });
  return (JSON.parse(answer.body) as { data: Shown[] }).data.filter((pin) => pin.text === text);
}

async function commit(publication: Publication) {
  const state = await brought(subject, session(), publication);
  return { answer: await subject.commit(session(), publication, state), state };
}

async function show(publication: Publication): Promise<Shown> {
  published((await commit(publication)).answer);
  const [only, ...others] = await feed(publication.text);
  if (only === undefined || others.length > 0) throw new Error('not shown once');
  return only;
}

const picture = (sizeBytes = 20_000, altText: string | null = null) => shelf.medium({ sizeBytes, altText });
const shelfVideo = () => shelf.medium({ mime: 'video/mp4', sizeBytes: 40_000 });

describe('an image', () => {
  it('is sent with the call if it is small, with all options', async () => {
    const options = {
      platform: 'PINTEREST',
      boardId,
      boardSectionId: sectionId,
      title: 'A title',
      link: 'https://example.com/a',
      altText: 'What can be seen',
      dominantColor: '#6E7874',
    };
    const media = [picture(20_000, 'not this one')];
    const pin = await show(textPost('one small picture', { media, options }));
    expect(pin).toMatchObject({
      shown: { Title: 'A title', Board: 'Ideas for the house, Kitchen', Link: 'https://example.com/a' },
      media: [{ sha256: media[0]?.sha256, altText: 'What can be seen' }],
    });
    expect(shelf.fetches).toEqual([]);
  });

  it('is fetched by Pinterest from a URL if it is large', async () => {
    const media = [picture(5 * MB, 'a large one')];
    const pin = await show(textPost('one large picture', { media, options: { boardId: otherBoardId } }));
    expect(pin).toMatchObject({
      shown: { Board: 'Travel' },
      media: [{ sha256: media[0]?.sha256, altText: 'a large one' }],
    });
    expect(shelf.fetches).toHaveLength(1);
  });

  it('is uploaded again if Pinterest could not fetch it', async () => {
    shelf.isPublic = false;
    const publication = textPost('unreachable', { media: [picture(5 * MB)], options: { boardId } });
    expect((await commit(publication)).answer).toMatchObject({
      kind: 'upload-again',
      message: 'Unable to reach the URL.',
    });
    expect(await feed('unreachable')).toEqual([]);
  });

  it.each([
    ['upload-drop', { kind: 'ambiguous' }],
    ['upload-rate-limit', { kind: 'rate-limited', retryAfterMs: 2_000 }],
    ['upload-expired-token', { kind: 'auth-expired' }],
    ['processing-failed', { kind: 'rejected', code: 'MEDIA_REJECTED' }],
  ])('fails as its simulation mark %s requires', async (mark, expected) => {
    const media = [shelf.medium({ marks: `[sandbox:${mark}]` })];
    const publication = textPost(`a picture with ${mark}`, { media, options: { boardId } });
    expect((await commit(publication)).answer).toMatchObject(expected);
    expect(await feed(publication.text)).toEqual([]);
  });

  it('is required', async () => {
    const publication = textPost('nothing to see', { options: { boardId } });
    expect(await subject.commit(session(), publication, {})).toMatchObject({
      kind: 'rejected',
      code: 'MEDIA_REJECTED',
    });
  });
});

describe('a carousel', () => {
  it.each([
    ['with the call', 20_000, 0],
    ['from their addresses', 3 * MB, 3],
  ])('has its images in order, sent %s', async (how, sizeBytes, fetches) => {
    const media = ['a', 'b', 'c'].map((altText) => picture(sizeBytes, altText));
    const options = { boardId, carouselIndex: 2 };
    const pin = await show(textPost(`a carousel ${how}`, { media, options }));
    expect(pin.media).toEqual(
      media.map(({ sha256 }) => expect.objectContaining({ sha256, altText: 'a; b; c' }) as unknown),
    );
    expect(pin.shown).toMatchObject({ 'First image': '3' });
    expect(shelf.fetches).toHaveLength(fetches);
  });
});

describe('a video', () => {
  it.each<[string, JsonObject, object]>([
    ['by default', {}, { Cover: 'the frame at 0 s' }],
    ['as its frame', { coverKeyFrameSec: 7 }, { Cover: 'the frame at 7 s' }],
    ['as a picture', { coverMediaId: 'med_cover' }, {}],
  ])('has a cover that is chosen %s', async (how, cover, expected) => {
    const own = 'coverMediaId' in cover ? picture() : null;
    const optionMedia = own === null ? {} : { coverMediaId: own };
    const media = [shelfVideo()];
    const options = { boardId, ...cover };
    const pin = await show(textPost(`a video, ${how}`, { media, options, optionMedia }));
    expect(pin).toMatchObject({ shown: expected, media: [{ sha256: media[0]?.sha256 }] });
    expect(pin.cover?.sha256).toBe(own?.sha256);
    expect(shelf.fetches).toEqual([]);
  });

  it('has its large cover fetched by Pinterest from a URL', async () => {
    const optionMedia = { coverMediaId: picture(5 * MB) };
    const options = { boardId, coverMediaId: 'med_cover' };
    await show(textPost('a video, large cover', { media: [shelfVideo()], options, optionMedia }));
    expect(shelf.fetches).toHaveLength(1);
  });

  it('is not pinned before it is processed', async () => {
    const media = [shelf.medium({ mime: 'video/mp4', marks: '[sandbox:processing=60000]' })];
    const publication = textPost('too early', { media, options: { boardId } });
    const { answer } = await upload(subject, session(), publication);
    if (answer.kind !== 'uploaded') throw new Error(answer.kind);
    expect(await subject.checkReadiness(session(), publication, answer.state)).toMatchObject({
      kind: 'pending',
    });
    expect(await subject.commit(session(), publication, answer.state)).toMatchObject({
      kind: 'upload-again',
    });
  });

  it('is registered again only if its bytes did not arrive', async () => {
    const publication = textPost('twice', { media: [shelfVideo()], options: { boardId } });
    const { saved } = await upload(subject, session(), publication);
    const [begun] = saved;
    const again = await upload(subject, session(), publication, begun ?? null);
    // Pinterest has the bytes of the first attempt, whatever its state says.
    expect(again.saved).toEqual([saved[1]]);
    const lost = {
      media: [{ ...(saved[1]?.['media'] as JsonObject[])[0], mediaId: '5', isUploaded: false }],
    };
    const anew = await upload(subject, session(), publication, lost);
    expect(anew.answer.kind).toBe('uploaded');
    expect(anew.saved).toHaveLength(2);
  });

  it.each([
    ['a token', { authorization: 'Bearer sandbox:8008' }, 'InvalidArgument'],
    ['no form', { 'content-type': 'text/plain' }, 'MalformedPOSTRequest'],
  ])('is refused by the storage with %s', async (_what, headers, code) => {
    const answer = await safeFetch({
      url: `${session().baseUrl}/uploads`,
      method: 'POST',
      headers,
      body: 'x',
    });
    expect(answer.status).toBe(400);
    expect(answer.body).toContain(`<Code>${code}</Code>`);
  });

  it('is refused by the storage if its file is the first field of the form', async () => {
    const form = (parts: string[]): string => `${parts.join('')}--b--\r\n`;
    const field = (name: string, more = ''): string =>
      `--b\r\ncontent-disposition: form-data; name="${name}"${more}\r\n\r\nx\r\n`;
    const send = (body: string) =>
      safeFetch({
        url: `${session().baseUrl}/uploads`,
        method: 'POST',
        headers: { 'content-type': 'multipart/form-data; boundary=b' },
        body,
      });
    const file = field('file', '; filename="video"');
    expect((await send(form([file, field('key')]))).body).toContain('AccessDenied');
    expect((await send(form([field('key'), file]))).body).toContain('AccessDenied');
    expect((await send(form([field('key')]))).body).toContain('MalformedPOSTRequest');
  });
});

describe('a refusal', () => {
  it.each<[string, string, object]>([
    ['board-gone', boardId, { kind: 'rejected', code: 'CHOICE_NOT_AVAILABLE' }],
    ['blocked-link', boardId, { kind: 'rejected', code: 'POLICY_BLOCKED' }],
    ['trial-access', boardId, { kind: 'rejected', code: 'POLICY_BLOCKED' }],
    ['an unknown board', '404', { kind: 'rejected', code: 'CHOICE_NOT_AVAILABLE' }],
    ['a foreign board', foreignBoardId, { kind: 'rejected', code: 'PERMISSION_MISSING' }],
  ])('is simulated by the sandbox: %s', async (what, board, expected) => {
    const text = `${what} [sandbox:${what.replaceAll(' ', '-')}]`;
    const publication = textPost(text, { media: [picture()], options: { boardId: board } });
    expect((await commit(publication)).answer).toMatchObject(expected);
    expect(await feed(text)).toEqual([]);
  });

  it('also follows for a section that belongs to another board', async () => {
    const options = { boardId: otherBoardId, boardSectionId: sectionId };
    const publication = textPost('astray', { media: [picture()], options });
    expect((await commit(publication)).answer).toMatchObject({ code: 'CHOICE_NOT_AVAILABLE' });
  });

  it('at the daily limit differs from one at the limit per minute, and is temporary', async () => {
    const publication = textPost('[sandbox:daily-limit]', { media: [picture()], options: { boardId } });
    const { answer, state } = await commit(publication);
    expect(answer).toMatchObject({
      kind: 'rate-limited',
      retryAfterMs: 2_000,
      code: 'PLATFORM_QUOTA_EXCEEDED',
    });
    published(await subject.commit(session(), publication, state));
  });

  it('does not follow from a list that lags behind', async () => {
    const options = { boardId, boardSectionId: sectionId };
    const publication = textPost('[sandbox:late-in-list] late', { media: [picture()], options });
    const since = search(new Date());
    const { externalPostId } = published((await commit(publication)).answer);
    const look = () => subject.findPublished(session(), publication, null, since);
    expect((await look()).kind).toBe('absent');
    await vi.waitFor(async () => expect(await look()).toMatchObject({ published: { externalPostId } }), {
      timeout: waitMsMax,
      interval: 200,
    });
  });
});

describe('the choices', () => {
  it('are the account’s boards and their sections', async () => {
    expect(await subject.choices?.read(session())).toEqual({
      kind: 'choices',
      choices: {
        options: {
          boardId: [
            { value: boardId, label: 'Ideas for the house' },
            { value: otherBoardId, label: 'Travel' },
          ],
          boardSectionId: [
            { value: sectionId, label: 'Kitchen', within: { option: 'boardId', value: boardId } },
            { value: '549755890002', label: 'Garden', within: { option: 'boardId', value: boardId } },
          ],
        },
        videoDurationMaxMs: null,
        quota: null,
      },
    });
  });

  it('are read to their end, or fail as a whole', async () => {
    const board = (id: string): object => ({ id, name: `Board ${id}` });
    const answer = (items: object[], bookmark: string | null) => ({ status: 200, body: { items, bookmark } });
    await using paged = await startStub(({ url }) => {
      if (url.includes('/sections')) return answer([], null);
      return url.includes('bookmark=b2')
        ? answer([board('3')], null)
        : answer([board('1'), board('2')], 'b2');
    });
    const read = await subject.choices?.read(realSession(paged.url));
    expect(read).toMatchObject({
      choices: { options: { boardId: [{ value: '1' }, { value: '2' }, { value: '3' }] } },
    });
    await using endless = await startStub(() => answer([board('1')], 'more'));
    expect(await subject.choices?.read(realSession(endless.url))).toMatchObject({ kind: 'rejected' });
    await using broken = await startStub(({ url }) =>
      url.includes('/sections') ? { status: 500 } : answer([board('1')], null),
    );
    expect(await subject.choices?.read(realSession(broken.url))).toMatchObject({ kind: 'ambiguous' });
  });
});

describe('options', () => {
  const broken = (options: JsonObject | null, media: DraftMedia[] = [image()], text = 'hi') =>
    subject
      .validate({ text, firstComment: null, options, media })
      .map(({ option, rule, limit, actual, severity, isMissing }) => ({
        ...(option && { option }),
        rule,
        ...(limit !== undefined && { limit, actual }),
        ...(severity && { severity }),
        ...(isMissing && { isMissing }),
      }));

  it.each<[JsonObject | null, DraftMedia[], object[]]>([
    [{ boardId }, [image()], []],
    [
      { boardId, boardSectionId: '5', title: 'x', link: 'http://a.example', dominantColor: '#abcdef' },
      [image()],
      [],
    ],
    [{ boardId, coverKeyFrameSec: 0 }, [video()], []],
    [{ boardId, carouselIndex: 1 }, [image(), image()], []],
    [null, [image()], [{ option: 'boardId', rule: 'option_required', isMissing: true }]],
    [{ boardId: 'x' }, [image()], [{ option: 'boardId', rule: 'invalid_option' }]],
    [
      { boardId, title: 'a'.repeat(101) },
      [image()],
      [{ option: 'title', rule: 'invalid_option', limit: 100, actual: 101 }],
    ],
    [
      { boardId, link: `https://a.example/${'a'.repeat(2_031)}` },
      [image()],
      [{ option: 'link', rule: 'invalid_option', limit: 2_048, actual: 2_049 }],
    ],
    [{ boardId, link: 'javascript:alert(1)' }, [image()], [{ option: 'link', rule: 'invalid_option' }]],
    [
      { boardId, altText: 'a'.repeat(501) },
      [image()],
      [{ option: 'altText', rule: 'invalid_option', limit: 500, actual: 501 }],
    ],
    [{ boardId, dominantColor: 'red' }, [image()], [{ option: 'dominantColor', rule: 'invalid_option' }]],
    [
      { boardId, carouselIndex: 5 },
      [image(), image()],
      [{ option: 'carouselIndex', rule: 'invalid_option', limit: 4, actual: 5 }],
    ],
    [
      { boardId, carouselIndex: 2 },
      [image(), image()],
      [{ option: 'carouselIndex', rule: 'carousel_index_out_of_range', limit: 1, actual: 2 }],
    ],
    [
      { boardId, carouselIndex: 0 },
      [image()],
      [{ option: 'carouselIndex', rule: 'carousel_index_without_carousel', limit: 2, actual: 1 }],
    ],
    [{ boardId, coverKeyFrameSec: 1.5 }, [video()], [{ option: 'coverKeyFrameSec', rule: 'invalid_option' }]],
    [
      { boardId, coverKeyFrameSec: 1, coverMediaId: 'med_1' },
      [video()],
      [{ option: 'coverKeyFrameSec', rule: 'cover_chosen_twice' }],
    ],
    [{ boardId, coverMediaId: 'med_1' }, [image()], [{ option: 'coverMediaId', rule: 'cover_without_film' }]],
    [
      { boardId, coverKeyFrameSec: 1 },
      [image()],
      [{ option: 'coverKeyFrameSec', rule: 'cover_without_film' }],
    ],
    [
      { coverKeyFrameSec: 1 },
      [image()],
      [
        { option: 'boardId', rule: 'option_required', isMissing: true },
        { option: 'coverKeyFrameSec', rule: 'cover_without_film' },
      ],
    ],
    [
      { boardId },
      [image({}, 1, 'a'.repeat(300)), image({}, 1, 'b'.repeat(300))],
      [{ rule: 'alt_text_too_long', limit: 500, actual: 602 }],
    ],
    [{ boardId, altText: 'both' }, [image({}, 1, 'a'.repeat(300)), image({}, 1, 'b'.repeat(300))], []],
    [
      { boardId },
      [image({ width: 1000, height: 1500 }), image({ width: 1000, height: 1000 })],
      [{ rule: 'carousel_sizes_differ', severity: 'warning' }],
    ],
  ])('are checked: %o', (options, media, expected) => {
    expect(broken(options, media)).toEqual(expected);
  });

  it('accept a description of up to 800 characters, with a warning beyond 500', () => {
    expect(broken({ boardId }, [image()], 'a'.repeat(500))).toEqual([]);
    const warning = { rule: 'text_may_be_cut', limit: 500, actual: 800, severity: 'warning' };
    expect(broken({ boardId }, [image()], 'a'.repeat(800))).toEqual([warning]);
    expect(broken({ boardId }, [image()], 'a'.repeat(801))).toContainEqual({
      rule: 'text_too_long',
      limit: 800,
      actual: 801,
    });
  });

  it('require media and allow no first comment', () => {
    expect(broken({ boardId }, [])).toEqual([
      { rule: 'media_required', limit: 1, actual: 0, isMissing: true },
    ]);
    const draft = { text: 'hi', options: { boardId }, media: [image()] };
    expect(subject.validate({ ...draft, firstComment: 'first!' })).toMatchObject([
      { field: 'firstComment', rule: 'first_comment_not_supported' },
    ]);
  });
});

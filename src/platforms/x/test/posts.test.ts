import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../domain/json.js';
import type { MediaFacts } from '../../../domain/media.js';
import type { PublicationDraft } from '../../kit/platform.js';
import type { PlatformSession } from '../../kit/session.js';
import { x as definition } from '../definition.js';
import { upload, uploaded, type MediaShelf } from '../../../../test/platforms/media-support.js';
import {
  connectorOf,
  startStub,
  textPost,
  type StubAnswer,
  type StubRequest,
} from '../../../../test/platforms/support.js';
import { useSafeFetch, useShelf } from '../../../../test/platforms/use-sandbox.js';

const safeFetch = useSafeFetch();
const x = connectorOf(definition, { fetch: safeFetch });
const shelf = useShelf();

const session = (baseUrl: string): PlatformSession => ({
  externalAccountId: '1',
  handle: 'me',
  baseUrl,
  credentials: { accessToken: 'access-token', refreshToken: 'refresh-token' },
});

const facts: MediaFacts = {
  kind: 'VIDEO',
  mime: 'video/mp4',
  width: 640,
  height: 480,
  durationMs: 3_000,
  videoCodec: 'h264',
  audioCodec: 'aac',
  frameRate: 30,
  frameCount: null,
  hasMetadata: false,
  hasAudio: true,
  orientation: null,
  hasAlpha: false,
};
const video = (altText: string | null) => ({ assetId: 'med_1', facts, sizeBytes: 1_000, altText });
const errorsOf = (draft: Partial<PublicationDraft>) =>
  x
    .validate({ text: 'hi', firstComment: null, options: null, media: [], ...draft })
    .filter(({ severity }) => severity !== 'warning');
const poll = { options: ['tea', 'coffee'], durationMinutes: 1_440 };

describe('a draft for X', () => {
  it('gets a warning that the description of its video is not sent', () => {
    const draft = { text: 'hi', firstComment: null, options: null };
    expect(x.validate({ ...draft, media: [video(null)] })).toEqual([]);
    expect(x.validate({ ...draft, media: [video('')] })).toEqual([]);
    expect(x.validate({ ...draft, media: [video('A dance')] })).toMatchObject([
      { field: 'media', mediaIndex: 0, rule: 'alt_text_not_sent', severity: 'warning' },
    ]);
  });

  it('has either a poll or media, and tags users only in media', () => {
    expect(errorsOf({ options: { poll } })).toEqual([]);
    expect(errorsOf({ options: { poll }, media: [video(null)] })).toMatchObject([
      { field: 'platformOptions', option: 'poll', rule: 'poll_with_media', limit: 0, actual: 1 },
    ]);
    expect(errorsOf({ options: { taggedUserIds: ['12', '13'] }, media: [video(null)] })).toEqual([]);
    const many = Array.from({ length: 11 }, (_, index) => String(index));
    expect(errorsOf({ options: { taggedUserIds: many }, media: [video(null)] })).toMatchObject([
      { rule: 'invalid_option' },
    ]);
  });

  it('quotes a post instead of showing media or a poll, and warns that X may reject that', () => {
    const rulesOf = (draft: Partial<PublicationDraft>) => errorsOf(draft).map(({ rule }) => rule);
    expect(rulesOf({ options: { quotePost: '12' } })).toEqual([]);
    expect(rulesOf({ options: { quotePost: '12', poll } })).toEqual(['quote_with_poll']);
    expect(errorsOf({ options: { quotePost: '12' }, media: [video(null)] })).toMatchObject([
      { field: 'platformOptions', option: 'quotePost', rule: 'quote_with_media', limit: 0, actual: 1 },
    ]);
    const draft = { text: 'hi', firstComment: null, media: [] };
    expect(x.validate({ ...draft, options: { quotePost: '12', replyToPost: '13' } })).toMatchObject([
      { option: 'quotePost', rule: 'quote_may_be_rejected', severity: 'warning' },
      { option: 'replyToPost', rule: 'reply_may_be_rejected', severity: 'warning' },
    ]);
  });

  it.each([
    ['12', true],
    ['https://x.com/anna_b/status/12', true],
    ['https://twitter.com/anna_b/status/12?s=20', true],
    ['https://mobile.twitter.com/anna_b/status/12/photo/1', true],
    ['https://x.com/i/web/status/12#top', true],
    ['http://x.com/anna_b/status/12', false],
    ['https://x.com.example/anna_b/status/12', false],
    ['https://example.com/x.com/anna_b/status/12', false],
    ['https://x.com/anna_b', false],
    ['https://x.com/anna_b/status/12x', false],
    ['1'.repeat(20), false],
    ['', false],
  ])('names another post by its id or its URL: %s', (reference, isFit) => {
    for (const option of ['quotePost', 'replyToPost']) {
      const rules = errorsOf({ options: { [option]: reference } }).map(({ rule }) => rule);
      expect(rules).toEqual(isFit ? [] : ['invalid_option']);
    }
  });

  it('may have 25,000 characters if the account has long posts', () => {
    const text = 'x'.repeat(25_000);
    expect(errorsOf({ text, firstComment: text, options: { longPost: true } })).toEqual([]);
    expect(errorsOf({ text, options: { longPost: false } })).toMatchObject([
      { rule: 'text_too_long', limit: 280 },
    ]);
    expect(errorsOf({ text: `${text}x`, options: { longPost: true } })).toMatchObject([
      { rule: 'text_too_long', limit: 25_000, actual: 25_001 },
    ]);
  });
});

describe('the request that creates a post on X', () => {
  const sent = async (
    options: JsonObject,
    state: JsonObject = {},
    media = [] as ReturnType<MediaShelf['medium']>[],
  ) => {
    await using stub = await startStub(() => ({ status: 201, body: { data: { id: '9', text: 'hi' } } }));
    const answer = await x.commit(session(stub.url), textPost('hi', { options, media }), state);
    expect(answer.kind).toBe('published');
    return JSON.parse(stub.requests[0]?.body ?? '') as object;
  };

  it('contains the options under X’s own names', async () => {
    expect(
      await sent({
        poll,
        forSuperFollowersOnly: true,
        communityId: '5',
        shareWithFollowers: true,
        longPost: true,
      }),
    ).toEqual({
      text: 'hi',
      poll: { options: ['tea', 'coffee'], duration_minutes: 1_440 },
      for_super_followers_only: true,
      community_id: '5',
      share_with_followers: true,
    });
  });

  it('contains the ids of the posts that it quotes and replies to', async () => {
    const options = { quotePost: 'https://x.com/anna_b/status/12', replyToPost: '13' };
    expect(await sent(options)).toEqual({
      text: 'hi',
      quote_tweet_id: '12',
      reply: { in_reply_to_tweet_id: '13' },
    });
  });

  it('contains the tagged users in the media', async () => {
    const state = {
      media: [
        {
          sha256: 'a',
          mediaId: '77',
          mediaKey: '3_77',
          expiresAt: new Date().toISOString(),
          sentBytes: 1,
          finalized: true,
          processing: false,
          altText: null,
        },
      ],
    };
    expect(await sent({ taggedUserIds: ['12'] }, state, [shelf.medium()])).toEqual({
      text: 'hi',
      media: { media_ids: ['77'], tagged_user_ids: ['12'] },
    });
  });
});

describe('media that X refuses to finalize', () => {
  const refusal: StubAnswer = { status: 400, body: { title: 'Invalid Request', detail: 'InvalidMedia' } };
  const server = (finalize: StubAnswer, status: StubAnswer) =>
    startStub((request) => answer(request, finalize, status));
  function answer({ url, method }: StubRequest, finalize: StubAnswer, status: StubAnswer): StubAnswer {
    if (method === 'GET') return status;
    if (url.endsWith('/initialize')) return { status: 200, body: { data: { id: '77', media_key: '3_77' } } };
    return url.endsWith('/finalize') ? finalize : { status: 200, body: { data: {} } };
  }
  const known: StubAnswer = { status: 200, body: { data: { id: '77' } } };

  it('are refused for good, whatever their status says', async () => {
    await using stub = await server(refusal, known);
    const publication = textPost('refused', { media: [shelf.medium()] });
    const { answer } = await upload(x, session(stub.url), publication);
    expect(answer).toMatchObject({ kind: 'rejected', code: 'MEDIA_REJECTED' });
    const finalizing = stub.requests.filter(({ url }) => url.endsWith('/finalize'));
    // The description gives this operation no body.
    expect(finalizing.map(({ body }) => body)).toEqual(['']);
  });

  it('may have been finalized by an earlier try whose response was lost, so their status decides', async () => {
    const publication = textPost('lost', { media: [shelf.medium()] });
    await using silent = await server({ status: 500 }, known);
    const lost = await upload(x, session(silent.url), publication);
    expect(lost.answer.kind).toBe('ambiguous');
    const state = lost.saved.at(-1) ?? null;
    const resume = async (status: StubAnswer) => {
      await using stub = await server(refusal, status);
      return await upload(x, session(stub.url), publication, state);
    };
    expect(uploaded(await resume(known))).toMatchObject({ media: [{ mediaId: '77', finalized: true }] });
    const failed = { processing_info: { state: 'failed', error: { message: 'broken' } } };
    expect((await resume({ status: 200, body: { data: failed } })).answer).toMatchObject({
      kind: 'rejected',
      code: 'MEDIA_REJECTED',
      message: 'broken',
    });
    expect((await resume({ status: 404 })).answer.kind).toBe('upload-again');
    expect((await resume({ status: 500 })).answer).toMatchObject({
      kind: 'rejected',
      code: 'MEDIA_REJECTED',
    });
  });
});

import { describe, expect, it, vi } from 'vitest';
import { upload, uploaded } from '../../../../test/platforms/media-support.js';
import { connectorOf, publish, published, textPost } from '../../../../test/platforms/support.js';
import type { JsonObject } from '../../../domain/json.js';
import type { EgressRequest, SafeFetch } from '../../../egress/safe-fetch.js';
import type { FeedPost } from '../../../sandbox/feed.js';
import type { Publication, PublicationDraft } from '../../kit/platform.js';
import type { PlatformSession } from '../../kit/session.js';
import { linkedInCompany as definition } from '../definition.js';
import { waitMsMax } from '../../../../test/harness/patience.js';
import { useSafeFetch, useSandbox, useShelf } from '../../../../test/platforms/use-sandbox.js';

const author = 'urn:li:organization:2002';
const network = useSafeFetch();
const sent: EgressRequest[] = [];
const safeFetch: SafeFetch = (request) => {
  sent.push(request);
  return network(request);
};
const company = connectorOf(definition, { fetch: safeFetch });
const sandbox = useSandbox();
const shelf = useShelf();

const session = (): PlatformSession => ({
  externalAccountId: author,
  handle: 'acme',
  baseUrl: `${sandbox.url}/linkedin-company`,
  sandboxUrl: `${sandbox.url}/linkedin-company`,
  credentials: { accessToken: `sandbox:${author}~0` },
});

async function shown(externalPostId: string): Promise<FeedPost | undefined> {
  const query = new URLSearchParams({ platform: 'LINKEDIN_COMPANY', accountId: author }).toString();
  const { body } = await network({ url: `${sandbox.url}/publications?${query}`, method: 'GET' });
  const { data } = JSON.parse(body) as { data: FeedPost[] };
  return data.find((post) => post.externalPostId === externalPostId);
}

/** Uploads, waits and publishes. Returns the result of the publishing call, and the posts that readers see. */
async function post(publication: Publication) {
  const hasMedia = publication.media.length + Object.keys(publication.optionMedia).length > 0;
  const state = hasMedia ? uploaded(await upload(company, session(), publication)) : null;
  const ready = await vi.waitFor(
    async () => {
      const prepared = await company.prepare(session(), publication, state);
      if (prepared.kind !== 'prepared') throw new Error(JSON.stringify(prepared));
      expect(await company.checkReadiness(session(), publication, prepared.state)).toEqual({ kind: 'ready' });
      return prepared.state;
    },
    { timeout: waitMsMax, interval: 100 },
  );
  const done = published(await company.commit(session(), publication, ready));
  const body = JSON.parse(sent.at(-1)?.body as string) as { commentary: string; content?: JsonObject };
  return { ...done, body, seen: await shown(done.externalPostId) };
}

describe('a post on LinkedIn', () => {
  it('has topics and mentions as elements, and leaves every other character unchanged', async () => {
    const options = { mentions: [{ name: 'Acme', urn: 'urn:li:organization:9' }] };
    const { body, seen, externalPostId } = await post(
      textPost('Thanks, @Acme! (#launch_day) *_~', { options }),
    );
    expect(body.commentary).toBe(
      'Thanks, @[Acme](urn:li:organization:9)! \\({hashtag|\\#|launch}\\_day\\) \\*\\_\\~',
    );
    expect(seen?.text).toBe('Thanks, Acme! (#launch_day) *_~');
    expect(externalPostId).toMatch(/^urn:li:share:\d+$/);
  });

  it('shows a link as a card with an image from the library', async () => {
    const thumbnail = shelf.medium({ mime: 'image/jpeg' });
    const article = {
      source: 'https://example.com/news?a=1',
      title: 'News (today)',
      description: 'All of it',
      thumbnailMediaId: thumbnail.assetId,
    };
    const optionMedia = { 'article.thumbnailMediaId': thumbnail };
    const { body, seen } = await post(textPost('read this', { options: { article }, optionMedia }));
    expect(body.content).toEqual({
      article: {
        source: article.source,
        title: article.title,
        description: article.description,
        thumbnail: expect.stringMatching(/^urn:li:image:\d+$/) as string,
      },
    });
    expect(seen?.shown).toEqual({
      Link: article.source,
      'Title of the link': article.title,
      'About the link': 'All of it',
    });
    expect(seen?.media).toMatchObject([{ sha256: thumbnail.sha256 }]);
  });

  it('shows a link as a card without an image', async () => {
    const article = { source: 'https://example.com/', title: 'Home' };
    const { body, seen } = await post(textPost('a page', { options: { article } }));
    expect(body.content).toEqual({ article });
    expect(seen?.media).toEqual([]);
  });

  it('is not created without the image of its card', async () => {
    const article = { source: 'https://example.com/', title: 'Home', thumbnailMediaId: 'med_gone' };
    const gone = textPost('a page', { options: { article } });
    expect(await company.prepare(session(), gone, null)).toMatchObject({
      kind: 'rejected',
      code: 'MEDIA_UNAVAILABLE',
    });
    const there = { ...gone, optionMedia: { 'article.thumbnailMediaId': shelf.medium() } };
    expect((await company.prepare(session(), there, null)).kind).toBe('upload-again');
  });

  it('may have one image, twenty images or a GIF', async () => {
    const one = shelf.medium({ altText: 'a “picture”' });
    const single = await post(textPost('one', { media: [one] }));
    expect(single.body.content).toEqual({
      media: { id: expect.stringMatching(/^urn:li:image:/) as string, altText: 'a “picture”' },
    });
    const many = Array.from({ length: 20 }, (_, index) =>
      shelf.medium({ altText: index === 3 ? 'third' : null }),
    );
    const { body, seen } = await post(textPost('twenty', { media: many }));
    const images = (body.content as { multiImage: { images: JsonObject[] } }).multiImage.images;
    expect(images).toHaveLength(20);
    expect(images.flatMap(({ altText }, index) => (altText === undefined ? [] : [[index, altText]]))).toEqual(
      [[3, 'third']],
    );
    expect(seen?.media.map(({ sha256 }) => sha256)).toEqual(many.map(({ sha256 }) => sha256));
    const gif = shelf.medium({ mime: 'image/gif' });
    expect((await post(textPost('moving', { media: [gif] }))).seen?.media).toMatchObject([
      { mime: 'image/gif' },
    ]);
  });

  it('may have a video, which has another type of id', async () => {
    const video = shelf.medium({ mime: 'video/mp4', altText: 'not for LinkedIn' });
    const { body, seen, externalPostId } = await post(textPost('a video', { media: [video] }));
    expect(externalPostId).toMatch(/^urn:li:ugcPost:\d+$/);
    expect(body.content).toEqual({ media: { id: expect.stringMatching(/^urn:li:video:/) as string } });
    expect(seen?.media).toMatchObject([{ sha256: video.sha256, altText: null }]);
  });

  it('may have a poll', async () => {
    const poll = { question: 'Which (one)?', options: ['This', 'That'], duration: 'SEVEN_DAYS' };
    const { body, seen } = await post(textPost('choose', { options: { poll } }));
    expect(body.content).toEqual({
      poll: {
        question: 'Which (one)?',
        options: [{ text: 'This' }, { text: 'That' }],
        settings: { duration: 'SEVEN_DAYS' },
      },
    });
    expect(seen?.shown).toEqual({ Poll: 'Which (one)?', Answers: 'This, That', 'Open for': 'seven days' });
    const brief = { question: 'And?', options: ['a', 'b'] };
    expect((await post(textPost('again', { options: { poll: brief } }))).seen?.shown['Open for']).toBe(
      'three days',
    );
  });

  it('cannot be reshared if its author disables that', async () => {
    const { seen } = await post(textPost('ours alone', { options: { disableReshare: true } }));
    expect(seen?.shown).toEqual({ Sharing: 'off' });
  });
});

describe('a comment', () => {
  it('waits for the thread of a new post', async () => {
    const { answer } = await publish(company, session(), textPost('new [sandbox:activity-later]'));
    const replyTo = { externalPostId: published(answer).externalPostId, reference: null };
    const comment = textPost('first (really) #1', { replyTo });
    expect((await publish(company, session(), comment)).answer.kind).toBe('not-sent');
    const done = published((await publish(company, session(), comment)).answer);
    expect(done.externalPostId).toMatch(/^urn:li:comment:\(urn:li:activity:\d+,\d+\)$/);
    const page = await network({ url: done.externalUrl ?? '', method: 'GET' });
    expect(page.body).toContain('first (really) #1');
  });

  it('is refused if the app lacks the permission', async () => {
    const { answer } = await publish(company, session(), textPost('alone [sandbox:no-comment-right]'));
    const replyTo = { externalPostId: published(answer).externalPostId, reference: null };
    expect((await publish(company, session(), textPost('me', { replyTo }))).answer).toMatchObject({
      kind: 'rejected',
      code: 'PERMISSION_MISSING',
    });
  });
});

describe('a post that LinkedIn calls forbidden', () => {
  it('was not published, so the same call publishes it once', async () => {
    const publication = textPost('soon [sandbox:forbidden-once]');
    const { answer, state } = await publish(company, session(), publication);
    expect(answer).toMatchObject({
      kind: 'not-sent',
      message: expect.stringContaining('The resource is forbidden') as string,
    });
    const search = { since: publication.key.createdAt, takenIds: new Set<string>() };
    expect(await company.findPublished(session(), publication, state, search)).toEqual({ kind: 'absent' });
    const { externalPostId } = published(await company.commit(session(), publication, state));
    expect((await shown(externalPostId))?.text).toBe(publication.text);
  });
});

describe('a daily limit', () => {
  it('waits for midnight in UTC', async () => {
    const { answer } = await publish(company, session(), textPost('much [sandbox:daily-limit]'));
    expect(answer).toMatchObject({ kind: 'rate-limited', code: 'PLATFORM_QUOTA_EXCEEDED' });
  });
});

describe('options', () => {
  const article = { source: 'https://example.com/', title: 'Home' };
  const poll = { question: 'q', options: ['a', 'b'] };
  const mention = { name: 'Ann', urn: 'urn:li:person:a-1' };
  const validate = (options: JsonObject, more: Partial<PublicationDraft> = {}) =>
    company.validate({ text: 'hi', firstComment: null, options, media: [], ...more });

  it.each<[JsonObject, string, string]>([
    [{ visibility: 'CONNECTIONS' }, 'invalid_option', 'visibility'],
    [{ article: { source: 'ftp://example.com', title: 'Home' } }, 'invalid_option', 'article.source'],
    [{ article: { source: 'https://example.com/' } }, 'invalid_option', 'article.title'],
    [{ article: { ...article, title: 'x'.repeat(401) } }, 'invalid_option', 'article.title'],
    [{ article: { ...article, image: 'x' } }, 'unknown_option', 'article.image'],
    [{ poll: { ...poll, options: ['one'] } }, 'invalid_option', 'poll.options'],
    [{ poll: { ...poll, options: ['a', 'b', 'c', 'd', 'e'] } }, 'invalid_option', 'poll.options'],
    [{ poll: { ...poll, options: ['a', 'x'.repeat(31)] } }, 'invalid_option', 'poll.options.1'],
    [{ poll: { ...poll, question: 'x'.repeat(141) } }, 'invalid_option', 'poll.question'],
    [{ poll: { ...poll, duration: 'TWO_DAYS' } }, 'invalid_option', 'poll.duration'],
    [{ poll: { ...poll, options: ['a', 'a'] } }, 'poll_options_not_unique', 'poll.options'],
    [{ poll, article }, 'poll_with_article', 'poll'],
    [{ mentions: [mention] }, 'mention_not_in_text', 'mentions.0.name'],
    [{ mentions: [{ name: 'Ann', urn: 'urn:li:share:1' }] }, 'invalid_option', 'mentions.0.urn'],
    [{ documentTitle: 'a' }, 'document_title_without_document', 'documentTitle'],
    [{ pages: 3 }, 'unknown_option', 'pages'],
    [{ platform: 'LINKEDIN_PERSON' }, 'invalid_option', 'platform'],
  ])('are refused: %o breaks the rule %s', (options, rule, option) => {
    const violations = validate(options);
    expect(violations).toMatchObject([{ field: 'platformOptions', rule }]);
    expect(violations[0]?.option ?? '').toBe(option);
  });

  it('are refused with the maximum length if they are too long', () => {
    expect(validate({ poll: { ...poll, question: 'x'.repeat(150) } })).toMatchObject([
      { limit: 140, actual: 150 },
    ]);
  });

  it('cannot be combined with media', () => {
    const facts = { kind: 'IMAGE', mime: 'image/png', width: 10, height: 10, frameCount: 1 } as const;
    const none = { durationMs: null, videoCodec: null, audioCodec: null, frameRate: null, hasAudio: null };
    const rest = { orientation: 1, hasMetadata: false, hasAlpha: false };
    const media = [
      { assetId: 'med_1', facts: { ...facts, ...none, ...rest }, sizeBytes: 1_000, altText: null },
    ];
    for (const [name, value] of Object.entries({ article, poll })) {
      expect(validate({ [name]: value }, { media })).toMatchObject([
        { option: name, rule: `${name}_with_media`, limit: 0, actual: 1 },
      ]);
    }
  });

  it('are accepted if they are valid', () => {
    const mentions = [mention, { name: 'Bo', urn: 'urn:li:organization:2' }];
    expect(validate({ platform: 'LINKEDIN_COMPANY', visibility: 'PUBLIC', article })).toEqual([]);
    expect(validate({ mentions, poll }, { text: 'hi @Ann and @Bo' })).toEqual([]);
    const twice = [mention, mention];
    expect(validate({ mentions: twice }, { text: 'hi @Ann' })).toMatchObject([
      { rule: 'mentions_not_unique' },
    ]);
  });
});

import { describe, expect, it } from 'vitest';
import { upload, uploaded } from '../../../../test/platforms/media-support.js';
import { brought, readied } from '../../../../test/platforms/runner.js';
import { published, textPost } from '../../../../test/platforms/support.js';
import type { JsonObject } from '../../../domain/json.js';
import type { Publication, PublicationMedia } from '../../kit/platform.js';
import { useBench, type FeedPost } from './support.js';

const bench = useBench();
const { instagram } = bench;
const picture = (altText: string | null = null): PublicationMedia =>
  bench.shelf.medium({ mime: 'image/jpeg', altText });
const video = (marks = ''): PublicationMedia =>
  bench.shelf.medium({ mime: 'video/mp4', marks, altText: 'not sent' });

async function make(publication: Publication): Promise<FeedPost> {
  const state = await brought(instagram, bench.session(), publication);
  const { externalPostId } = published(await instagram.commit(bench.session(), publication, state));
  const post = (await bench.feed()).find((entry) => entry.externalPostId === externalPostId);
  if (post === undefined) throw new Error('It is not in the feed.');
  return post;
}

const lookUp = async (publication: Publication, state: JsonObject | null = null) =>
  instagram.findPublished(bench.session(), publication, state, {
    since: new Date(Date.now() - 60_000),
    takenIds: new Set<string>(),
  });

describe('a post on Instagram', () => {
  it('is a feed post with its description if it has one image', async () => {
    const media = [picture('a tree')];
    const options = {
      userTags: [{ username: 'some.one', x: 0.25, y: 1 }],
      collaborators: ['a', 'b'],
      locationId: '1234',
      isAiGenerated: true,
      isPaidPartnership: true,
    };
    expect(await make(textPost('picture', { media, options }))).toMatchObject({
      text: 'picture',
      media: [{ sha256: media[0]?.sha256, altText: 'a tree' }],
      shown: {
        Kind: 'Post',
        Tagged: '@some.one',
        Collaborators: '@a, @b',
        Location: '1234',
        Labels: 'made with AI, paid partnership',
      },
    });
  });

  it('is a carousel in the given order if it has several images and videos', async () => {
    const media = [picture('one'), video(), picture('three')];
    const userTags = [
      { username: 'on.first', x: 0, y: 0 },
      { username: 'on.second', mediaIndex: 1 },
    ];
    const post = await make(textPost('several', { media, options: { userTags, collaborators: ['a'] } }));
    expect(post).toMatchObject({
      text: 'several',
      shown: { Kind: 'Carousel', Collaborators: '@a' },
      media: media.map(({ sha256, kind, altText }) => ({
        sha256,
        altText: kind === 'VIDEO' ? null : altText,
      })),
    });
  });

  it('is a reel if it has one video', async () => {
    const options = {
      shareToFeed: false,
      thumbOffsetMs: 1_500,
      audioName: 'Own sound',
      trialReel: { graduationStrategy: 'SS_PERFORMANCE' },
      userTags: [{ username: 'some.one' }],
    };
    expect(await make(textPost('reel', { media: [video()], options }))).toMatchObject({
      shown: {
        Kind: 'Reel',
        'In the feed': 'no',
        Cover: 'the frame at 1500 ms',
        Sound: 'Own sound',
        Tagged: '@some.one',
      },
    });
  });

  it('may have a cover from the library if it is a reel', async () => {
    const cover = picture();
    const options = { kind: 'REELS', coverMediaId: 'med_1' };
    const optionMedia = { coverMediaId: cover };
    const post = await make(textPost('covered', { media: [video()], options, optionMedia }));
    expect(post).toMatchObject({ shown: { Kind: 'Reel' }, cover: { sha256: cover.sha256 } });
    expect(bench.shelf.fetches).toContain(`/${cover.assetId}`);
    const gone = await upload(instagram, bench.session(), textPost('covered', { media: [video()], options }));
    expect(gone.answer).toMatchObject({ kind: 'rejected', code: 'MEDIA_UNAVAILABLE' });
  });

  it.each(['image/jpeg', 'video/mp4'] as const)('shows no text if it is a story of %s', async (mime) => {
    const media = [bench.shelf.medium({ mime, altText: 'not sent' })];
    const options = { kind: 'STORIES', userTags: [{ username: 'some.one', x: 0.5, y: 0.5 }] };
    const post = await make(textPost('not shown', { media, options }));
    expect(post).toMatchObject({
      text: '',
      media: [{ mime, altText: null }],
      shown: { Kind: 'Story', Tagged: '@some.one' },
    });
  });

  it('has its own public URL', async () => {
    const urlOf = async (options: JsonObject | null, media: PublicationMedia) => {
      const { externalPostId } = await make(textPost('', { media: [media], options }));
      return instagram.readPermalink?.(bench.session(), {
        externalPostId,
        externalUrl: null,
        reference: null,
      });
    };
    expect(await urlOf(null, picture())).toMatch(/\/instagram\/p\/\d+\/$/);
    expect(await urlOf(null, video())).toMatch(/\/instagram\/reel\/\d+\/$/);
  });
});

describe('a look-up', () => {
  it('distinguishes kinds with the same text, and stories by their file', async () => {
    // Instagram returns times in whole seconds.
    const since = new Date(Math.floor(Date.now() / 1000) * 1000);
    const alike = [
      textPost('alike', { media: [picture()] }),
      textPost('alike', { media: [video()] }),
      textPost('alike', { media: [picture(), picture()] }),
    ];
    const posts = [];
    for (const publication of alike) posts.push((await make(publication)).externalPostId);
    const found = await Promise.all(alike.map((publication) => lookUp({ ...publication, media: [] })));
    expect(found).toMatchObject(posts.map((id) => ({ kind: 'found', published: { externalPostId: id } })));
    const story = textPost('', { media: [video()], options: { kind: 'STORIES' } });
    // This test has its own account, because only the time distinguishes its stories.
    const alone = bench.session({ externalAccountId: '17841400000007009' });
    const search = { since, takenIds: new Set<string>() };
    expect((await instagram.findPublished(alone, story, null, search)).kind).toBe('absent');
    const state = await brought(instagram, alone, story);
    const { externalPostId } = published(await instagram.commit(alone, story, state));
    expect(await instagram.findPublished(alone, story, state, search)).toMatchObject({
      kind: 'found',
      published: { externalPostId },
    });
    // Without the container, the story may be one that the owner has posted.
    expect((await instagram.findPublished(alone, story, null, search)).kind).toBe('ambiguous');
  });

  it('does not report a public post as absent before it is listed', async () => {
    const publication = textPost('[sandbox:listed-late] soon', { media: [picture()] });
    const state = await brought(instagram, bench.session(), publication);
    published(await instagram.commit(bench.session(), publication, state));
    expect((await lookUp(publication, state)).kind).toBe('ambiguous');
  });

  it('leads to no verdict for a post without text if its container is unknown', async () => {
    const wordless = textPost('', { media: [picture(), picture()] });
    await make(wordless);
    expect((await lookUp(wordless)).kind).toBe('ambiguous');
  });

  it('leads to no verdict if several posts match', async () => {
    const publication = textPost('twice', { media: [picture()] });
    await make(publication);
    await make(publication);
    expect((await lookUp(publication)).kind).toBe('ambiguous');
  });
});

describe('a container', () => {
  it('is created again if the tags of its file have changed, but not those of other files', async () => {
    const media = [picture(), picture()];
    const tagged = (name: string): Publication =>
      textPost('tags', { media, options: { userTags: [{ username: name, x: 0, y: 0 }] } });
    const first = uploaded(await upload(instagram, bench.session(), tagged('one')));
    const before = bench.sent.length;
    const second = uploaded(await upload(instagram, bench.session(), tagged('two'), first));
    const made = bench.sent.slice(before).filter(({ method }) => method === 'POST');
    expect(made.map(({ params }) => params['user_tags'])).toEqual([
      JSON.stringify([{ username: 'two', x: 0, y: 0 }]),
    ]);
    await readied(instagram, bench.session(), tagged('two'), second);
  });

  it('is created again for another text or another cover', async () => {
    const media = [video()];
    const reel = (text: string, cover: PublicationMedia): Publication =>
      textPost(text, { media, options: { coverMediaId: 'med_1' }, optionMedia: { coverMediaId: cover } });
    const [one, two] = [picture(), picture()];
    const state = uploaded(await upload(instagram, bench.session(), reel('words', one)));
    const again = async (publication: Publication) =>
      uploaded(await upload(instagram, bench.session(), publication, state));
    expect(await again(reel('words', one))).toEqual(state);
    expect(await again(reel('others', one))).not.toMatchObject({ containerId: state['containerId'] });
    expect(await again(reel('words', two))).not.toMatchObject({ containerId: state['containerId'] });
  });
});

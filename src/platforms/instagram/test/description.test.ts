import { beforeAll, describe, expect, it } from 'vitest';
import { brought } from '../../../../test/platforms/runner.js';
import { published, textPost } from '../../../../test/platforms/support.js';
import type { JsonObject } from '../../../domain/json.js';
import type { Publication, PublicationMedia } from '../../kit/platform.js';
import { commonParameters, graphFields, graphParameters } from './graph-parameters.js';
import { accountId, useBench, type SentRequest } from './support.js';

const bench = useBench();
const { instagram } = bench;
type Operation = keyof typeof graphParameters;

/** The form of the ids in paths, to recognize the calls on them. */
const kinds = new Map<string, string>([
  [accountId, 'user'],
  ['me', 'me'],
]);

function operationOf({ method, url }: SentRequest): string {
  const [first = '', ...rest] = url.pathname.replace(/^\/instagram\//, '').split('/');
  if (first === 'refresh_access_token') return `${method} /${first}`;
  expect(first).toBe('v26.0');
  const [id = '', edge] = rest;
  return `${method} /{${kinds.get(id) ?? 'container'}}${edge === undefined ? '' : `/${edge}`}`;
}

/** The fields of the entries of a list, as in `id,replies.limit(50){id,text}`, count as fields of comments, too. */
function fieldNames(fields: string | undefined): string[] {
  return fields?.replaceAll(/\.limit\(\d+\)/g, '').match(/[^,{}]+/g) ?? [];
}

async function make(publication: Publication, kind: 'media' | 'comment') {
  const state = await brought(instagram, bench.session(), publication);
  const made = published(await instagram.commit(bench.session(), publication, state));
  kinds.set(made.externalPostId, kind);
  await instagram.readPermalink?.(bench.session(), made);
  await instagram.addExtras?.(bench.session(), publication, made);
  const search = { since: new Date(Date.now() - 60_000), takenIds: new Set<string>() };
  await instagram.findPublished(bench.session(), publication, state, search);
  return made;
}

/** Makes a post of every kind, with every option that the kind accepts. */
async function makeEverything(): Promise<void> {
  const picture = (): PublicationMedia => bench.shelf.medium({ mime: 'image/jpeg', altText: 'described' });
  const video = (): PublicationMedia => bench.shelf.medium({ mime: 'video/mp4' });
  const flags: JsonObject = { isAiGenerated: true, isPaidPartnership: false };
  const shown: JsonObject = { ...flags, collaborators: ['a.b'], locationId: '42', commentsEnabled: false };
  const placed = [{ username: 'c', x: 0.5, y: 0.5 }];
  await make(textPost('picture', { media: [picture()], options: { ...shown, userTags: placed } }), 'media');
  const tagged = [
    { username: 'c', x: 0, y: 1, mediaIndex: 0 },
    { username: 'd', mediaIndex: 1 },
  ];
  await make(
    textPost('carousel', { media: [picture(), video()], options: { ...shown, userTags: tagged } }),
    'media',
  );
  const reel = { ...shown, shareToFeed: false, audioName: 'own', userTags: [{ username: 'c' }] };
  const trialReel = { graduationStrategy: 'MANUAL' };
  await make(
    textPost('reel', { media: [video()], options: { ...reel, trialReel, thumbOffsetMs: 5 } }),
    'media',
  );
  const covered = { ...reel, coverMediaId: 'med_1' };
  const optionMedia = { coverMediaId: picture() };
  await make(textPost('covered', { media: [video()], options: covered, optionMedia }), 'media');
  const story = { ...flags, kind: 'STORIES', userTags: placed };
  await make(textPost('', { media: [picture()], options: story }), 'media');
  const plain = await make(textPost('plain', { media: [picture()] }), 'media');
  const { externalPostId, reference } = plain;
  const first = await make(textPost('one', { replyTo: { externalPostId, reference } }), 'comment');
  await instagram.comments?.hiding?.set(bench.session(), first.externalPostId, false);
  await make(
    textPost('two', { replyTo: { externalPostId: first.externalPostId, reference: first.reference } }),
    'comment',
  );
  const post = { externalPostId, reference, publishedAt: new Date() };
  expect(await instagram.comments?.list(bench.session(), post, null)).toMatchObject({ kind: 'page' });
  expect(await instagram.comments?.deleting?.remove(bench.session(), first.externalPostId)).toEqual({
    kind: 'changed',
  });
  expect(await instagram.comments?.push?.subscribe?.(bench.session())).toEqual({ kind: 'subscribed' });
  await instagram.choices?.read(bench.session());
  await instagram.refresh(bench.session());
}

describe('every request', () => {
  beforeAll(makeEverything);

  it('is described by Meta, with its parameters and fields', () => {
    const used = new Set<string>();
    for (const request of bench.sent) {
      const operation = operationOf(request);
      used.add(operation);
      expect(Object.keys(graphParameters)).toContain(operation);
      const known = [...graphParameters[operation as Operation], ...commonParameters];
      expect(known, operation).toEqual(expect.arrayContaining(Object.keys(request.params)));
      const { fields } = request.params;
      const fieldsKnown = graphFields[operation as Operation] ?? [];
      expect(fieldsKnown, operation).toEqual(expect.arrayContaining(fieldNames(fields)));
    }
    expect([...used].sort()).toEqual(Object.keys(graphParameters).sort());
  });

  it('together sends every option to Instagram', () => {
    const said = new Set(
      bench.sent
        .filter((request) => operationOf(request) === 'POST /{user}/media')
        .flatMap(({ params }) => Object.keys(params)),
    );
    expect([...said].sort()).toEqual(
      [
        'access_token',
        'alt_text',
        'audio_name',
        'caption',
        'children',
        'collaborators',
        'cover_url',
        'image_url',
        'is_ai_generated',
        'is_carousel_item',
        'is_paid_partnership',
        'location_id',
        'media_type',
        'share_to_feed',
        'thumb_offset',
        'trial_params',
        'user_tags',
        'video_url',
      ].sort(),
    );
  });

  it('has the token only where the Graph API documents it', () => {
    for (const { method, url, params } of bench.sent) {
      expect(params['access_token']).toBe(`sandbox:${accountId}`);
      expect(url.searchParams.has('access_token')).toBe(method !== 'POST');
    }
  });
});

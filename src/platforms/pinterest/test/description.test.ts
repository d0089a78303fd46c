import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { upload, uploaded } from '../../../../test/platforms/media-support.js';
import { brought, search } from '../../../../test/platforms/runner.js';
import { published, textPost } from '../../../../test/platforms/support.js';
import { useSafeFetch, useSandbox, useShelf } from '../../../../test/platforms/use-sandbox.js';
import type { EgressRequest } from '../../../egress/safe-fetch.js';
import { appClient } from '../../../sandbox/app-client.js';
import { MB } from '../../kit/media-rule-parts.js';
import type { Publication } from '../../kit/platform.js';
import { pinterest as definition } from '../definition.js';
import { description, faultsOf, operationNameOf } from './description.js';
import { boardId, createSubject, sandboxSession, sectionId } from './support.js';

const realFetch = useSafeFetch();
const requests: EgressRequest[] = [];
const subject = createSubject((request) => {
  requests.push(request);
  return realFetch(request);
});

const sandbox = useSandbox();
const shelf = useShelf();

const session = () => sandboxSession(sandbox.url, '9009');
const baseUrl = (): string => `${sandbox.url}/pinterest`;

describe('the connector, compared with Pinterest’s own description', () => {
  const all = {
    boardId,
    boardSectionId: sectionId,
    title: 'A title',
    link: 'https://example.com/a?b=c',
    altText: 'What can be seen',
    dominantColor: '#6E7874',
  };
  const picture = (sizeBytes = 20_000) => shelf.medium({ sizeBytes, altText: 'a picture' });
  const video = () => shelf.medium({ mime: 'video/mp4' });
  const posts: [string, () => Partial<Publication>][] = [
    ['an image', () => ({ media: [picture()], options: all })],
    ['a large image', () => ({ media: [picture(5 * MB)], options: { boardId } })],
    ['a carousel', () => ({ media: [picture(), picture()], options: { ...all, carouselIndex: 1 } })],
    ['a large carousel', () => ({ media: [picture(3 * MB), picture(3 * MB)], options: { boardId } })],
    ['a video', () => ({ media: [video()], options: all })],
    ['a video with a frame', () => ({ media: [video()], options: { ...all, coverKeyFrameSec: 3 } })],
    [
      'a video with a cover',
      () => ({
        media: [video()],
        options: { boardId, coverMediaId: 'med_c' },
        optionMedia: { coverMediaId: picture() },
      }),
    ],
    [
      'a video with a large cover',
      () => ({
        media: [video()],
        options: { boardId, coverMediaId: 'med_c' },
        optionMedia: { coverMediaId: picture(5 * MB) },
      }),
    ],
  ];

  it.each(posts)('%s: sends only requests that Pinterest describes', async (text, more) => {
    requests.length = 0;
    const publication = textPost(text, more());
    const state = await brought(subject, session(), publication);
    const { externalPostId } = published(await subject.commit(session(), publication, state));
    const found = await subject.findPublished(session(), publication, state, search(new Date()));
    expect(found).toMatchObject({ kind: 'found', published: { externalPostId } });
    const forms = requests.filter(({ url }) => url === `${baseUrl()}/uploads`);
    expect(forms.map(({ headers }) => headers?.['authorization'])).toEqual(forms.map(() => undefined));
    const calls = requests.filter((request) => !forms.includes(request));
    expect(calls.flatMap((request) => faultsOf(request, baseUrl()))).toEqual([]);
    expect(calls.length).toBeGreaterThan(1);
  });

  it('refreshes, checks accounts and reads choices with requests that Pinterest describes', async () => {
    requests.length = 0;
    expect((await subject.refresh(session())).kind).toBe('refreshed');
    expect((await subject.check?.(session()))?.kind).toBe('alive');
    expect((await subject.choices?.read(session()))?.kind).toBe('choices');
    expect(requests.flatMap((request) => faultsOf(request, baseUrl()))).toEqual([]);
    expect(requests).toHaveLength(5);
  });

  it('calls the server that Pinterest names', () => {
    expect(definition.connector?.readSettings({})).toMatchObject({ baseUrl: description.server });
  });

  it('would be reported if it sent a request that Pinterest does not describe', () => {
    const request = (method: 'GET' | 'POST', path: string, body?: object): EgressRequest => ({
      url: `${baseUrl()}${path}`,
      method,
      headers: { authorization: 'Bearer x', ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    const faults = (one: EgressRequest) => faultsOf(one, baseUrl());
    expect(faults(request('GET', '/boards?page_size=250'))).toEqual([]);
    expect(faults(request('GET', '/boards?page_size=251'))).toHaveLength(1);
    expect(faults(request('GET', '/boards?pages=1'))).toHaveLength(1);
    expect(faults(request('GET', '/nothing'))).toEqual(['unknown: GET /nothing']);
    expect(faults(request('POST', '/pins', { board_id: '1', nope: 1 }))).toHaveLength(1);
    expect(faults({ ...request('GET', '/boards'), headers: {} })).toHaveLength(1);
  });
});

const bodySchema = z.looseObject({ properties: z.record(z.string(), z.looseObject({})) });

describe('the simulator, compared with Pinterest’s own description', () => {
  const call = async (method: 'GET' | 'POST', path: string, body?: object | string) => {
    const isForm = typeof body === 'string';
    const answer = await realFetch({
      url: `${baseUrl()}${path}`,
      method,
      headers: {
        authorization: isForm
          ? `Basic ${btoa(`${appClient.id}:${appClient.secret}`)}`
          : 'Bearer sandbox:9009',
        ...(body !== undefined && {
          'content-type': isForm ? 'application/x-www-form-urlencoded' : 'application/json',
        }),
      },
      ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
    });
    return { status: answer.status, body: JSON.parse(answer.body) as Record<string, unknown> };
  };
  const source = (): object => ({ source_type: 'image_base64', content_type: 'image/png', data: png });
  const png = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1').toString('base64');
  const pin = (more: object = {}): object => ({ board_id: boardId, media_source: source(), ...more });

  it.each(Object.keys(description.operations))('refuses an unknown parameter of %s', async (name) => {
    const [method, template = ''] = name.split(' ');
    const path = template.replace('{board_id}', boardId).replace('{section_id}', sectionId);
    const at = path.replace('{media_id}', '1');
    const form = 'grant_type=refresh_token&refresh_token=sandbox-refresh:9009';
    if (method === 'GET') {
      expect(await call('GET', `${at}?nope=1`)).toMatchObject({ status: 400 });
    } else if (at === '/oauth/token') {
      expect(await call('POST', at, `${form}&nope=1`)).toMatchObject({ status: 400 });
      expect(await call('POST', at, form)).toMatchObject({ status: 200 });
    } else {
      const body = at === '/pins' ? pin() : { media_type: 'video' };
      expect(await call('POST', `${at}?nope=1`, body)).toMatchObject({ status: 400 });
      expect(await call('POST', at, { ...body, nope: 1 })).toMatchObject({ status: 400 });
      expect(await call('POST', at, body)).toMatchObject({ status: 201 });
    }
  });

  const fields = bodySchema.parse(description.operations['POST /pins']?.body).properties;
  const bounded = Object.entries(fields).flatMap(([name, { maxLength, pattern }]) => [
    ...(typeof maxLength === 'number' ? [[name, 'a'.repeat(maxLength + 1)] as const] : []),
    ...(pattern === undefined ? [] : [[name, 'x'] as const]),
  ]);
  it('has the expected limits in that description', () => {
    expect(bounded.map(([name]) => name)).toEqual(
      expect.arrayContaining(['alt_text', 'board_id', 'board_section_id', 'description', 'link', 'title']),
    );
  });
  it.each(bounded)('refuses %s beyond its limit', async (name, value) => {
    expect(await call('POST', '/pins', pin({ [name]: value }))).toMatchObject({ status: 400 });
  });

  const item = { content_type: 'image/png', data: png };
  it.each<[string, object]>([
    ['no media', { media_source: undefined }],
    ['an unknown kind of media', { media_source: { source_type: 'telegram' } }],
    ['a carousel of one image', { media_source: { source_type: 'multiple_image_base64', items: [item] } }],
    [
      'six pictures',
      {
        media_source: { source_type: 'multiple_image_base64', items: Array.from({ length: 6 }, () => item) },
      },
    ],
    [
      'a first image that is missing',
      { media_source: { source_type: 'multiple_image_base64', items: [item, item], index: 2 } },
    ],
    ['an image of another type', { media_source: { ...source(), content_type: 'image/webp' } }],
    ['data that is not an image', { media_source: { ...source(), data: btoa('hello') } }],
  ])('refuses %s', async (_what, more) => {
    expect(await call('POST', '/pins', pin(more))).toMatchObject({ status: 400 });
  });

  it('returns only fields that Pinterest describes', async () => {
    const known = (name: string, value: unknown): void => {
      expect(description.answers[name]).toEqual(
        expect.arrayContaining(Object.keys(z.looseObject({}).parse(value))),
      );
    };
    const first = ({ body }: { body: Record<string, unknown> }): unknown =>
      z.array(z.unknown()).parse(body['items'])[0];
    const made = await call('POST', '/pins', pin({ title: 'x' }));
    known('Pin', made.body);
    known('Pin', first(await call('GET', `/boards/${boardId}/pins`)));
    known('Board', first(await call('GET', '/boards')));
    known('BoardSection', first(await call('GET', `/boards/${boardId}/sections`)));
    known('Account', (await call('GET', '/user_account')).body);
    known('Error', (await call('POST', '/pins', {})).body);
    const registered = await call('POST', '/media', { media_type: 'video' });
    known('MediaUpload', registered.body);
    known('MediaUploadParameters', registered.body['upload_parameters']);
    known('Media', (await call('GET', `/media/${String(registered.body['media_id'])}`)).body);
    const form = 'grant_type=refresh_token&refresh_token=sandbox-refresh:9009';
    known('OauthAccessTokenResponseRefresh', (await call('POST', '/oauth/token', form)).body);
  });

  it('has operations only for described paths', () => {
    expect(operationNameOf('POST', '/pins')).toBe('POST /pins');
    expect(operationNameOf('GET', '/pins')).toBeUndefined();
    expect(operationNameOf('GET', '/boards/abc/pins')).toBeUndefined();
  });
});

describe('the upload form of a video', () => {
  it('is sent as Pinterest has signed it, and the upload is complete', async () => {
    const publication = textPost('form', {
      media: [shelf.medium({ mime: 'video/mp4', sizeBytes: 6 * MB })],
      options: { boardId },
    });
    const { saved, ...rest } = await upload(subject, session(), publication);
    expect(uploaded({ saved, ...rest })).toMatchObject({ media: [{ isUploaded: true }] });
    expect(saved.map(({ media }) => z.array(z.looseObject({})).parse(media)[0]?.['isUploaded'])).toEqual([
      false,
      true,
    ]);
  });
});

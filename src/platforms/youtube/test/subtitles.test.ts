import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../domain/json.js';
import { checkOptionMedium } from '../../../domain/option-media.js';
import { image, subtitlesDraft, video } from '../../../../test/platforms/draft-media.js';
import { publishAll } from '../../../../test/platforms/runner.js';
import { published, startStub } from '../../../../test/platforms/support.js';
import { useSandbox, useShelf } from '../../../../test/platforms/use-sandbox.js';
import type { Published } from '../../kit/failure.js';
import type { Publication, PublicationMedia } from '../../kit/platform.js';
import type { PlatformSession } from '../../kit/session.js';
import { youTube as definition } from '../definition.js';
import { createConnector, googleError, safeFetch, sessionAt, videoOptions, videoPost } from './support.js';

const youTube = createConnector();
const subtitles = { fileMediaId: 'med_2', language: 'en', name: 'English' };
const sandbox = useSandbox();
const shelf = useShelf();

const session = (): PlatformSession => sessionAt(`${sandbox.url}/youtube`);

async function make(text: string, given: JsonObject = subtitles) {
  const file = shelf.medium({ mime: 'application/x-subrip', sizeBytes: 2_000 });
  const post = videoPost(shelf, text, { options: { subtitles: given } });
  const publication: Publication = { ...post, optionMedia: { 'subtitles.fileMediaId': file } };
  return { publication, file, post: published((await publishAll(youTube, session(), publication)).answer) };
}

const add = async (publication: Publication, post: Published, at = session()) =>
  (await youTube.addExtras?.(at, publication, post)) ?? [];

async function shownOf({ externalPostId }: Published): Promise<Record<string, string> | undefined> {
  const answer = await safeFetch({ url: `${sandbox.url}/publications?platform=YOUTUBE`, method: 'GET' });
  const { data } = JSON.parse(answer.body) as {
    data: { externalPostId: string; shown: Record<string, string> }[];
  };
  return data.find((post) => post.externalPostId === externalPostId)?.shown;
}

async function textOf(file: PublicationMedia): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of file.open({ start: 0, end: file.sizeBytes })) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

describe('the subtitles of a video', () => {
  it('are added once, even if that is repeated', async () => {
    const { publication, post } = await make('with subtitles');
    expect(await add(publication, post)).toEqual([]);
    expect(await add(publication, post)).toEqual([]);
    expect(await shownOf(post)).toMatchObject({ Subtitles: 'English (en)' });
  });

  it('are sent as they are, with their language and name', async () => {
    const { publication, file, post } = await make('sent', { fileMediaId: 'med_2', language: 'pt-BR' });
    await using stub = await startStub(({ url }) =>
      url.includes('/captions') ? { status: 200, body: {} } : googleError(500, 'backendError'),
    );
    await add(publication, post, sessionAt(stub.url));
    const [request] = stub.requests.filter(({ url }) => url.includes('/captions'));
    expect(request?.url).toBe('/upload/youtube/v3/captions?part=snippet&uploadType=multipart');
    const [, boundary = ''] =
      /^multipart\/related; boundary=(\S+)$/.exec(request?.headers['content-type'] ?? '') ?? [];
    const [, resource = '', content] = request?.body.split(`--${boundary}`) ?? [];
    expect(JSON.parse(resource.split('\r\n\r\n')[1] ?? '')).toEqual({
      snippet: { videoId: post.externalPostId, language: 'pt-BR', name: '' },
    });
    expect(content).toBe(`\r\ncontent-type: application/octet-stream\r\n\r\n${await textOf(file)}\r\n`);
  });

  it('are looked up if the response to their upload is lost', async () => {
    const { publication, post } = await make('[sandbox:subtitles-drop] lost');
    expect(await add(publication, post)).toEqual([]);
    expect(await shownOf(post)).toMatchObject({ Subtitles: 'English (en)' });
  });

  it.each<[string, object[]]>([
    ['there are none', []],
    ['they have another language', [{ snippet: { language: 'de', name: 'English' } }]],
    ['they have another name', [{ snippet: { language: 'en', name: '' } }]],
    ['they come from speech', [{ snippet: { language: 'en', name: 'English', trackKind: 'ASR' } }]],
  ])('are reported as failed if the response is lost and %s', async (_what, items) => {
    const { publication, post } = await make('not there');
    await using stub = await startStub(({ method, url }) => {
      if (!url.includes('/captions')) return { status: 200, body: { items: [{ status: {} }] } };
      return method === 'POST' ? googleError(503, 'backendError', 'away') : { status: 200, body: { items } };
    });
    expect(await add(publication, post, sessionAt(stub.url))).toContainEqual({
      extra: 'subtitles',
      message: 'away',
    });
  });

  it('are reported as failed if YouTube refuses them, without a look-up', async () => {
    const { publication, post } = await make('refused');
    await using stub = await startStub(({ url }) =>
      url.includes('/captions')
        ? googleError(403, 'insufficientPermissions', 'The permission is missing.')
        : { status: 200, body: { items: [{ status: {} }] } },
    );
    expect(await add(publication, post, sessionAt(stub.url))).toContainEqual({
      extra: 'subtitles',
      message: 'The permission is missing.',
    });
    expect(stub.requests.filter(({ url }) => url.includes('/captions'))).toHaveLength(1);
  });

  it('are reported as failed if their file was deleted', async () => {
    const { publication, post } = await make('deleted');
    expect(await add({ ...publication, optionMedia: {} }, post)).toEqual([
      { extra: 'subtitles', message: 'The file with the subtitles is no longer in the media library.' },
    ]);
  });

  it.each<[string, object, string, number]>([
    ['with a long name', { name: 'x'.repeat(151) }, 'text', 400],
    ['without a file', {}, '', 400],
    ['of an unknown video', { videoId: 'unknown' }, 'text', 404],
    ['with an unknown field', { isLarge: true }, 'text', 400],
  ])('are refused by the sandbox %s', async (_what, changed, content, status) => {
    const { post } = await make('to be refused');
    const snippet = { videoId: post.externalPostId, language: 'en', name: '', ...changed };
    const answer = await safeFetch({
      url: `${sandbox.url}/youtube/upload/youtube/v3/captions?part=snippet&uploadType=multipart`,
      method: 'POST',
      headers: {
        authorization: `Bearer sandbox:${session().externalAccountId}`,
        'content-type': 'multipart/related; boundary=b',
      },
      body: `--b\r\ncontent-type: application/json\r\n\r\n${JSON.stringify({ snippet })}\r\n--b\r\n\r\n${content}\r\n--b--\r\n`,
    });
    expect(answer.status).toBe(status);
  });
});

describe('the option for subtitles', () => {
  const validate = (given: JsonObject) =>
    youTube.validate({
      text: '',
      firstComment: null,
      media: [video()],
      options: { ...videoOptions, subtitles: given },
    });

  it('needs a file and a language', () => {
    expect(validate({ fileMediaId: 'med_2', language: 'en' })).toEqual([]);
    expect(validate({ language: 'en' })).toMatchObject([{ option: 'subtitles.fileMediaId' }]);
    expect(validate({ fileMediaId: 'med_2' })).toMatchObject([{ option: 'subtitles.language' }]);
  });

  it.each<JsonObject>([
    { language: 'English' },
    { name: 'x'.repeat(151) },
    { name: 'a\nb' },
    { name: '<b>' },
    { isDraft: true },
  ])('is refused with %o', (changed) => {
    expect(validate({ ...subtitles, ...changed })).toMatchObject([
      { option: `subtitles.${Object.keys(changed)[0] ?? ''}` },
    ]);
  });

  it('takes WebVTT and SubRip only', () => {
    const rules = definition.optionMedia['subtitles.fileMediaId'];
    if (rules === undefined) throw new Error('the option has no rules');
    const check = (item: Parameters<typeof checkOptionMedium>[1]) =>
      checkOptionMedium('subtitles.fileMediaId', item, rules);
    expect(check(subtitlesDraft('text/vtt'))).toEqual([]);
    expect(check(subtitlesDraft('application/x-subrip'))).toEqual([]);
    expect(check(image())).toMatchObject([
      {
        field: 'platformOptions',
        option: 'subtitles.fileMediaId',
        rule: 'media_type_not_allowed',
        message: 'This must be a file with subtitles: text/vtt or application/x-subrip.',
      },
    ]);
  });
});

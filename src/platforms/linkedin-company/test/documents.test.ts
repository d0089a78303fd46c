import { describe, expect, it, vi } from 'vitest';
import { pdfDraft } from '../../../../test/platforms/draft-media.js';
import { upload, uploaded } from '../../../../test/platforms/media-support.js';
import { connectorOf, published, startStub, textPost } from '../../../../test/platforms/support.js';
import type { JsonObject } from '../../../domain/json.js';
import type { EgressRequest, SafeFetch } from '../../../egress/safe-fetch.js';
import type { FeedPost } from '../../../sandbox/feed.js';
import type { Publication, PublicationDraft } from '../../kit/platform.js';
import type { PlatformSession } from '../../kit/session.js';
import { linkedInCompany as definition } from '../definition.js';
import { waitMsMax } from '../../../../test/harness/patience.js';
import { useSafeFetch, useSandbox, useShelf } from '../../../../test/platforms/use-sandbox.js';

const author = 'urn:li:organization:7007';
const network = useSafeFetch();
const sent: EgressRequest[] = [];
/** Whether the response of a request is lost. */
let isLost: (request: EgressRequest) => boolean = () => false;
const safeFetch: SafeFetch = async (request) => {
  sent.push(request);
  const answer = await network(request);
  return isLost(request) ? { status: 504, headers: {}, body: '' } : answer;
};
const company = connectorOf(definition, { fetch: safeFetch });
const sandbox = useSandbox();
const shelf = useShelf();

const session = (baseUrl = `${sandbox.url}/linkedin-company`): PlatformSession => ({
  externalAccountId: author,
  handle: 'acme',
  baseUrl,
  sandboxUrl: baseUrl,
  credentials: { accessToken: `sandbox:${author}~0` },
});
const options = { documentTitle: 'Annual report' };
const documentPost = (text: string, marks = ''): Publication =>
  textPost(text, { media: [shelf.medium({ mime: 'application/pdf', marks })], options });

/** Uploads the media, and waits until LinkedIn has processed them. */
async function readied(publication: Publication): Promise<JsonObject> {
  const state = uploaded(await upload(company, session(), publication));
  return vi.waitFor(
    async () => {
      const prepared = await company.prepare(session(), publication, state);
      if (prepared.kind !== 'prepared') throw new Error(JSON.stringify(prepared));
      expect(await company.checkReadiness(session(), publication, prepared.state)).toEqual({ kind: 'ready' });
      return prepared.state;
    },
    { timeout: waitMsMax, interval: 50 },
  );
}

async function shown(text: string): Promise<FeedPost | undefined> {
  const query = new URLSearchParams({ platform: 'LINKEDIN_COMPANY', accountId: author }).toString();
  const { body } = await network({ url: `${sandbox.url}/publications?${query}`, method: 'GET' });
  return (JSON.parse(body) as { data: FeedPost[] }).data.find((post) => post.text === text);
}

describe('a document for LinkedIn', () => {
  it('is published byte for byte, with its title and without alt text', async () => {
    const media = [shelf.medium({ mime: 'application/pdf', altText: 'A report' })];
    const publication = textPost('our report', { media, options });
    const state = await readied(publication);
    published(await company.commit(session(), publication, state));
    const body = JSON.parse(sent.at(-1)?.body as string) as { content: JsonObject };
    expect(body.content).toEqual({
      media: {
        id: expect.stringMatching(/^urn:li:document:\d+$/) as string,
        title: 'Annual report',
      },
    });
    const [{ sha256, sizeBytes }] = media as [Publication['media'][number]];
    expect(await shown('our report')).toMatchObject({
      media: [{ mime: 'application/pdf', sha256, sizeBytes }],
      shown: { Title: 'Annual report' },
    });
  });

  it('is uploaded only once, even if the call is repeated', async () => {
    const publication = documentPost('once');
    const state = uploaded(await upload(company, session(), publication));
    sent.length = 0;
    expect(uploaded(await upload(company, session(), publication, state))).toEqual(state);
    expect(sent).toEqual([]);
  });

  it('is uploaded with the token only to LinkedIn', async () => {
    const started = (uploadUrl: string) => ({
      status: 200,
      body: { value: { uploadUrl, document: 'urn:li:document:1' } },
    });
    await using elsewhere = await startStub(() => ({ status: 201 }));
    await using stub = await startStub(({ url, headers }) =>
      url === '/file' ? { status: 201 } : started(`http://${headers.host ?? ''}/file`),
    );
    uploaded(await upload(company, session(stub.url), documentPost('here')));
    expect(stub.requests.at(-1)?.headers).toMatchObject({
      authorization: `Bearer sandbox:${author}~0`,
      'content-type': 'application/pdf',
    });
    await using stranger = await startStub(() => started(`${elsewhere.url}/file`));
    uploaded(await upload(company, session(stranger.url), documentPost('there')));
    expect(elsewhere.requests.at(-1)?.headers.authorization).toBeUndefined();
  });

  it('is not posted before LinkedIn has processed it', async () => {
    const publication = documentPost('slow', '[sandbox:processing=2000]');
    const state = uploaded(await upload(company, session(), publication));
    expect(await company.checkReadiness(session(), publication, state)).toMatchObject({ kind: 'pending' });
    expect((await company.commit(session(), publication, state)).kind).toBe('not-sent');
  });

  it('is refused if LinkedIn cannot process it', async () => {
    const publication = documentPost('broken', '[sandbox:processing-failed]');
    const state = uploaded(await upload(company, session(), publication));
    await vi.waitFor(
      async () =>
        expect(await company.checkReadiness(session(), publication, state)).toMatchObject({
          kind: 'rejected',
          code: 'MEDIA_REJECTED',
        }),
      { timeout: waitMsMax, interval: 50 },
    );
  });

  it('is found by its id if the response to its post is lost', async () => {
    const publication = documentPost('lost');
    const state = await readied(publication);
    isLost = ({ url }) => url.endsWith('/rest/posts');
    const answer = await company.commit(session(), publication, state);
    isLost = () => false;
    expect(answer.kind).toBe('ambiguous');
    const search = { since: new Date(Date.now() - 60_000), takenIds: new Set<string>() };
    const externalPostId = (await shown('lost'))?.externalPostId;
    expect(await company.findPublished(session(), publication, state, search)).toMatchObject({
      kind: 'found',
      published: { externalPostId },
    });
    const [other] = (state['media'] as JsonObject[]).map((one) => ({ ...one, urn: 'urn:li:document:1' }));
    const ofOther = { media: other === undefined ? [] : [other] };
    expect(await company.findPublished(session(), publication, ofOther, search)).toEqual({ kind: 'absent' });
    expect((await company.findPublished(session(), publication, null, search)).kind).toBe('ambiguous');
  });

  it('must be a PDF, and have a title, in the sandbox as well', async () => {
    const call = (path: string, body: object) =>
      network({
        url: `${sandbox.url}/linkedin-company${path}`,
        method: 'POST',
        headers: {
          authorization: `Bearer sandbox:${author}~0`,
          'content-type': 'application/json',
          'linkedin-version': '202609',
          'x-restli-protocol-version': '2.0.0',
        },
        body: JSON.stringify(body),
      });
    const path = '/rest/documents?action=initializeUpload';
    const begun = await call(path, { initializeUploadRequest: { owner: author } });
    const { value } = JSON.parse(begun.body) as { value: { uploadUrl: string } };
    const put = await network({
      url: value.uploadUrl,
      method: 'PUT',
      headers: { authorization: `Bearer sandbox:${author}~0` },
      body: '<html></html>',
    });
    expect(put.status).toBe(400);
    const publication = documentPost('untitled');
    const state = await readied(publication);
    const answer = await company.commit(session(), { ...publication, options: null }, state);
    expect(answer.kind).toBe('rejected');
    expect((await call(path, { initializeUploadRequest: { owner: author, title: 'a' } })).status).toBe(400);
  });
});

describe('a draft with a document', () => {
  const validate = (given: JsonObject | null, draft: Partial<PublicationDraft> = {}) =>
    company.validate({
      text: 'hi',
      firstComment: null,
      options: given,
      media: [pdfDraft({ pageCount: 12 })],
      ...draft,
    });

  it('is accepted with a title', () => {
    expect(validate(options)).toEqual([]);
    expect(validate(options, { media: [pdfDraft({ pageCount: 300 }, 100_000_000)] })).toEqual([]);
  });

  it('may lack its title only as long as it is a draft', () => {
    expect(validate(null)).toMatchObject([
      { option: 'documentTitle', rule: 'document_title_required', isMissing: true },
    ]);
  });

  it.each<[Partial<PublicationDraft>, JsonObject]>([
    [{ media: [] }, { rule: 'document_title_without_document', option: 'documentTitle' }],
    [
      { media: [pdfDraft({ pageCount: 301 })] },
      {
        rule: 'media_pages_exceeded',
        limit: 300,
        actual: 301,
        mediaIndex: 0,
        message: 'The document can have at most 300 pages. It has 301.',
      },
    ],
    [
      { media: [pdfDraft({ pageCount: 1 }, 100_000_001)] },
      { rule: 'media_too_large', limit: 100_000_000, actual: 100_000_001 },
    ],
    [
      { media: [pdfDraft({ pageCount: 1 }), pdfDraft({ pageCount: 1 })] },
      { rule: 'media_count_exceeded', limit: 1, actual: 2 },
    ],
    [{ options: { documentTitle: 'x'.repeat(401) } }, { rule: 'invalid_option', limit: 400, actual: 401 }],
    [{ options: { documentTitle: ' ' } }, { rule: 'invalid_option', option: 'documentTitle' }],
  ])('is refused: %o', (draft, expected) => {
    expect(validate(options, draft)).toContainEqual(expect.objectContaining(expected));
  });

  it('is told that its alt text is not sent', () => {
    const media = [{ ...pdfDraft({ pageCount: 1 }), altText: 'A report' }];
    expect(validate(options, { media })).toMatchObject([{ rule: 'alt_text_not_sent', severity: 'warning' }]);
  });
});

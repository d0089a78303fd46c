import { describe, expect, it } from 'vitest';
import { publicPost, useChanger } from '../../../../test/platforms/change-bench.js';
import type { StubAnswer } from '../../../../test/platforms/support.js';
import { linkedInPerson } from '../../linkedin-person/definition.js';
import { linkedInCompany } from '../definition.js';

const author = 'urn:li:organization:4004';
const credentials = { accessToken: 'linkedin-access' };
const company = useChanger(linkedInCompany, { externalAccountId: author, credentials });
const person = useChanger(linkedInPerson, { externalAccountId: 'urn:li:person:abc', credentials });

const share = 'urn:li:share:7001';
const sharePath = '/rest/posts/urn%3Ali%3Ashare%3A7001';
const options = { mentions: [{ name: 'Acme', urn: 'urn:li:organization:9' }] };
const post = publicPost('see @Acme', { externalPostId: share, options });
const comment = publicPost('hi', {
  externalPostId: 'urn:li:comment:(urn:li:activity:7001,8002)',
  replyTo: { externalPostId: share, reference: null },
});
const commentPath = '/rest/socialActions/urn%3Ali%3Aactivity%3A7001/comments/8002';
const refused = (status: number): StubAnswer => ({ status, body: { status, message: 'no' } });

describe('deleting on LinkedIn', () => {
  it('sends the id of the post', async () => {
    const { answer, requests } = await company.remove(post, { status: 204 });
    expect(answer).toEqual({ kind: 'removed' });
    expect(requests).toMatchObject([
      { method: 'DELETE', url: sharePath, headers: { 'x-restli-method': 'DELETE' } },
    ]);
  });

  it('sends the ids of the comment, its thread and the account', async () => {
    const { answer, requests } = await company.remove(comment, { status: 204 });
    expect(answer).toEqual({ kind: 'removed' });
    expect(requests[0]?.url).toBe(`${commentPath}?actor=urn%3Ali%3Aorganization%3A4004`);
  });

  it.each([
    [refused(404), { kind: 'gone' }],
    [refused(403), { kind: 'rejected', code: 'PERMISSION_MISSING' }],
    [refused(401), { kind: 'auth-expired' }],
    [refused(500), { kind: 'ambiguous' }],
  ])('understands %o', async (answer, expected) => {
    expect((await company.remove(comment, answer)).answer).toMatchObject(expected);
  });
});

describe('editing on LinkedIn', () => {
  it('sends only the text, with its mentions', async () => {
    const { answer, requests } = await person.edit(post, { text: 'see @Acme (soon)' }, { status: 204 });
    expect(answer).toEqual({
      kind: 'edited',
      published: { externalPostId: share, externalUrl: null, reference: null },
    });
    expect(requests).toMatchObject([
      { method: 'POST', url: sharePath, headers: { 'x-restli-method': 'PARTIAL_UPDATE' } },
    ]);
    const commentary = 'see @[Acme](urn:li:organization:9) \\(soon\\)';
    expect(JSON.parse(requests[0]?.body ?? '')).toEqual({ patch: { $set: { commentary } } });
  });

  it.each([
    [refused(404), { kind: 'gone' }],
    [refused(422), { kind: 'rejected', code: 'PLATFORM_REJECTED' }],
    [refused(500), { kind: 'ambiguous' }],
  ])('understands %o', async (answer, expected) => {
    expect((await company.edit(post, { text: 'soon' }, answer)).answer).toMatchObject(expected);
  });
});

describe('a look-up on LinkedIn after a change', () => {
  it('compares the text of a post as readers see it', async () => {
    const seen = { id: share, commentary: 'see @[Acme](urn:li:organization:9)', createdAt: 1 };
    const { answer } = await company.findEdited(post, { text: 'soon' }, { status: 200, body: seen });
    expect(answer).toMatchObject({ kind: 'there', shows: 'BEFORE' });
  });

  it('reads a comment in its thread', async () => {
    const body = { message: { text: 'hi' } };
    const { answer, requests } = await company.find(comment, { status: 200, body });
    expect(answer).toMatchObject({ kind: 'there', shows: 'BEFORE' });
    expect(requests[0]?.url).toBe(commentPath);
    expect((await company.find(comment, refused(404))).answer).toEqual({ kind: 'gone' });
  });

  it('is not possible for a member', async () => {
    expect(await person.find(post)).toMatchObject({ answer: { kind: 'ambiguous' }, requests: [] });
  });
});

import { describe, expect, it, vi } from 'vitest';
import { upload, uploaded } from '../../../../test/platforms/media-support.js';
import { connectorOf, publish, published, startStub, textPost } from '../../../../test/platforms/support.js';
import { useSafeFetch, useSandbox, useShelf } from '../../../../test/platforms/use-sandbox.js';
import type { JsonObject } from '../../../domain/json.js';
import type { PublicationForm } from '../../kit/platform.js';
import type { PlatformSession } from '../../kit/session.js';
import { linkedInPerson as definition } from '../definition.js';

const now = new Date('2026-11-21T12:00:00Z');
const safeFetch = useSafeFetch();
let clock = (): Date => new Date();
const person = connectorOf(definition, { fetch: safeFetch, now: () => clock() });
const sandbox = useSandbox();
const shelf = useShelf();

const author = 'urn:li:person:a1B2-c3';
const session = (baseUrl = `${sandbox.url}/linkedin-person`): PlatformSession => ({
  externalAccountId: author,
  handle: 'sam',
  baseUrl,
  sandboxUrl: baseUrl,
  credentials: { accessToken: `sandbox:${author}~0` },
});

async function calls(): Promise<Record<string, number>> {
  const { body } = await safeFetch({ url: `${sandbox.url}/calls`, method: 'GET' });
  const { data } = JSON.parse(body) as { data: Record<string, Record<string, number>> };
  return data['LINKEDIN_PERSON'] ?? {};
}

describe('a member’s post whose response was lost', () => {
  const urnOf = (time: number): string => `urn:li:share:${(BigInt(time) << 22n) + 5n}`;
  const since = new Date(now.getTime() - 60_000);
  const named = (externalPostId: string): JsonObject => ({
    duplicateOf: { externalPostId, externalUrl: null, reference: null },
  });

  it.each<[string, JsonObject | null, string[], string | null]>([
    ['without a state', null, [], null],
    ['whose repeat was not refused', {}, [], null],
    ['whose repeat was refused', named(urnOf(now.getTime())), [], urnOf(now.getTime())],
    ['under an id that contains no time', named('urn:li:ugcPost:123'), [], 'urn:li:ugcPost:123'],
    ['that belongs to another publication', named(urnOf(now.getTime())), [urnOf(now.getTime())], null],
    ['that is older than the first try', named(urnOf(since.getTime() - 1_000)), [], null],
    ['under the name of something else', named('urn:li:activity:123'), [], null],
  ])('%s: is found only if LinkedIn names it, and no list is requested', async (_what, state, taken, urn) => {
    clock = () => now;
    await using nobody = await startStub(() => ({ status: 500 }));
    const search = { since, takenIds: new Set(taken) };
    const answer = await person.findPublished(session(nobody.url), textPost('a'), state, search);
    clock = () => new Date();
    expect(answer).toMatchObject(
      urn === null
        ? { kind: 'absent' }
        : {
            kind: 'found',
            published: { externalPostId: urn, externalUrl: `${nobody.url}/feed/update/${urn}` },
          },
    );
    expect(nobody.requests).toEqual([]);
  });

  it('is named by LinkedIn when a repeat is refused, and is then recognized', async () => {
    const publication = textPost('once [sandbox:refuse-duplicate]');
    const startedAt = new Date(Date.now() - 60_000);
    const first = published((await publish(person, session(), publication)).answer);
    const { answer } = await publish(person, session(), publication);
    if (answer.kind !== 'duplicate' || answer.of === undefined) throw new Error(JSON.stringify(answer));
    const state = { duplicateOf: { ...answer.of } };
    const search = { since: startedAt, takenIds: new Set<string>() };
    expect(await person.findPublished(session(), publication, state, search)).toEqual({
      kind: 'found',
      published: first,
    });
  });

  it('is not mistaken for a comment, whatever was refused', async () => {
    const replyTo = { externalPostId: 'urn:li:share:1', reference: null };
    const search = { since, takenIds: new Set<string>() };
    const state = named(urnOf(now.getTime()));
    const answer = await person.findPublished(session(), textPost('a', { replyTo }), state, search);
    expect(answer).toEqual({ kind: 'absent' });
  });
});

describe('a member’s account', () => {
  it('never requests the status of images, because LinkedIn would refuse', async () => {
    const publication = textPost('a picture', { media: [shelf.medium()] });
    const before = await calls();
    const state = uploaded(await upload(person, session(), publication));
    expect(await person.checkReadiness(session(), publication, state)).toMatchObject({ kind: 'pending' });
    await vi.waitFor(
      async () =>
        expect(await person.checkReadiness(session(), publication, state)).toEqual({ kind: 'ready' }),
      { timeout: 4_000, interval: 100 },
    );
    published(await person.commit(session(), publication, state));
    const after = await calls();
    expect(after['imageStatus']).toBe(before['imageStatus']);
    expect(after).toMatchObject({
      imagesInitialize: (before['imagesInitialize'] ?? 0) + 1,
      imageUpload: (before['imageUpload'] ?? 0) + 1,
      createPost: (before['createPost'] ?? 0) + 1,
    });
  });

  it('waits a moment for a document instead of requesting its status', async () => {
    const marks = '[sandbox:processing=0]';
    const media = [shelf.medium({ mime: 'application/pdf', marks })];
    const publication = textPost('a document', { media, options: { documentTitle: 'A report' } });
    const before = await calls();
    const state = uploaded(await upload(person, session(), publication));
    expect(await person.checkReadiness(session(), publication, state)).toMatchObject({ kind: 'pending' });
    const later = Date.now() + 5_000;
    clock = () => new Date(later);
    expect(await person.checkReadiness(session(), publication, state)).toEqual({ kind: 'ready' });
    clock = () => new Date();
    published(await person.commit(session(), publication, state));
    const after = await calls();
    expect(after['documentStatus']).toBe(before['documentStatus']);
    expect(after).toMatchObject({ documentsInitialize: 1, documentUpload: 1 });
  });

  it('posts only to connections if requested', async () => {
    const publication = textPost('for friends', { options: { visibility: 'CONNECTIONS' } });
    const { externalPostId } = published((await publish(person, session(), publication)).answer);
    const query = new URLSearchParams({ platform: 'LINKEDIN_PERSON', accountId: author }).toString();
    const { body } = await safeFetch({ url: `${sandbox.url}/publications?${query}`, method: 'GET' });
    const { data } = JSON.parse(body) as { data: { externalPostId: string; shown: object }[] };
    const seen = data.find((post) => post.externalPostId === externalPostId);
    expect(seen?.shown).toEqual({ 'Visible to': 'connections' });
  });

  it('can comment if the app is allowed to, and otherwise reports that it is not', async () => {
    const post = published(
      (await publish(person, session(), textPost('mine [sandbox:no-comment-right]'))).answer,
    );
    const replyTo = { externalPostId: post.externalPostId, reference: null };
    expect((await publish(person, session(), textPost('first', { replyTo }))).answer).toMatchObject({
      kind: 'rejected',
      code: 'PERMISSION_MISSING',
    });
    const draft = { text: 'a', options: null, media: [] };
    expect(person.validate({ ...draft, firstComment: 'b' })).toMatchObject([
      { field: 'firstComment', severity: 'warning', rule: 'comment_right_is_rare' },
    ]);
    expect(person.validate({ ...draft, firstComment: null })).toEqual([]);
  });

  it('needs no refresh token, and must be reconnected only once its token is dead', async () => {
    const { credentials } = session();
    expect(await person.refresh(session())).toEqual({ kind: 'refreshed', credentials });
    const dead = await publish(person, session(), textPost('[sandbox:revoked-token]'));
    expect(dead.answer.kind).toBe('auth-expired');
    expect(await person.refresh(session())).toMatchObject({
      kind: 'auth-revoked',
      message: expect.stringContaining('reconnect the account') as string,
    });
  });

  it('has a daily limit of posts, and a lower one for posts with media', () => {
    const form = (mediaClasses: PublicationForm['mediaClasses']): PublicationForm => ({
      options: null,
      replyTo: null,
      mediaClasses,
    });
    const quotasOf = (of: PublicationForm) =>
      (person.quotas ?? []).filter((quota) => quota.counts(of)).map(({ rule, max }) => [rule, max]);
    expect(quotasOf(form([]))).toEqual([['posts_per_day', 150]]);
    expect(quotasOf(form(['video']))).toEqual([
      ['posts_per_day', 150],
      ['posts_with_media_per_day', 30],
    ]);
  });
});

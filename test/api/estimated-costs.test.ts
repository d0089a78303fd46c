import { describe, expect, it } from 'vitest';
import { ahead, call, field, type Answer } from '../harness/api.js';
import { addImage } from '../harness/assets.js';
import { useTenant, useTestApi } from '../harness/use-test-api.js';

const api = useTestApi();
const tenant = useTenant(api, { each: true });

interface Target {
  id: string;
  platform: string;
  estimatedCost?: { amount: string } | null;
}

const send = (method: string, path: string, body?: unknown): Promise<Answer> =>
  call(api, method, path, { key: tenant.key, ...(body !== undefined && { body }) });
const entries = (more: object = {}) => tenant.accountIds.map((accountId) => ({ accountId, ...more }));
/** Returns the amounts by platform: undefined if the response has no estimate, null if nothing is charged. */
const amountsOf = (answer: Answer): Record<string, string | null | undefined> =>
  Object.fromEntries(
    field<Target[]>(answer, 'targets').map(({ platform, estimatedCost }) => [
      platform,
      estimatedCost === undefined ? undefined : (estimatedCost?.amount ?? null),
    ]),
  );
const codesOf = (answer: Answer): string[] =>
  ((answer.body as { warnings?: { code: string }[] }).warnings ?? []).map(({ code }) => code);

const free = { BLUESKY: null, THREADS: null };
const none = { BLUESKY: undefined, THREADS: undefined, X: undefined };

describe('estimatedCost', () => {
  it('is the same when a post is validated and when it is created, with each part and the day of the prices', async () => {
    const body = {
      content: 'Fresh bread: https://example.com/bread',
      platforms: entries({ firstComment: 'We open at seven.' }),
      scheduledFor: ahead(api),
    };
    const validated = await send('POST', '/posts/validate', body);
    const cost = {
      currency: 'USD',
      amount: '0.215',
      items: [
        { part: 'POST', price: 'POST_WITH_LINK', count: 1, amount: '0.20' },
        { part: 'FIRST_COMMENT', price: 'POST', count: 1, amount: '0.015' },
      ],
      pricesAsOf: '2026-08-22',
    };
    const ofX = (answer: Answer) =>
      field<Target[]>(answer, 'targets').find(({ platform }) => platform === 'X');
    expect(ofX(validated)?.estimatedCost).toEqual(cost);
    const created = await send('POST', '/posts', body);
    expect(created.status, created.text).toBe(201);
    expect(ofX(created)?.estimatedCost).toEqual(cost);
    expect(amountsOf(created)).toEqual({ ...free, X: '0.215' });
  });

  it('uses the text and the alt texts of the target', async () => {
    const { id: mediaId } = await addImage(api.deps, tenant);
    const body = {
      content: 'See https://example.com',
      platforms: entries({ captionOverride: 'No link here' }),
      mediaIds: [mediaId],
      mediaAltText: { [mediaId]: 'A harbor' },
    };
    expect(amountsOf(await send('POST', '/posts', body))).toEqual({ ...free, X: '0.02' });
  });

  it('follows a change and is repeated when the post is scheduled; GET has no estimate, and the ETag ignores it', async () => {
    const draft = await send('POST', '/posts', { content: 'See https://example.com', platforms: entries() });
    expect(amountsOf(draft)).toEqual({ ...free, X: '0.20' });
    const path = `/posts/${field<string>(draft, 'id')}`;
    const changed = await send('PATCH', path, { content: 'See our website' });
    expect(amountsOf(changed)).toEqual({ ...free, X: '0.015' });
    const read = await send('GET', path);
    expect(amountsOf(read)).toEqual(none);
    expect(read.headers.get('etag')).toBe(changed.headers.get('etag'));
    const scheduled = await send('POST', `${path}/schedule`, { scheduledAt: ahead(api) });
    expect(amountsOf(scheduled)).toEqual({ ...free, X: '0.015' });
    expect(amountsOf(await send('PATCH', path, { content: 'See our website' }))).toEqual({
      ...free,
      X: '0.015',
    });
  });
});

describe('the warning about the price of a link', () => {
  it('is in the response of the creation, once for the target, and names the cheaper way', async () => {
    const body = {
      content: 'See https://example.com',
      platforms: entries({ firstComment: 'And https://example.org' }),
      scheduledFor: ahead(api),
    };
    const created = await send('POST', '/posts', body);
    expect(codesOf(created)).toEqual(['FIRST_COMMENT_MAY_BE_REJECTED', 'LINK_COSTS_MORE']);
    const target = field<Target[]>(created, 'targets').find(({ platform }) => platform === 'X');
    expect(field<object[]>(created, 'warnings')).toMatchObject([
      { targetId: target?.id, message: expect.stringContaining('X may reject the first comment') as string },
      {
        targetId: target?.id,
        message: expect.stringContaining('first comment is billed as well') as string,
      },
    ]);
  });

  it('is missing if no platform charges for links, or if there is none', async () => {
    const [bluesky] = tenant.accountIds;
    const onBluesky = { content: 'See https://example.com', platforms: [{ accountId: bluesky }] };
    expect(codesOf(await send('POST', '/posts', onBluesky))).toEqual([]);
    expect(codesOf(await send('POST', '/posts', { content: 'Hello', platforms: entries() }))).toEqual([]);
  });
});

it('GET /platforms has the price list of a platform that charges, with its source and day', async () => {
  const { data } = (await send('GET', '/platforms')).body as {
    data: { platform: string; prices: unknown }[];
  };
  const priced = data.filter(({ prices }) => prices !== null);
  expect(priced.map(({ platform, prices }) => [platform, prices])).toEqual([
    [
      'X',
      {
        currency: 'USD',
        prices: [
          { name: 'POST', amount: '0.015', description: 'A post, or a first comment, without a link.' },
          { name: 'POST_WITH_LINK', amount: '0.20', description: 'A post, or a first comment, with a link.' },
          { name: 'ALT_TEXT', amount: '0.005', description: 'The alt text of an image or a GIF.' },
        ],
        asOf: '2026-08-22',
        source: 'https://docs.x.com/x-api/getting-started/pricing',
      },
    ],
  ]);
});

import { describe, expect, it } from 'vitest';
import { connector, startStub, type StubAnswer } from '../../../../test/platforms/support.js';
import { useSafeFetch, useSandbox } from '../../../../test/platforms/use-sandbox.js';
import { createPlatforms } from '../../kit/create-platforms.js';
import { linkedInPerson } from '../../linkedin-person/definition.js';
import { linkedInCompany } from '../definition.js';

const safeFetch = useSafeFetch();
const platforms = createPlatforms({
  definitions: [linkedInCompany, linkedInPerson],
  fetchFor: () => safeFetch,
  clock: { now: () => new Date() },
});
const company = connector(platforms, 'LINKEDIN_COMPANY');
const sandbox = useSandbox();

const author = 'urn:li:organization:10000001';
const find = (query: string, baseUrl = `${sandbox.url}/linkedin-company`) =>
  company.searches?.['mentions']?.find(
    {
      externalAccountId: author,
      handle: 'acme',
      baseUrl,
      credentials: { accessToken: `sandbox:${author}~0` },
    },
    query,
  );

describe('a search for companies to mention on LinkedIn', () => {
  it('finds a company by the name in its URL, also one that the member does not administer', async () => {
    expect(await find('Acme-News')).toEqual({
      kind: 'found',
      choices: [
        {
          value: 'urn:li:organization:10000002',
          label: 'Acme News',
          detail: 'linkedin.com/company/acme-news',
          text: '@Acme News',
        },
      ],
    });
    expect(await find('acme')).toEqual({ kind: 'found', choices: [] });
  });

  it('makes no call for words that cannot be in a URL', async () => {
    await using stub = await startStub(() => ({ status: 500 }));
    for (const query of ['Acme News', 'a/b', '../a', 'a%20b', 'x'.repeat(101)])
      expect(await find(query, stub.url)).toEqual({ kind: 'found', choices: [] });
    expect(stub.requests).toEqual([]);
  });

  it('escapes letters that are not in ASCII', async () => {
    await using stub = await startStub(() => ({ status: 200, body: { elements: [] } }));
    await find('société', stub.url);
    expect(stub.requests[0]?.url).toBe('/rest/organizations?q=vanityName&vanityName=soci%C3%A9t%C3%A9');
  });

  it.each<[StubAnswer, object]>([
    [{ status: 401 }, { kind: 'auth-expired' }],
    [
      { status: 403, body: { message: 'no' } },
      { kind: 'rejected', code: 'PERMISSION_MISSING' },
    ],
    [
      { status: 429, headers: { 'retry-after': '7' } },
      { kind: 'rate-limited', retryAfterMs: 7_000 },
    ],
    [{ status: 503 }, { kind: 'ambiguous' }],
    [{ status: 200, body: { elements: [{ id: 'a' }] } }, { kind: 'ambiguous' }],
  ])('fails with the response %o', async (answer, expected) => {
    await using stub = await startStub(() => answer);
    expect(await find('acme', stub.url)).toMatchObject(expected);
  });

  it('does not exist for members, whose apps may not look up companies', () => {
    expect(connector(platforms, 'LINKEDIN_PERSON').searches).toBeUndefined();
  });
});

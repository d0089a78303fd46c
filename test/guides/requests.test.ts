import { describe, expect, it } from 'vitest';
import { readEnv } from '../../src/config/env.js';
import { errorCodes } from '../../src/api/errors/codes.js';
import {
  clientReferenceIdCharsMax,
  clientReferenceWindowMs,
  idempotencyLockMs,
  idempotencyWindowMs,
  listLimitDefault,
  listLimitMax,
  metadataEntriesMax,
  metadataKeyCharsMax,
  metadataValueCharsMax,
  searchedPostsPerPageMax,
  searchTextCharsMax,
  searchTextCharsMin,
} from '../../src/domain/limits.js';
import { rateWindowMs } from '../../src/domain/rate-limits.js';
import { codeWords, readPage, sectionOf } from './page.js';

const page = readPage('requests.md');
/** Returns a section without line breaks, because their position does not matter. */
const section = (heading: string): string => sectionOf(page, heading).replaceAll(/\s+/g, ' ');
const hourMs = 60 * 60_000;

describe('docs/requests.md', () => {
  it('states how long a repeat is recognized', () => {
    const text = section('Repeat a request after a timeout');
    expect([idempotencyWindowMs, clientReferenceWindowMs]).toEqual([24 * hourMs, 24 * hourMs]);
    expect(text).toContain(
      '| 24 hours from the first request with the key, for this credential and this operation ' +
        '| 24 hours from the creation of the post, in the workspace, whichever credential sends it |',
    );
    expect(text).toContain(`1 to ${clientReferenceIdCharsMax} characters: your own id`);
    expect(idempotencyLockMs).toBe(150_000);
    expect(text).toContain('the key is free after two and a half minutes');
  });

  it('states the limits of lists, metadata and the search', () => {
    expect(section('Read lists')).toContain(
      `\`limit\` is 1 to ${listLimitMax}, by default ${listLimitDefault}.`,
    );
    const text = section('Find your posts');
    expect(text).toContain(`up to ${metadataEntriesMax} strings`);
    expect(text).toContain(`keys of up to ${metadataKeyCharsMax} characters`);
    expect(text).toContain(`values of up to ${metadataValueCharsMax}`);
    expect(text).toContain(`contains ${searchTextCharsMin} to ${searchTextCharsMax} characters`);
    expect(text).toContain(`up to ${searchedPostsPerPageMax.toLocaleString('en-US')} posts`);
  });

  it('states the rate limits', () => {
    const env = readEnv({});
    expect([env.RATE_LIMIT_BURST, env.RATE_LIMIT_SUSTAINED, env.RATE_LIMIT_USER_TIMES]).toEqual([
      60, 1000, 5,
    ]);
    expect(rateWindowMs).toEqual({ burst: 60_000, sustained: 15 * 60_000 });
    const text = section('Stay within the rate limits');
    expect(text).toContain('60 requests in any 60 seconds and 1,000 in any 15 minutes');
    expect(text).toContain('five times as many');
  });

  it('names only existing error codes', () => {
    const named = codeWords(page.text).filter((word) => /^[A-Z]+_[A-Z_]+$|^RETRY$/.test(word));
    const notErrors = [
      'NEEDS_APPROVAL',
      'PUBLISH_UNCONFIRMED',
      'LINK_COSTS_MORE',
      'FIRST_COMMENT_MAY_BE_REJECTED',
      'SAME_TEXT_RECENTLY',
      'PARTIALLY_PUBLISHED',
      'PARTLY_PUBLISHED',
    ];
    expect(named.length).toBeGreaterThan(5);
    expect(
      named.filter((word) => !notErrors.includes(word) && !(errorCodes as string[]).includes(word)),
    ).toEqual([]);
  });
});

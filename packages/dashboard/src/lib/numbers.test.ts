import { describe, expect, it } from 'vitest';
import { metricValues } from '../../../../src/domain/metrics.js';
import { missingText, readNowSentences, reportedNames, sumOfValues } from './numbers.js';

const none = metricValues({});

describe('the metrics of posts', () => {
  it('are missing for one of the known reasons', () => {
    expect(missingText({ status: 'OK', measuredAt: '2027-01-01T00:00:00Z' }, 'X')).toBe('Not reported by X');
    expect(missingText({ status: 'FAILED', measuredAt: '2027-01-01T00:00:00Z' }, 'X')).toBe(
      'Not reported by X',
    );
    expect(missingText({ status: 'PENDING', measuredAt: null }, 'X')).toBe('Not measured yet');
  });

  it('are added without treating unreported numbers as 0', () => {
    const readings = [metricValues({ likes: 2, views: 0 }), metricValues({ likes: 3 }), none];
    expect(sumOfValues(readings)).toEqual({ ...none, likes: 5, views: 0 });
    expect(reportedNames(readings)).toEqual(['views', 'likes']);
    expect(sumOfValues([none])).toEqual(none);
  });

  it('are read now, or the message says why they cannot be', () => {
    const skipped = [{ socialAccountId: 'a', reason: 'SWITCHED_OFF' as const, retryAfterMs: null }];
    const accounts = [{ id: 'a', platform: 'X' as const, handle: 'acme' }];
    expect(readNowSentences({ accepted: [], skipped }, accounts)).toBe(
      'No metrics are being fetched. Fetching metrics is turned off for X @acme.',
    );
    expect(readNowSentences({ accepted: [{ socialAccountId: 'b' }], skipped: [] }, accounts)).toBe(
      'The metrics are being fetched.',
    );
  });
});

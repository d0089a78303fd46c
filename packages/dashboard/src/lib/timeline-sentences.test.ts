import { describe, expect, it } from 'vitest';
import {
  lookupOutcomes,
  renditionChanges,
  timelineKinds,
  waitReasons,
} from '../../../../src/domain/timeline.js';
import { attemptOutcomes } from '../../../../src/domain/publish-attempts.js';
import { sentenceOf, type TimelineEntry, type TimelineNames } from './timeline-sentences.js';

const names: TimelineNames = {
  who: 'Ada',
  place: 'Threads @acme',
  places: [],
  formatTime: () => 'Jan 1, 2027, 9:00 AM UTC',
};
const entry = (kind: string, detail: TimelineEntry['detail'] = {}): TimelineEntry => ({
  at: '2027-01-01T09:00:00.000Z',
  kind: kind as TimelineEntry['kind'],
  actor: {
    kind: 'session',
    apiKeyId: null,
    appName: null,
    clientLinkId: null,
    clientLinkName: null,
    userId: 'usr_1',
    part: null,
  },
  requestId: null,
  targetId: null,
  platform: null,
  detail,
});
const tell = (
  kind: string,
  detail: TimelineEntry['detail'] = {},
  more: Partial<TimelineNames> = {},
): string => sentenceOf(entry(kind, detail), { ...names, ...more });

describe('the timeline in plain sentences', () => {
  it.each(timelineKinds)('has a sentence for %s', (kind) => {
    const full = tell(kind, { until: '2027-01-01T09:00:00.000Z' });
    for (const sentence of [tell(kind), full, tell(kind, {}, { place: null })]) {
      expect(sentence).toMatch(/^[A-Z].*[.”]$/);
      expect(sentence).not.toMatch(/undefined|null|Unknown event|[A-Z]{2,}_|\.\./);
    }
  });

  it('says who did what, where and when', () => {
    expect(tell('SCHEDULED', { scheduledAt: 'x' })).toBe(
      'Ada scheduled the post for Jan 1, 2027, 9:00 AM UTC.',
    );
    expect(tell('EDITED', { changed: ['caption', 'media'] })).toBe(
      'Ada changed the text and the images and videos.',
    );
    expect(tell('REJECTED', { rejectionReason: 'The <b>price</b> is old.' })).toBe(
      'Ada rejected the post: “The <b>price</b> is old.”',
    );
    expect(tell('RETRIED', {}, { places: ['Threads @acme', 'X @acme'] })).toBe(
      'Ada retried the post on Threads @acme and X @acme.',
    );
    expect(tell('FAILED', { step: 'FIRST_COMMENT', errorCode: 'COMMENTS_DISABLED' })).toBe(
      'The first comment was not published on Threads @acme (Comments are turned off).',
    );
    expect(tell('UPLOAD_STARTED', { mediaCount: 2, bytes: 3_400_000, resumedAtBytes: 1_000_000 })).toBe(
      'The upload of 2 files (3.4 MB) to Threads @acme started. 1 MB had already been uploaded.',
    );
  });

  it.each(attemptOutcomes)('says how an attempt ended: %s', (outcome) => {
    expect(tell('ATTEMPT_ENDED', { attempt: 2, outcome })).toMatch(
      /^Attempt 2 on Threads @acme: (?!it ended)/,
    );
  });

  it.each([
    ['REJECTED', 'PLATFORM_REJECTED'],
    ['AUTH_EXPIRED', 'PLATFORM_AUTH_FAILED'],
    ['RATE_LIMITED', 'RATE_LIMITED'],
    ['NOT_SENT', 'PLATFORM_UNAVAILABLE'],
    ['UNCONFIRMED', 'PUBLISH_UNCONFIRMED'],
  ] as const)('does not say twice what both %s and %s mean', (outcome, errorCode) => {
    const ended = tell('ATTEMPT_ENDED', { attempt: 2, outcome, errorCode });
    expect(ended).toBe(tell('ATTEMPT_ENDED', { attempt: 2, outcome }));
    expect(tell('ATTEMPT_ENDED', { outcome, errorCode: 'MEDIA_REJECTED' })).toContain(
      '(The platform rejected an image or video)',
    );
  });

  it.each(waitReasons)('says why a post waits: %s', (reason) => {
    expect(tell('WAITING', { reason })).not.toContain('automatically');
  });

  it.each(lookupOutcomes)('says what a look-up found: %s', (lookup) => {
    expect(tell('LOOKED_UP', { lookup })).not.toContain('unknown result');
  });

  it.each(renditionChanges)('says how a file was converted: %s', (change) => {
    const file = { mime: 'image/jpeg', sizeBytes: 2_100_000, width: 100, height: 50 };
    const sentence = tell('RENDITION_MADE', {
      rendition: { change, from: file, to: { ...file, width: null } },
    });
    expect(sentence).toContain('(JPEG, 100 × 50, 2.1 MB to JPEG, 2.1 MB)');
  });

  it('describes entries that only a later release knows', () => {
    expect(tell('SOMETHING_NEW')).toBe('Unknown event: SOMETHING_NEW.');
    expect(tell('FAILED', { errorCode: 'NEW_CODE' })).toContain('(NEW_CODE)');
  });
});

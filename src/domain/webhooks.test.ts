import { describe, expect, it } from 'vitest';
import {
  afterFailures,
  defaultWebhookEventTypes,
  isSubscribed,
  namedWebhookEventTypes,
  webhookDelaysMs,
} from './webhooks.js';

describe('afterFailures', () => {
  it('waits six times, 31 h 12 min 30 s in all, and then gives up', () => {
    const waits = [1, 2, 3, 4, 5, 6].map((failures) => afterFailures(failures, null));
    expect(waits).toEqual(webhookDelaysMs.map((waitMs) => ({ kind: 'RETRY', waitMs })));
    expect(webhookDelaysMs.reduce((sum, delay) => sum + delay)).toBe(112_350_000);
    expect(afterFailures(7, 1)).toEqual({ kind: 'DEAD' });
  });

  it.each([
    [0, 30_000],
    [29_999, 30_000],
    [30_001, 30_001],
    [60_000, 60_000],
    [60_001, 60_000],
    [Number.MAX_SAFE_INTEGER, 60_000],
  ])('turns a Retry-After of %i ms into %i ms', (askedMs, waitMs) => {
    expect(afterFailures(1, askedMs)).toEqual({ kind: 'RETRY', waitMs });
  });
});

describe('isSubscribed', () => {
  it('includes only the types that the contract names by default', () => {
    expect(defaultWebhookEventTypes).toEqual([
      'post.published',
      'post.failed',
      'account.token_expired',
      'comment.received',
    ]);
    for (const type of defaultWebhookEventTypes) expect(isSubscribed(null, type)).toBe(true);
    for (const type of namedWebhookEventTypes) expect(isSubscribed(null, type)).toBe(false);
    expect(isSubscribed(null, 'webhook.test')).toBe(true);
  });

  it('includes only the listed types', () => {
    expect(isSubscribed(['post.scheduled'], 'post.scheduled')).toBe(true);
    expect(isSubscribed(['post.failed'], 'post.failed')).toBe(true);
    expect(isSubscribed(['post.failed'], 'post.published')).toBe(false);
    expect(isSubscribed(['post.failed'], 'webhook.test')).toBe(true);
  });
});

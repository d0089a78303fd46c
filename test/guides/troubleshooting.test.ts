import { describe, expect, it } from 'vitest';
import { targetErrorsMarkdown } from '../../src/api/errors/target-pages.js';
import { changeOutcomes } from '../../src/domain/changes.js';
import { attemptOutcomes } from '../../src/domain/publish-attempts.js';
import { lookupDelaysMs } from '../../src/domain/publish-ladders.js';
import { retryRuleOf, targetErrorCodes } from '../../src/domain/target-errors.js';
import {
  changeLooks,
  lookupOutcomes,
  renditionChanges,
  timelineKinds,
  waitReasons,
  type TimelineDetail,
} from '../../src/domain/timeline.js';
import { webhookAttemptOutcomes } from '../../src/domain/webhooks.js';
import { anchorsOf, codeWords, readPage, sectionOf, tableHeaded } from './page.js';

const page = readPage('troubleshooting.md');
const timeline = sectionOf(page, 'What each timeline entry means');

/** Returns the code words in the first column of a table, and expects an explanation of each in the next columns. */
function explained(table: string[][]): string[] {
  return table.map(([first = '', ...others]) => {
    expect(others.join(''), first).not.toBe('');
    return codeWords(first)[0] ?? first;
  });
}

describe('docs/troubleshooting.md', () => {
  it('explains exactly the kinds of timeline entries in the code', () => {
    expect(explained(tableHeaded(timeline, 'Kind')).sort()).toEqual([...timelineKinds].sort());
  });

  const refreshes = {
    refreshed: true,
    revoked: true,
    unavailable: true,
  } as const satisfies Record<NonNullable<TimelineDetail['refresh']>, true>;

  it.each([
    ['`reason` of `WAITING`', waitReasons],
    ['`outcome` of `ATTEMPT_ENDED`', attemptOutcomes],
    ['`lookup` of `LOOKED_UP`', lookupOutcomes],
    ['`change.outcome` of `CHANGE_ATTEMPTED`', changeOutcomes],
    ['`change.look` of `CHANGE_LOOKED_UP`', changeLooks],
    ['`refresh` of `TOKEN_REFRESH`', Object.keys(refreshes)],
    ['`delivery` of `WEBHOOK_ATTEMPTED`', webhookAttemptOutcomes],
    ['`rendition.change` of `RENDITION_MADE`', renditionChanges],
  ])('explains every %s', (head, words: readonly string[]) => {
    expect(explained(tableHeaded(timeline, head)).sort()).toEqual([...words].sort());
  });

  it('states for every code of a target whether a retry helps, what to do, and where the code is explained', () => {
    const anchors = anchorsOf(targetErrorsMarkdown());
    const rows = tableHeaded(sectionOf(page, 'Why did a target fail?'), 'Code');
    expect(explained(rows).sort()).toEqual([...targetErrorCodes].sort());
    for (const [first = '', retry = '', remedy = ''] of rows) {
      const [, code = '', anchor = ''] = /^\[`(\w+)`\]\(target-errors\.md#(.+)\)$/.exec(first) ?? [];
      expect(anchors).toContain(anchor);
      expect(anchor).toBe(code.toLowerCase());
      expect(retry, code).toBe(retryRuleOf(code));
      expect(remedy.length, code).toBeGreaterThan(10);
    }
  });

  it('states the actual delays before look-ups', () => {
    expect(lookupDelaysMs).toEqual([5_000, 30_000, 120_000, 600_000]);
    expect(page.text).toContain('Look-ups after 5 s, 30 s, 2 min and 10 min.');
    expect(lookupDelaysMs.reduce((sum, ms) => sum + ms)).toBe((12 * 60 + 35) * 1000);
    expect(page.text).toContain('for up to 12 min 35 s');
  });
});

import { describe, expect, it } from 'vitest';
import { isActionAllowed } from '../../../../src/domain/post-actions.js';
import { targetErrorCodes, targetErrorOf } from '../../../../src/domain/target-errors.js';
import { commentRemediesOf, remediesOf } from './target-remedies.js';
import { titleOfError } from './post-changes.js';

describe('remedies', () => {
  it.each(targetErrorCodes)('include a text and a button for a post that failed with %s', (code) => {
    const retryable = targetErrorOf(code)?.retryable ?? null;
    expect(titleOfError(code)).not.toBe(code);
    expect(remediesOf(code, retryable, 'FAILED').length).toBeGreaterThan(0);
  });

  it.each(targetErrorCodes)('include no action that the service would refuse for %s', (code) => {
    const actions = remediesOf(code, targetErrorOf(code)?.retryable ?? null, 'PARTIALLY_PUBLISHED');
    expect(isActionAllowed('edit', 'PARTIALLY_PUBLISHED')).toBe(true);
    expect(isActionAllowed('schedule', 'PARTIALLY_PUBLISHED')).toBe(false);
    expect(actions.length).toBeGreaterThan(0);
    expect(actions).not.toContain('SCHEDULE');
  });

  it('start with an edit if the platform would refuse the same post again', () => {
    for (const code of targetErrorCodes.filter((one) => targetErrorOf(one)?.retryable === 'no')) {
      expect(remediesOf(code, 'no', 'FAILED')[0]).toBe('EDIT');
      expect(remediesOf(code, 'no', 'PARTIALLY_PUBLISHED')).toEqual(['EDIT']);
      const isPossible = code !== 'FIRST_COMMENT_IMPOSSIBLE';
      const anyone = { requireApproval: false };
      expect(commentRemediesOf(code, 'no', anyone)).toEqual(isPossible ? ['EDIT_COMMENT'] : []);
    }
  });

  it('do not offer to publish again in one click if the post may be public', () => {
    expect(remediesOf('PUBLISH_UNCONFIRMED', 'yes', 'FAILED')).toEqual(['DECIDE']);
    expect(remediesOf('PUBLISH_UNCONFIRMED', 'yes', 'PARTIALLY_PUBLISHED')).toEqual(['DECIDE']);
  });

  it('offer to retry a first comment unchanged if its text is not the cause', () => {
    const anyone = { requireApproval: false };
    expect(commentRemediesOf('COMMENTS_DISABLED', 'after', anyone)).toEqual(['RETRY_COMMENT']);
    expect(commentRemediesOf('PERMISSION_MISSING', 'after', anyone)).toEqual(['RECONNECT', 'RETRY_COMMENT']);
  });

  it('do not offer to edit a first comment that may be public', () => {
    const anyone = { requireApproval: false };
    expect(commentRemediesOf('PUBLISH_UNCONFIRMED', 'yes', anyone)).toEqual(['RETRY_COMMENT']);
  });

  it.each(targetErrorCodes)('do not offer to edit a first comment that could not be approved: %s', (code) => {
    const retryable = targetErrorOf(code)?.retryable ?? null;
    expect(commentRemediesOf(code, retryable, { requireApproval: true })).not.toContain('EDIT_COMMENT');
  });

  it('follow the general rule of retries for an unknown code', () => {
    expect(remediesOf('SOMETHING_NEW', 'yes', 'FAILED')[0]).toBe('RETRY');
    expect(remediesOf('SOMETHING_NEW', 'no', 'FAILED')[0]).toBe('EDIT');
    expect(remediesOf('SOMETHING_NEW', null, 'PARTIALLY_PUBLISHED')).toEqual(['RETRY', 'EDIT']);
    const anyone = { requireApproval: false };
    expect(commentRemediesOf('SOMETHING_NEW', 'after', anyone)).toEqual(['RETRY_COMMENT', 'EDIT_COMMENT']);
    expect(commentRemediesOf('SOMETHING_NEW', 'no', anyone)).toEqual(['EDIT_COMMENT']);
  });
});

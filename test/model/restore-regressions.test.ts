import { expect, test, vi } from 'vitest';
import { useModel } from './use-model.js';

vi.mock('@temporalio/workflow', () => import('./workflow-api.js'));

const holds = useModel();

// Sequences that the model has found in which the database goes back to a past state.

test('a completed run of a restored post leads to a look-up before a call', () =>
  holds([
    { do: 'create', on: ['blind'], inMs: 60_000 },
    { do: 'runOn', how: 'well' },
    { do: 'restore', back: 1 },
  ]));

test('a canceled run of a restored post leads to a look-up before a call', () =>
  holds([
    { do: 'create', on: ['blind'], inMs: 60_000 },
    { do: 'step', how: 'held-after', nth: 0 },
    { do: 'cancel', post: 0 },
    { do: 'resume', nth: 0 },
    { do: 'runOn', how: 'well' },
    { do: 'restore', back: 4 },
  ]));

test('a first comment that a restored database does not know is not lost silently', () =>
  holds([
    { do: 'create', on: ['keyed'], inMs: 600_000, comment: true },
    { do: 'step', how: 'well', nth: 0 },
    { do: 'step', how: 'lost-after', nth: 0 },
    { do: 'step', how: 'well', nth: 0 },
    { do: 'restore', back: 2 },
  ]));

test('a success whose attempt is missing in the restored database agrees with the status of its post', () =>
  holds([
    { do: 'create', on: ['keyed', 'blind'], inMs: 600_000 },
    { do: 'step', how: 'held-after', nth: 0 },
    { do: 'restore', back: 1 },
    { do: 'cancel', post: 0 },
  ]));

test('a first comment is public once, although the run of the restored post has completed', () =>
  holds([
    { do: 'create', on: ['queryable'], inMs: 5_000, comment: true },
    { do: 'step', how: 'well', nth: 0 },
    { do: 'runOn', how: 'well' },
    { do: 'restore', back: 1 },
  ]));

test('a queryable post whose container is lost with the database is not created again', () =>
  holds([
    { do: 'create', on: ['queryable'], inMs: 5_000 },
    { do: 'runOn', how: 'well' },
    { do: 'restore', back: 1 },
  ]));

test('a late success corrects a post that is a draft in the restored database', () =>
  holds([
    { do: 'create', on: ['blind'], inMs: 5_000, comment: true, draft: true },
    { do: 'schedule', post: 0, inMs: 600_000 },
    { do: 'step', how: 'held-after', nth: 0 },
    { do: 'restore', back: 2 },
  ]));

test('a restored post that is scheduled again before the sweep is looked up first', () =>
  holds([
    { do: 'create', on: ['blind'], inMs: 60_000 },
    { do: 'runOn', how: 'well' },
    { do: 'restore', back: 1 },
    { do: 'schedule', post: 0, inMs: 60_000 },
  ]));

test('a run that knows more than a restored database does not report its published target as failed', () =>
  holds([
    { do: 'expire', account: 'blind' },
    { do: 'create', on: ['keyed', 'queryable', 'blind'], inMs: 60_000 },
    { do: 'step', how: 'well', nth: 0 },
    { do: 'step', how: 'well', nth: 0 },
    { do: 'step', how: 'well', nth: 0 },
    { do: 'restore', back: 2 },
  ]));

test('a retry that never started after a refusal has missed its window, which is not an internal error', () =>
  holds([
    { do: 'create', on: ['keyed'], inMs: 600_000 },
    { do: 'step', how: 'rejected', nth: 0 },
    { do: 'step', how: 'well', nth: 0 },
    { do: 'retry', post: 1, republish: true },
    { do: 'restore', back: 1 },
    { do: 'step', how: 'well', nth: 0 },
    { do: 'edit', post: 0, what: 'time' },
    { do: 'pass', ms: 90_000_000 },
  ]));

test('a run that the restored post does not know reports calls that are missing in its rows', () =>
  holds([
    { do: 'create', on: ['queryable'], inMs: 600_000, comment: true },
    { do: 'step', how: 'held-before', nth: 0 },
    { do: 'restore', back: 1 },
    { do: 'schedule', post: 0, inMs: 600_000 },
    { do: 'runOn', how: 'well' },
    { do: 'restore', back: 3 },
  ]));

test('an account that is removed from a restored post and added again is not published again', () =>
  holds([
    { do: 'create', on: ['keyed', 'blind'], inMs: 60_000 },
    { do: 'step', how: 'well', nth: 0 },
    { do: 'restore', back: 1 },
    { do: 'edit', post: 0, what: 'drop' },
    { do: 'edit', post: 0, what: 'add' },
  ]));

test('an account that a restored post has lost and that is added again is not published again', () =>
  holds([
    { do: 'create', on: ['blind'], inMs: 60_000 },
    { do: 'edit', post: 0, what: 'add' },
    { do: 'step', how: 'well', nth: 1 },
    { do: 'restore', back: 2 },
    { do: 'edit', post: 0, what: 'add' },
  ]));

test('an account that is added again after the restore was noticed is looked up first', () =>
  holds([
    { do: 'create', on: ['queryable', 'keyed'], inMs: 60_000 },
    { do: 'runOn', how: 'well' },
    { do: 'restore', back: 1 },
    { do: 'edit', post: 0, what: 'drop' },
    { do: 'pass', ms: 130_000 },
    { do: 'sweep' },
    { do: 'edit', post: 0, what: 'add' },
  ]));

test('an account that a restored post does not know is looked up first', () =>
  holds([
    { do: 'create', on: ['keyed'], inMs: 60_000 },
    { do: 'edit', post: 0, what: 'add' },
    { do: 'runOn', how: 'well' },
    { do: 'restore', back: 2 },
    { do: 'pass', ms: 130_000 },
    { do: 'sweep' },
    { do: 'edit', post: 0, what: 'add' },
  ]));

test('a finished post is not reported as unsent before Temporal was asked for its run', () =>
  holds([
    { do: 'create', on: ['keyed', 'queryable'], inMs: 600_000 },
    { do: 'step', how: 'well', nth: 0 },
    { do: 'pass', ms: 90_000_000 },
    { do: 'step', how: 'held-in-prepare', nth: 0 },
    { do: 'runOn', how: 'well' },
    { do: 'restore', back: 3 },
    { do: 'sweep' },
    { do: 'retry', post: 0 },
  ]));

test('a post is not finished while Temporal cannot report on its run', () =>
  holds([
    { do: 'create', on: ['queryable'], inMs: 60_000 },
    { do: 'runOn', how: 'well' },
    { do: 'restore', back: 1 },
    { do: 'pass', ms: 90_000_000 },
    { do: 'pass', ms: 1_000 },
    { do: 'temporal', away: true },
    { do: 'sweep' },
    { do: 'temporal', away: false },
    { do: 'sweep' },
    { do: 'retry', post: 0 },
  ]));

test('a retry of a first comment is looked up if its run has completed, although its post was restored', () =>
  holds([
    { do: 'create', on: ['queryable'], inMs: 60_000, comment: true },
    { do: 'step', how: 'well', nth: 0 },
    { do: 'step', how: 'rejected', nth: 0 },
    { do: 'runOn', how: 'well' },
    { do: 'pass', ms: 130_000 },
    { do: 'retryComment', post: 0 },
    { do: 'runOn', how: 'well' },
    { do: 'restore', back: 1 },
    { do: 'pass', ms: 130_000 },
    { do: 'sweep' },
    { do: 'pass', ms: 130_000 },
    { do: 'retryComment', post: 0 },
  ]));

test('a retry of a first comment that has ended is looked up', () =>
  holds([
    { do: 'create', on: ['queryable'], inMs: 60_000, comment: true },
    { do: 'step', how: 'well', nth: 0 },
    { do: 'step', how: 'rejected', nth: 0 },
    { do: 'runOn', how: 'well' },
    { do: 'pass', ms: 130_000 },
    { do: 'retryComment', post: 0 },
    { do: 'runOn', how: 'well' },
    { do: 'restore', back: 1 },
    { do: 'pass', ms: 90_000_000 },
    { do: 'pass', ms: 1_000 },
    { do: 'sweep' },
    { do: 'pass', ms: 130_000 },
    { do: 'retryComment', post: 0 },
  ]));

test('a run with a cancel that the database has lost ends its post as CANCELED', async () => {
  const { rows } = await holds([
    { do: 'create', on: ['queryable'], inMs: 60_000 },
    { do: 'step', how: 'held-before', nth: 0 },
    { do: 'cancel', post: 0 },
    { do: 'restore', back: 1 },
    { do: 'pass', ms: 30_000 },
    { do: 'resume', nth: 0, how: 'well' },
  ]);
  expect(rows.posts.map(({ status }) => status)).toEqual(['CANCELED']);
});

test('a target of the lost time is CANCELED again if it was before', () =>
  holds([
    { do: 'create', on: ['queryableLater'], inMs: 5_000 },
    { do: 'step', how: 'rejected', nth: 0 },
    { do: 'step', how: 'well', nth: 0 },
    { do: 'edit', post: 0, what: 'add' },
    { do: 'schedule', post: 0, inMs: 60_000 },
    { do: 'restore', back: 1 },
  ]));

test('consent to a duplicate of the post does not cover its first comment', () =>
  holds([
    { do: 'create', on: ['blindLater'], inMs: 600_000, comment: true },
    { do: 'step', how: 'lost-after', nth: 0 },
    { do: 'runOn', how: 'lookup-fails' },
    { do: 'retry', post: 0, republish: true },
    { do: 'runOn', how: 'lookup-lags' },
    { do: 'restore', back: 1 },
  ]));

test('a run that started early, and was replaced by an edit that is lost, cancels nothing', () =>
  holds(
    [
      { do: 'create', on: ['blind', 'blindLater'], inMs: 60_000 },
      { do: 'step', how: 'well', nth: 0 },
      { do: 'edit', post: 1, what: 'comment' },
      { do: 'pass', ms: 7_200_000 },
      { do: 'restore', back: 3 },
    ],
    { isAhead: true },
  ));

test('a run with a later time, which a restored database has lost, is not an internal error', () =>
  holds(
    [
      { do: 'create', on: ['blindLater'], inMs: 600_000 },
      { do: 'step', how: 'well', nth: 0 },
      { do: 'pass', ms: 90_000_000 },
      { do: 'schedule', post: 0, inMs: 60_000 },
      { do: 'step', how: 'well', nth: 0 },
      { do: 'restore', back: 3 },
    ],
    { isAhead: true },
  ));

test('a step that was canceled before its due time does not wait for that time', () =>
  holds(
    [
      { do: 'create', on: ['queryable', 'blindLater'], inMs: 5_000 },
      { do: 'runOn', how: 'lookup-fails' },
      { do: 'restore', back: 1 },
      { do: 'schedule', post: 0, inMs: 5_000 },
      { do: 'step', how: 'result-lost', nth: 3 },
      { do: 'cancel', post: 0 },
    ],
    { isAhead: true },
  ));

test('a target that a restored database has again is planned by the continuing run', () =>
  holds(
    [
      { do: 'create', on: ['blind', 'queryableLater'], inMs: 5_000 },
      { do: 'loseRun', nth: 3 },
      { do: 'edit', post: 0, what: 'drop' },
      { do: 'step', how: 'well', nth: 0 },
      { do: 'restore', back: 2 },
      { do: 'schedule', post: 0, inMs: 60_000 },
    ],
    { isAhead: true },
  ));

test('consent to a duplicate of a post that a restored database has lost does not cover its first comment', () =>
  holds(
    [
      { do: 'create', on: ['blindLater'], inMs: 60_000, comment: true },
      { do: 'runOn', how: 'well' },
      { do: 'restore', back: 1 },
      { do: 'schedule', post: 0, inMs: 60_000 },
      { do: 'cancel', post: 1 },
      { do: 'retry', post: 0, republish: true },
    ],
    { isAhead: true },
  ));

test('a post with consent to a duplicate is looked up once, however long ago it may have been sent', () =>
  holds(
    [
      { do: 'create', on: ['blindLater'], inMs: 600_000, comment: true },
      { do: 'wait' },
      { do: 'schedule', post: 0, inMs: 600_000 },
      { do: 'restore', back: 1 },
      { do: 'runOn', how: 'refused-later' },
      { do: 'retry', post: 0, republish: true },
    ],
    { isAhead: true },
  ));

test('a retry of a first comment ends visibly although the database has lost what its run did', () =>
  holds([
    { do: 'create', on: ['blind'], inMs: 5_000, comment: true },
    { do: 'step', how: 'well', nth: 0 },
    { do: 'step', how: 'rejected', nth: 0 },
    { do: 'pass', ms: 130_000 },
    { do: 'retryComment', post: 0 },
    { do: 'step', how: 'well', nth: 0 },
    { do: 'restore', back: 1 },
  ]));

import { expect, test, vi } from 'vitest';
import { useModel } from './use-model.js';

vi.mock('@temporalio/workflow', () => import('./workflow-api.js'));

const holds = useModel();

// Sequences that the model has found in which the database goes back to a past state.

test('a run that has completed beside a restored post looks before it calls', () =>
  holds([
    { do: 'create', on: ['blind'], inMs: 60_000 },
    { do: 'runOn', how: 'well' },
    { do: 'restore', back: 1 },
  ]));

test('a run that a cancel has ended beside a restored post looks before it calls', () =>
  holds([
    { do: 'create', on: ['blind'], inMs: 60_000 },
    { do: 'step', how: 'held-after', nth: 0 },
    { do: 'cancel', post: 0 },
    { do: 'resume', nth: 0 },
    { do: 'runOn', how: 'well' },
    { do: 'restore', back: 4 },
  ]));

test('a first comment of which a restored database knows nothing is not lost in silence', () =>
  holds([
    { do: 'create', on: ['keyed'], inMs: 600_000, comment: true },
    { do: 'step', how: 'well', nth: 0 },
    { do: 'step', how: 'lost-after', nth: 0 },
    { do: 'step', how: 'well', nth: 0 },
    { do: 'restore', back: 2 },
  ]));

test('a success of which a restored database has no attempt does not contradict its post', () =>
  holds([
    { do: 'create', on: ['keyed', 'blind'], inMs: 600_000 },
    { do: 'step', how: 'held-after', nth: 0 },
    { do: 'restore', back: 1 },
    { do: 'cancel', post: 0 },
  ]));

test('a first comment is public once, although its run has completed beside a restored post', () =>
  holds([
    { do: 'create', on: ['queryable'], inMs: 5_000, comment: true },
    { do: 'step', how: 'well', nth: 0 },
    { do: 'runOn', how: 'well' },
    { do: 'restore', back: 1 },
  ]));

test('a queryable post whose container is lost with the database is not made anew', () =>
  holds([
    { do: 'create', on: ['queryable'], inMs: 5_000 },
    { do: 'runOn', how: 'well' },
    { do: 'restore', back: 1 },
  ]));

test('a late success corrects a post that a restored database takes for a draft', () =>
  holds([
    { do: 'create', on: ['blind'], inMs: 5_000, comment: true, draft: true },
    { do: 'schedule', post: 0, inMs: 600_000 },
    { do: 'step', how: 'held-after', nth: 0 },
    { do: 'restore', back: 2 },
  ]));

test('a restored post that is scheduled again before the sweep comes by is looked for first', () =>
  holds([
    { do: 'create', on: ['blind'], inMs: 60_000 },
    { do: 'runOn', how: 'well' },
    { do: 'restore', back: 1 },
    { do: 'schedule', post: 0, inMs: 60_000 },
  ]));

test('a run that knows more than a restored database does not call what it published a fault', () =>
  holds([
    { do: 'expire', account: 'blind' },
    { do: 'create', on: ['keyed', 'queryable', 'blind'], inMs: 60_000 },
    { do: 'step', how: 'well', nth: 0 },
    { do: 'step', how: 'well', nth: 0 },
    { do: 'step', how: 'well', nth: 0 },
    { do: 'restore', back: 2 },
  ]));

test('a retry that was never taken up after a refusal has missed its window, and is no internal error', () =>
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

test('a run that the restored post does not know tells of calls that its rows lack', () =>
  holds([
    { do: 'create', on: ['queryable'], inMs: 600_000, comment: true },
    { do: 'step', how: 'held-before', nth: 0 },
    { do: 'restore', back: 1 },
    { do: 'schedule', post: 0, inMs: 600_000 },
    { do: 'runOn', how: 'well' },
    { do: 'restore', back: 3 },
  ]));

test('an account that is taken out of a restored post and added again is not published anew', () =>
  holds([
    { do: 'create', on: ['keyed', 'blind'], inMs: 60_000 },
    { do: 'step', how: 'well', nth: 0 },
    { do: 'restore', back: 1 },
    { do: 'edit', post: 0, what: 'drop' },
    { do: 'edit', post: 0, what: 'add' },
  ]));

test('an account that a restored post has forgotten and that is added again is not published anew', () =>
  holds([
    { do: 'create', on: ['blind'], inMs: 60_000 },
    { do: 'edit', post: 0, what: 'add' },
    { do: 'step', how: 'well', nth: 1 },
    { do: 'restore', back: 2 },
    { do: 'edit', post: 0, what: 'add' },
  ]));

test('an account is looked for first that is added again once the past state of its post was noticed', () =>
  holds([
    { do: 'create', on: ['queryable', 'keyed'], inMs: 60_000 },
    { do: 'runOn', how: 'well' },
    { do: 'restore', back: 1 },
    { do: 'edit', post: 0, what: 'drop' },
    { do: 'pass', ms: 130_000 },
    { do: 'sweep' },
    { do: 'edit', post: 0, what: 'add' },
  ]));

test('an account of which a restored post knows nothing is looked for first', () =>
  holds([
    { do: 'create', on: ['keyed'], inMs: 60_000 },
    { do: 'edit', post: 0, what: 'add' },
    { do: 'runOn', how: 'well' },
    { do: 'restore', back: 2 },
    { do: 'pass', ms: 130_000 },
    { do: 'sweep' },
    { do: 'edit', post: 0, what: 'add' },
  ]));

test('a post that is over is not called unsent before Temporal was asked for its run', () =>
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

test('a post is not called over while Temporal cannot tell of its run', () =>
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

test('a retry of a first comment whose run has completed beside a restored post is looked for', () =>
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

test('a retry of a first comment that is over is looked for', () =>
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

test('a run that was told of a cancel which the database has forgotten ends its post as CANCELED', async () => {
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

test('what was waiting in the time that is lost is CANCELED again where it was so before', () =>
  holds([
    { do: 'create', on: ['queryableLater'], inMs: 5_000 },
    { do: 'step', how: 'rejected', nth: 0 },
    { do: 'step', how: 'well', nth: 0 },
    { do: 'edit', post: 0, what: 'add' },
    { do: 'schedule', post: 0, inMs: 60_000 },
    { do: 'restore', back: 1 },
  ]));

test('a consent to a double of the post is none to a double of its first comment', () =>
  holds([
    { do: 'create', on: ['blindLater'], inMs: 600_000, comment: true },
    { do: 'step', how: 'lost-after', nth: 0 },
    { do: 'runOn', how: 'lookup-fails' },
    { do: 'retry', post: 0, republish: true },
    { do: 'runOn', how: 'lookup-lags' },
    { do: 'restore', back: 1 },
  ]));

test('a run that began ahead of its time, and was replaced by an edit that is lost, cancels nothing', () =>
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

test('a run that was told of a later time, which a restored database has forgotten, is no internal error', () =>
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

test('a step that was canceled before its time does not wait for it', () =>
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

test('a target that a restored database has again is planned by the run that goes on', () =>
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

test('a consent to a double of a post that a restored database has forgotten is none to one of its first comment', () =>
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

test('a post whose double was consented to is looked for once, however long ago it may have been sent', () =>
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

test('a retry of a first comment ends visibly although the database has forgotten what its run did', () =>
  holds([
    { do: 'create', on: ['blind'], inMs: 5_000, comment: true },
    { do: 'step', how: 'well', nth: 0 },
    { do: 'step', how: 'rejected', nth: 0 },
    { do: 'pass', ms: 130_000 },
    { do: 'retryComment', post: 0 },
    { do: 'step', how: 'well', nth: 0 },
    { do: 'restore', back: 1 },
  ]));

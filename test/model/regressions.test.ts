import { expect, test, vi } from 'vitest';
import type { Command } from './commands.js';
import { useModel } from './use-model.js';

vi.mock('@temporalio/workflow', () => import('./workflow-api.js'));

const holds = useModel();

// Sequences that the model has found, as short as possible. restore-regressions.test.ts has those with a restored
// database.

test('a canceled post is PUBLISHED if all of its remaining targets are public', () =>
  holds([
    { do: 'create', on: ['keyed', 'queryable', 'blind'], inMs: 60_000 },
    { do: 'step', how: 'well', nth: 0 },
    { do: 'cancel', post: 0 },
  ]));

test('a proven absence after a cancel starts no new call', () =>
  holds([
    { do: 'create', on: ['queryable'], inMs: 600_000 },
    { do: 'step', how: 'lost-before', nth: 0 },
    { do: 'cancel', post: 0 },
  ]));

test('a rate limit that a cancel interrupts is not an internal error', () =>
  holds([
    { do: 'create', on: ['queryable'], inMs: 600_000 },
    { do: 'step', how: 'held-then-limited', nth: 0 },
    { do: 'cancel', post: 0 },
    { do: 'resume', nth: 0 },
  ]));

test('a missed window is not reported for a target that may have been sent in it', () =>
  holds([
    { do: 'create', on: ['keyed'], inMs: 600_000 },
    { do: 'step', how: 'lost-after', nth: 0 },
    { do: 'loseRun', nth: 0 },
    { do: 'pass', ms: 90_000_000 },
  ]));

test('a disconnected account does not turn an open outcome into a known one', () =>
  holds([
    { do: 'create', on: ['keyed'], inMs: 60_000 },
    { do: 'step', how: 'lost-after', nth: 0 },
    { do: 'loseRun', nth: 0 },
    { do: 'disconnect', account: 'keyed' },
  ]));

test('a retry on a disconnected account leaves an unconfirmed target unconfirmed', () =>
  holds([
    { do: 'create', on: ['blind'], inMs: 600_000 },
    { do: 'step', how: 'held-after', nth: 0 },
    { do: 'disconnect', account: 'blind' },
    { do: 'runOn', how: 'well' },
    { do: 'retry', post: 0 },
  ]));

test('a post ends although its run is stuck', () =>
  holds([
    { do: 'create', on: ['queryable'], inMs: 5_000 },
    { do: 'step', how: 'well', nth: 0 },
    { do: 'stall', nth: 0 },
  ]));

test('a post ends although its run never wakes', () =>
  holds([
    { do: 'create', on: ['queryable'], inMs: 60_000 },
    { do: 'stall', nth: 0 },
  ]));

test('a success after the end of the run corrects target and post', () =>
  holds([
    { do: 'create', on: ['keyed', 'queryable'], inMs: 600_000 },
    { do: 'step', how: 'lost-before', nth: 0 },
    { do: 'step', how: 'held-after', nth: 0 },
    { do: 'runOn', how: 'lookup-fails' },
  ]));

test('the content of an unconfirmed target cannot be edited', () =>
  holds([
    { do: 'create', on: ['blind'], inMs: 5_000 },
    { do: 'step', how: 'held-before', nth: 0 },
    { do: 'runOn', how: 'well' },
    { do: 'edit', post: 0, what: 'text' },
  ]));

test('a target with an unconfirmed outcome is not CANCELED, in any generation', () =>
  holds([
    { do: 'create', on: ['keyed', 'blind'], inMs: 60_000 },
    { do: 'step', how: 'held-after', nth: 0 },
    { do: 'step', how: 'held-after', nth: 0 },
    { do: 'runOn', how: 'lookup-fails' },
    { do: 'schedule', post: 0, inMs: 600_000 },
    { do: 'cancel', post: 0 },
  ]));

test('a run that replaces a lost one sends no first comment that was canceled', () =>
  holds([
    { do: 'create', on: ['keyed'], inMs: 5_000, comment: true },
    { do: 'step', how: 'lost-after', nth: 0 },
    { do: 'loseRun', nth: 0 },
    { do: 'cancel', post: 0 },
  ]));

test('a late step does not overwrite what a look-up needs', () =>
  holds([
    { do: 'create', on: ['queryable'], inMs: 60_000 },
    { do: 'step', how: 'held-in-prepare', nth: 0 },
    { do: 'giveUp', nth: 0 },
    { do: 'step', how: 'well', nth: 0 },
    { do: 'step', how: 'lost-after', nth: 0 },
    { do: 'resume', nth: 0, how: 'not-ready' },
  ]));

test('a retry without a FAILED target is refused', () =>
  holds([
    { do: 'create', on: ['keyed', 'queryable'], inMs: 5_000 },
    { do: 'step', how: 'well', nth: 0 },
    { do: 'cancel', post: 0 },
    { do: 'retry', post: 0 },
  ]));

test('an unknown call of a replaced run prevents its target from being CANCELED', () =>
  holds([
    { do: 'create', on: ['blind'], inMs: 60_000 },
    { do: 'step', how: 'held-after', nth: 0 },
    { do: 'loseRun', nth: 0 },
    { do: 'pass', ms: 130_000 },
    { do: 'sweep' },
    { do: 'cancel', post: 0 },
  ]));

test('a reconnection does not publish a canceled target', () =>
  holds([
    { do: 'create', on: ['keyed', 'blind'], inMs: 60_000 },
    { do: 'step', how: 'auth-revoked', nth: 0 },
    { do: 'step', how: 'lost-after', nth: 0 },
    { do: 'cancel', post: 0 },
    { do: 'runOn', how: 'well' },
    { do: 'reconnect', account: 'keyed' },
    { do: 'runOn', how: 'well' },
  ]));

test('a pending first comment that was canceled is not sent a second time', () =>
  holds([
    { do: 'create', on: ['keyed'], inMs: 600_000, comment: true },
    { do: 'step', how: 'well', nth: 0 },
    { do: 'step', how: 'held-before', nth: 0 },
    { do: 'cancel', post: 0 },
  ]));

test('a first comment that is pending during a cancel is not lost with its run', () =>
  holds([
    { do: 'create', on: ['blind'], inMs: 60_000, comment: true },
    { do: 'step', how: 'well', nth: 0 },
    { do: 'step', how: 'lost-after', nth: 0 },
    { do: 'stall', nth: 0 },
    { do: 'cancel', post: 0 },
  ]));

test('a late success next to another failed target reports its first comment', () =>
  holds([
    { do: 'create', on: ['keyed', 'queryable', 'blind'], inMs: 60_000, comment: true },
    { do: 'step', how: 'held-after', nth: 0 },
    { do: 'step', how: 'lost-before', nth: 3 },
    { do: 'disconnect', account: 'keyed' },
  ]));

test('a finished post has the status of its remaining targets after an edit', () =>
  holds([
    { do: 'create', on: ['queryable', 'blind'], inMs: 60_000 },
    { do: 'step', how: 'rejected', nth: 0 },
    { do: 'cancel', post: 0 },
    { do: 'edit', post: 0, what: 'drop' },
  ]));

test('after two late successes, the target has the publication with its comment', () =>
  holds([
    { do: 'create', on: ['keyed', 'queryable', 'blind'], inMs: 5_000, comment: true },
    { do: 'step', how: 'held-after', nth: 2 },
    { do: 'runOn', how: 'lookup-fails' },
    { do: 'retry', post: 1, republish: true },
    { do: 'runOn', how: 'lookup-lags' },
  ]));

test('a cancel after a failure, when only the end of the run is left, prevents publishing on reconnection', () =>
  holds([
    { do: 'create', on: ['keyed', 'queryable'], inMs: 5_000 },
    { do: 'step', how: 'lost-after', nth: 0 },
    { do: 'expire', account: 'queryable' },
    { do: 'step', how: 'well', nth: 0 },
    { do: 'step', how: 'well', nth: 0 },
    { do: 'cancel', post: 0 },
    { do: 'reconnect', account: 'queryable' },
    { do: 'runOn', how: 'well' },
    { do: 'sweep' },
  ]));

test('a post that is not found after consent to a duplicate is not CANCELED', () =>
  holds([
    { do: 'create', on: ['blind'], inMs: 600_000 },
    { do: 'step', how: 'lost-after', nth: 0 },
    { do: 'runOn', how: 'lookup-fails' },
    { do: 'retry', post: 0, republish: true },
    { do: 'step', how: 'well', nth: 0 },
    { do: 'step', how: 'lookup-lags', nth: 0 },
    { do: 'cancel', post: 0 },
  ]));

test('a post that is not found after consent to a duplicate is not known to have failed', () =>
  holds([
    { do: 'create', on: ['blind'], inMs: 600_000 },
    { do: 'step', how: 'lost-after', nth: 0 },
    { do: 'runOn', how: 'lookup-fails' },
    { do: 'retry', post: 0, republish: true },
    { do: 'step', how: 'well', nth: 0 },
    { do: 'step', how: 'lookup-lags', then: 'rejected', nth: 0 },
  ]));

test('an account that is added after consent to a duplicate is published without a look-up', async () => {
  const { rows } = await holds([
    { do: 'create', on: ['blind'], inMs: 600_000 },
    { do: 'step', how: 'lost-after', nth: 0 },
    { do: 'runOn', how: 'lookup-fails' },
    { do: 'retry', post: 0, republish: true },
    { do: 'step', how: 'well', nth: 0 },
    { do: 'step', how: 'lookup-lags', then: 'rejected', nth: 0 },
    { do: 'runOn', how: 'well' },
    { do: 'edit', post: 0, what: 'add', account: 'blindLater' },
    { do: 'schedule', post: 0, inMs: 600_000 },
  ]);
  expect(rows.targets.map(({ platform, status }) => [platform, status])).toEqual([
    ['X', 'PUBLISHED'],
    ['TIKTOK_BUSINESS', 'PUBLISHED'],
  ]);
});

test('an account that is added after a cancel, during a look-up, is not published', () =>
  holds([
    { do: 'create', on: ['queryable'], inMs: 5_000 },
    { do: 'step', how: 'lost-after', nth: 0 },
    { do: 'cancel', post: 0 },
    { do: 'loseRun', nth: 0 },
    { do: 'pass', ms: 130_000 },
    { do: 'sweep' },
    { do: 'edit', post: 0, what: 'add' },
  ]));

test('a post that a restore deleted while it was being published breaks no promise', () =>
  holds([
    { do: 'create', on: ['blind'], inMs: 60_000 },
    { do: 'step', how: 'held-after', nth: 0 },
    { do: 'restore', back: 2 },
    { do: 'resume', nth: 1, how: 'not-ready' },
    { do: 'restore', back: 2 },
  ]));

test('a refused target next to a public one is published once with another text', async () => {
  const world = await holds([
    { do: 'create', on: ['keyed', 'blind'], inMs: 60_000 },
    { do: 'step', how: 'rejected', nth: 0 },
    { do: 'runOn', how: 'well' },
    { do: 'editFailed', post: 0 },
  ]);
  expect(world.rows.posts.map(({ status }) => status)).toEqual(['PUBLISHED']);
  expect(world.ledger.map(({ text }) => text).sort()).toEqual(['text 1', 'text 2']);
});

test('a first comment that is retried in a long outage of Temporal is sent afterwards', async () => {
  const world = await holds([
    { do: 'create', on: ['queryable'], inMs: 5_000, comment: true },
    { do: 'step', how: 'well', nth: 0 },
    { do: 'step', how: 'rejected', nth: 0 },
    { do: 'pass', ms: 130_000 },
    { do: 'temporal', away: true },
    { do: 'retryComment', post: 0 },
    { do: 'pass', ms: 300_000 },
    { do: 'temporal', away: false },
  ]);
  expect(world.rows.targets).toMatchObject([{ comment: { status: 'PUBLISHED', errorCode: null } }]);
  expect(world.ledger.map(({ step }) => step)).toEqual(['POST', 'FIRST_COMMENT']);
});

test.each(['blind', 'queryable', 'keyed'] as const)(
  'an account (%s) that is disconnected before the claim gets neither a post nor a comment',
  async (kind) => {
    const ending: Command[] = [
      { do: 'step', how: 'held-before-claim', nth: 0 },
      { do: 'disconnect', account: kind },
      { do: 'resume', nth: 0 },
    ];
    await holds([{ do: 'create', on: [kind], inMs: 5_000 }, ...ending]);
    await holds([
      { do: 'create', on: [kind], inMs: 5_000, comment: true },
      { do: 'step', how: 'well', nth: 0 },
      { do: 'step', how: 'held-in-prepare', nth: 0 },
      { do: 'disconnect', account: kind },
      { do: 'resume', nth: 0 },
    ]);
  },
);

test('a success whose recording got no response is reported, although the run has ended', () =>
  holds([
    { do: 'create', on: ['queryable', 'blind', 'queryableLater'], inMs: 5_000 },
    { do: 'step', how: 'held-after', nth: 0 },
    { do: 'runOn', how: 'lookup-fails' },
    { do: 'resume', nth: 1, how: 'record-answer-lost' },
  ]));

test('a success is reported hours after its worker crashed', () =>
  holds([
    { do: 'create', on: ['blind', 'queryable'], inMs: 5_000 },
    { do: 'step', how: 'held-before', nth: 0 },
    { do: 'giveUp', nth: 0 },
    { do: 'runOn', how: 'lookup-fails' },
    { do: 'resume', nth: 0, how: 'held-after-record' },
    { do: 'pass', ms: 7_200_000 },
    { do: 'sweep' },
  ]));

test.each(['blind', 'queryable', 'keyed'] as const)(
  'a claim (%s) whose response was lost continues with its call',
  async (kind) => {
    const world = await holds([
      { do: 'create', on: [kind], inMs: 5_000 },
      { do: 'step', how: 'claim-answer-lost', nth: 0 },
    ]);
    expect(world.rows.targets).toMatchObject([{ status: 'PUBLISHED', attemptCount: 1 }]);
  },
);

test('a removal whose run is stuck ends after a day', () =>
  holds(
    [
      { do: 'create', on: ['blindLater'], inMs: 5_000 },
      { do: 'runOn', how: 'well' },
      { do: 'remove', post: 0, nth: 0 },
      { do: 'stall', nth: 1 },
    ],
    { isAhead: true },
  ));

test('a post whose unconfirmed target is found by a removal is corrected, even if its worker stops', () =>
  holds(
    [
      { do: 'create', on: ['blindLater'], inMs: 60_000 },
      { do: 'runOn', how: 'lookup-fails' },
      { do: 'remove', post: 0, nth: 0 },
      { do: 'step', how: 'held-after-record', nth: 0 },
    ],
    { isAhead: true },
  ));

import fc from 'fast-check';
import { edits, hows, platformKinds, type Command, type Create, type How } from './commands.js';

const commandsMax = 24;
/** The maximum number of targets of a new post. Edits may add more. */
const targetsMax = 3;
const post = fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.constant(1) });
const nth = fc.nat({ max: 3 });
const account = fc.constantFrom(...platformKinds);
const inMs = fc.constantFrom(60_000, 5_000, 600_000);

const create: fc.Arbitrary<Create> = fc.record({
  do: fc.constant('create' as const),
  on: fc.subarray([...platformKinds], { minLength: 1, maxLength: targetsMax }),
  inMs,
  parts: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 2, arbitrary: fc.constantFrom(1, 2) }),
  comment: fc.boolean(),
  draft: fc.oneof({ weight: 8, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
});

const weights = {
  well: 3,
  'lost-after': 5,
  'lost-before': 4,
  'rate-limited': 4,
  'not-sent': 1,
  'auth-expired': 1,
  'auth-revoked': 1,
  rejected: 2,
  'prepare-again': 1,
  'not-ready': 2,
  'held-in-prepare': 2,
  'claim-lost': 1,
  'claim-answer-lost': 2,
  'record-lost': 1,
  'record-answer-lost': 2,
  'held-before-claim': 2,
  'held-after-record': 2,
  'held-before': 3,
  'held-after': 4,
  'held-then-limited': 2,
  'held-in-lookup': 2,
  'lookup-fails': 3,
  'lookup-lags': 3,
  'works-for-days': 1,
  'works-on': 2,
  'refused-later': 2,
  'result-lost': 2,
} as const satisfies Record<How, number>;
const how = fc.oneof(...hows.map((one) => ({ weight: weights[one], arbitrary: fc.constant(one) })));
/** Events that leave an outcome unknown for good, or that settle it. */
const outcome = fc.constantFrom<How[]>(
  'well',
  'well',
  'lookup-fails',
  'lookup-fails',
  'lookup-lags',
  'lookup-lags',
  'refused-later',
);

const late = fc.constantFrom<How[]>(
  'well',
  'well',
  'not-ready',
  'lost-after',
  'rate-limited',
  'record-answer-lost',
  'held-after-record',
);

function command(weight: number, arbitrary: fc.Arbitrary<Command>): fc.WeightedArbitrary<Command> {
  return { weight, arbitrary };
}

function named<T extends Command['do']>(name: T): { do: fc.Arbitrary<T> } {
  return { do: fc.constant(name) };
}

/** Most commands are steps, so that the actions of people fall in between. */
const anything: fc.Arbitrary<Command> = fc.oneof(
  command(26, fc.record({ ...named('step'), how, nth })),
  command(8, fc.record({ ...named('step'), how, then: how, nth })),
  command(4, fc.record({ ...named('tick'), nth })),
  command(6, fc.record(named('wait'))),
  command(
    3,
    fc.record({ ...named('pass'), ms: fc.constantFrom(1_000, 30_000, 130_000, 7_200_000, 90_000_000) }),
  ),
  command(3, create),
  command(6, fc.record({ ...named('edit'), post, what: fc.constantFrom(...edits) })),
  command(1, fc.record({ ...named('edit'), post, what: fc.constant('add' as const), account })),
  command(7, fc.record({ ...named('cancel'), post })),
  command(8, fc.record({ ...named('retry'), post, republish: fc.boolean() })),
  command(7, fc.record({ ...named('editFailed'), post })),
  command(6, fc.record({ ...named('schedule'), post, inMs })),
  command(2, fc.record({ ...named('retryComment'), post })),
  command(6, fc.record({ ...named('remove'), post, nth })),
  command(6, fc.record({ ...named('correct'), post, nth })),
  command(3, fc.record({ ...named('reply'), account })),
  command(5, fc.record({ ...named('replyAgain'), nth, republish: fc.boolean() })),
  command(3, fc.record({ ...named('resolve'), nth })),
  command(2, fc.record(named('readComments'))),
  command(3, fc.record({ ...named('disconnect'), account })),
  command(8, fc.record({ ...named('reconnect'), account })),
  command(3, fc.record({ ...named('expire'), account })),
  command(6, fc.record({ ...named('resume'), nth, how: late })),
  command(5, fc.record({ ...named('giveUp'), nth })),
  command(6, fc.record({ ...named('loseRun'), nth })),
  command(1, fc.record({ ...named('stall'), nth })),
  command(7, fc.record(named('sweep'))),
  command(5, fc.record({ ...named('restore'), back: fc.integer({ min: 1, max: 6 }) })),
  command(
    3,
    fc.record({ ...named('restore'), back: fc.integer({ min: 1, max: 6 }), told: fc.constant(true) }),
  ),
  command(9, fc.record({ ...named('runOn'), how: outcome })),
  command(2, fc.record({ ...named('temporal'), away: fc.boolean() })),
);

/** Events that make an outcome unclear, or end an attempt badly. */
const trouble = fc.constantFrom<How[]>(
  'lost-after',
  'lost-after',
  'lost-before',
  'held-before',
  'held-after',
  'held-after',
  'rate-limited',
  'rejected',
  'result-lost',
  'held-in-prepare',
  'works-for-days',
  'claim-answer-lost',
  'record-answer-lost',
);
const firstStep = fc.record({ ...named('step'), how: trouble, nth });

const unconfirmed: Command = { do: 'runOn', how: 'lookup-fails' };

/** A new post whose first steps go wrong. */
const troubled: fc.Arbitrary<Command[]> = fc
  .tuple(
    create,
    fc.array(firstStep, { maxLength: 3 }),
    fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: fc.constant([unconfirmed]) }),
  )
  .map(([first, steps, then]) => [first, ...steps, ...then]);

/** An account that is disconnected while a worker is about to call it, for a post or for its first comment. */
const disconnectedInTheMiddle: fc.Arbitrary<Command[]> = fc
  .record({
    account,
    isComment: fc.boolean(),
    how: fc.constantFrom<How[]>('held-in-prepare', 'held-before-claim', 'held-before'),
  })
  .map(({ account: kind, isComment, how: held }) => [
    { do: 'create', on: [kind], inMs: 5_000, comment: isComment },
    ...(isComment ? [{ do: 'step', how: 'well', nth: 0 } as const] : []),
    { do: 'step', how: held, nth: 0 },
    { do: 'disconnect', account: kind },
    { do: 'resume', nth: 0 },
  ]);

/** A first comment that failed is asked for once more while Temporal is away. */
const commentRetriedInOutage: fc.Arbitrary<Command[]> = fc
  .record({ account, outageMs: fc.constantFrom(30_000, 300_000, 7_200_000) })
  .map(({ account: kind, outageMs }) => [
    { do: 'create', on: [kind], inMs: 5_000, comment: true },
    { do: 'step', how: 'well', nth: 0 },
    { do: 'step', how: 'rejected', nth: 0 },
    { do: 'pass', ms: 130_000 },
    { do: 'temporal', away: true },
    { do: 'retryComment', post: 0 },
    { do: 'pass', ms: outageMs },
    { do: 'sweep' },
    { do: 'temporal', away: false },
  ]);

/** A run that ends without an outcome, and a worker that learns of the success afterwards. */
const lateSuccess: fc.Arbitrary<Command[]> = fc
  .record({
    account,
    other: account,
    how: fc.constantFrom<How[]>('well', 'held-after-record', 'record-answer-lost'),
  })
  .map(({ account: kind, other, how: recorded }) => [
    { do: 'create', on: kind === other ? [kind] : [kind, other], inMs: 5_000 },
    { do: 'step', how: 'held-before', nth: 0 },
    { do: 'giveUp', nth: 0 },
    unconfirmed,
    { do: 'resume', nth: 0, how: recorded },
    { do: 'pass', ms: 7_200_000 },
    { do: 'sweep' },
  ]);

/** A public post, or one of unknown outcome, that is removed or corrected while calls go wrong. */
const changedInTrouble: fc.Arbitrary<Command[]> = fc
  .record({
    account,
    comment: fc.boolean(),
    published: fc.constantFrom<How[]>('well', 'well', 'lost-after'),
    what: fc.constantFrom('remove' as const, 'correct' as const),
    steps: fc.array(fc.record({ ...named('step'), how: fc.oneof(trouble, how), nth }), { maxLength: 4 }),
  })
  .map(({ account: kind, comment, published, what, steps }) => [
    { do: 'create', on: [kind], inMs: 5_000, comment },
    { do: 'step', how: published, nth: 0 },
    published === 'well' ? { do: 'runOn', how: 'well' } : unconfirmed,
    { do: what, post: 0, nth: 0 },
    ...steps,
  ]);

/** A reply to a comment whose first steps go wrong, or whose start is late. */
const troubledReply: fc.Arbitrary<Command[]> = fc
  .record({ account, isAway: fc.boolean(), steps: fc.array(firstStep, { minLength: 1, maxLength: 3 }) })
  .map(({ account: kind, isAway, steps }) => [
    ...(isAway ? [{ do: 'temporal', away: true } as const] : []),
    { do: 'reply', account: kind },
    ...(isAway ? [{ do: 'temporal', away: false } as const, { do: 'sweep' } as const] : []),
    ...steps,
  ]);

/** A reply of unknown outcome, which is sent again, shown by a read, or confirmed or denied by a person. */
const unclearReply: fc.Arbitrary<Command[]> = fc
  .record({
    account,
    how: fc.constantFrom<How[]>(
      'lost-after',
      'lost-before',
      'result-lost',
      'record-answer-lost',
      'held-after',
    ),
    acts: fc.array(
      fc.constantFrom<Command[]>(
        { do: 'replyAgain', nth: 0, republish: true },
        { do: 'resolve', nth: 0 },
        { do: 'readComments' },
        { do: 'restore', back: 2 },
        { do: 'restore', back: 3, told: true },
      ),
      { minLength: 1, maxLength: 3 },
    ),
  })
  .map(({ account: kind, how: lost, acts }) => [
    { do: 'reply', account: kind },
    { do: 'step', how: lost, nth: 0 },
    ...(lost === 'held-after' ? [{ do: 'giveUp', nth: 0 } as const] : []),
    unconfirmed,
    ...acts,
  ]);

/** A sequence begins with one of these situations. Any commands may follow. */
export const sequences: fc.Arbitrary<Command[]> = fc
  .tuple(
    fc.oneof(
      { weight: 8, arbitrary: troubled },
      { weight: 1, arbitrary: disconnectedInTheMiddle },
      { weight: 1, arbitrary: commentRetriedInOutage },
      { weight: 1, arbitrary: lateSuccess },
      { weight: 3, arbitrary: changedInTrouble },
      { weight: 2, arbitrary: troubledReply },
      { weight: 3, arbitrary: unclearReply },
    ),
    fc.array(anything, { minLength: 3, maxLength: commandsMax, size: 'max' }),
  )
  .map(([first, rest]) => [...first, ...rest]);

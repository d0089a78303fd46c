import fc from 'fast-check';
import { edits, hows, type Command, type Create } from './commands.js';
import { guarantees } from './world.js';

const commandsMax = 24;
const post = fc.nat({ max: 1 });
const nth = fc.nat({ max: 3 });
const guarantee = fc.constantFrom(...guarantees);
const inMs = fc.constantFrom(60_000, 5_000, 600_000);

const create: fc.Arbitrary<Create> = fc.record({
  do: fc.constant('create' as const),
  on: fc.subarray([...guarantees], { minLength: 1 }),
  inMs,
  comment: fc.boolean(),
  draft: fc.oneof({ weight: 8, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
});

const how = fc.oneof(
  { weight: 3, arbitrary: fc.constant('well' as const) },
  {
    weight: 3,
    arbitrary: fc.constantFrom('lost-after' as const, 'held-before' as const, 'held-after' as const),
  },
  { weight: 6, arbitrary: fc.constantFrom(...hows) },
);

function command(weight: number, arbitrary: fc.Arbitrary<Command>): fc.WeightedArbitrary<Command> {
  return { weight, arbitrary };
}

function named<T extends Command['do']>(name: T): { do: fc.Arbitrary<T> } {
  return { do: fc.constant(name) };
}

/** Steps are what most of a post's life consists of; what people do meets it in between. */
const anything: fc.Arbitrary<Command> = fc.oneof(
  command(30, fc.record({ ...named('step'), how, nth })),
  command(4, fc.record({ ...named('tick'), nth })),
  command(6, fc.record(named('wait'))),
  command(
    3,
    fc.record({ ...named('pass'), ms: fc.constantFrom(1_000, 30_000, 130_000, 7_200_000, 90_000_000) }),
  ),
  command(2, create),
  command(7, fc.record({ ...named('edit'), post, what: fc.constantFrom(...edits) })),
  command(7, fc.record({ ...named('cancel'), post })),
  command(8, fc.record({ ...named('retry'), post, republish: fc.boolean() })),
  command(6, fc.record({ ...named('schedule'), post, inMs })),
  command(2, fc.record({ ...named('retryComment'), post })),
  command(2, fc.record({ ...named('disconnect'), account: guarantee })),
  command(3, fc.record({ ...named('reconnect'), account: guarantee })),
  command(2, fc.record({ ...named('expire'), account: guarantee })),
  command(5, fc.record({ ...named('resume'), nth })),
  command(5, fc.record({ ...named('giveUp'), nth })),
  command(4, fc.record({ ...named('loseRun'), nth })),
  command(1, fc.record({ ...named('stall'), nth })),
  command(7, fc.record(named('sweep'))),
  command(3, fc.record(named('snapshot'))),
  command(4, fc.record(named('restore'))),
  command(2, fc.record({ ...named('temporal'), away: fc.boolean() })),
);

/** A post, and then whatever may happen to it. */
export const sequences: fc.Arbitrary<Command[]> = fc
  .tuple(create, fc.array(anything, { minLength: 3, maxLength: commandsMax, size: 'max' }))
  .map(([first, rest]) => [first, ...rest]);

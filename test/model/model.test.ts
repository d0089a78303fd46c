import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { count, isSmall, seedOr } from '../harness/counts.js';
import { Coverage } from './coverage.js';
import { openModelContext, type ModelContext } from './model-context.js';
import type { Command, How } from './commands.js';
import { runSequence } from './run-sequence.js';
import { report, search } from './search.js';

// The workflows are the real ones. Temporal's library is replaced by one that the model drives.
vi.mock('@temporalio/workflow', () => import('./workflow-api.js'));

// With fewer sequences, not every command would meet every state, which is checked below.
const runs = count({ small: 50, usual: 500, long: 20_000 });
const seed = seedOr(20_261_122);
const lanesMax = 3;
/** A long run reports its progress. */
const toldEvery = 1_000;
/** The limit for a sequence that hangs. The slowest one takes much less. */
const msPerRunMax = 12_000;

const lanes: ModelContext[] = [];
beforeAll(async () => {
  for (let lane = 0; lane < lanesMax; lane += 1) lanes.push(await openModelContext());
});
afterAll(() => Promise.all(lanes.map((lane) => lane.close())));

/** Each of these commands must have been applied in each of these states. */
const wishes = ['cancel', 'edit', 'retry', 'schedule', 'restore', 'loseRun', 'sweep'] as const;
const accountChanges = ['disconnect', 'expire', 'reconnect'] as const;
const openStates = ['UNKNOWN', 'AMBIGUOUS', 'UNCONFIRMED'] as const;
/** The platforms that publish later must have given each of these answers. */
const laterKinds = ['queryableLater', 'blindLater'] as const;
const laterAnswers = ['processing', 'found', 'refused', 'absent'] as const;
/** The platform publishes from a container, and the restored database has the container but not the call. */
const withUsedUpContainer: Command[] = [
  { do: 'create', on: ['queryable'], inMs: 60_000, comment: false, draft: false },
  { do: 'step', how: 'not-ready', nth: 0 },
  { do: 'step', how: 'held-after', nth: 0 },
  { do: 'restore', back: 1 },
  { do: 'giveUp', nth: 0 },
  { do: 'runOn', how: 'well' },
];
/** One target becomes public and the other one is refused, and is then edited. */
const withRefusedTarget: Command[] = [
  { do: 'create', on: ['keyed', 'blind'], inMs: 60_000 },
  { do: 'step', how: 'rejected', nth: 0 },
  { do: 'runOn', how: 'well' },
  { do: 'editFailed', post: 0 },
];
const aroundTheClaim = [
  'claim-lost',
  'claim-answer-lost',
  'record-lost',
  'record-answer-lost',
  'held-before-claim',
  'held-after-record',
] as const satisfies readonly How[];
const onReplies = ['reply', 'replyAgain', 'resolve', 'readComments'] as const;
const otherStates = ['NONE', 'PUBLISHED', 'REJECTED', 'RATE_LIMITED'] as const;

test(
  `the promise holds in ${runs} generated sequences`,
  async () => {
    const coverage = new Coverage();
    let held = 0;
    const onHeld = (): void => {
      held += 1;
      if (held % toldEvery === 0) process.stdout.write(`model: ${held} of ${runs} from seed ${seed}\n`);
    };
    const finding = await search({ lanes: lanes.map(({ deps }) => deps), runs, seed, coverage, onHeld });
    process.stdout.write(`model: ${runs} sequences from seed ${seed}\n${coverage.table()}\n`);
    if (finding !== undefined) expect.fail(report(finding));
    // In a few sequences, not all of the following can happen.
    if (isSmall) return;
    const cells = [
      ...wishes.flatMap((name) => [...openStates, ...otherStates].map((state) => [name, state] as const)),
      ...(['resume', 'giveUp'] as const).map((name) => [name, 'UNKNOWN'] as const),
    ];
    const missed = cells.filter(([name, state]) => coverage.count(name, state) === 0);
    expect(missed, 'what was never tried').toEqual([]);
    // Random sequences contain either of these situations only once in some hundred.
    const [lane] = lanes;
    for (const commands of [withUsedUpContainer, withRefusedTarget])
      if (lane !== undefined) await runSequence(commands, { deps: lane.deps, coverage });
    // Besides the public target, the post has one that was refused, one that may be public, or both.
    const unseen = (['PUBLISHED', 'REJECTED', 'UNCONFIRMED'] as const).filter(
      (state) => coverage.count('editFailed', state) === 0,
    );
    expect(unseen, 'what a partly public post was never edited with').toEqual([]);
    const untold = laterKinds.flatMap((kind) =>
      laterAnswers
        .filter((answer) => !coverage.wasAnswered(kind, answer))
        .map((answer) => `${kind}: ${answer}`),
    );
    expect(untold, 'what was never answered').toEqual([]);
    const isUsedUp = (['queryable', 'queryableLater'] as const).some((kind) =>
      coverage.wasAnswered(kind, 'used-up'),
    );
    expect(isUsedUp, 'something that was used up already').toBe(true);
    const notHeld = aroundTheClaim.filter((how) => coverage.times(`step:${how}`) === 0);
    expect(notHeld, 'what never happened around a claim').toEqual([]);
    const undone = onReplies.filter((name) => coverage.times(name) === 0);
    expect(undone, 'what was never done with a reply').toEqual([]);
    const changes = [...coverage.changes].sort();
    const ended = ['DONE', 'FAILED', 'UNCONFIRMED'].flatMap((status) => [
      `EDIT ${status}`,
      `REMOVE ${status}`,
    ]);
    expect(
      ended.filter((each) => !changes.includes(each)),
      'how no removal or edit has ended',
    ).toEqual([]);
    for (const name of accountChanges) {
      const met = openStates.reduce((sum, state) => sum + coverage.count(name, state), 0);
      expect(met, `${name} while an outcome is open`).toBeGreaterThan(0);
    }
  },
  runs * msPerRunMax,
);

import { isChangeOpen } from '../../src/domain/changes.js';
import { leftFollower } from '../../src/services/attempts/followers.js';
import type { ServiceDeps } from '../../src/services/shared/context.js';
import { checkEnded, checkPromise, isEnded } from './checks.js';
import type { Command } from './commands.js';
import type { Coverage } from './coverage.js';
import { execute, stateOf, sweep } from './execute.js';
import type { ModelPlatform } from './model-platform.js';
import { remember } from './past.js';
import { removeWorkspace } from './snapshot.js';
import { Violation, World, type Clause } from './world.js';

export interface SequenceOptions {
  deps: ServiceDeps;
  coverage?: Coverage;
  /** Whether runs begin before their posts are due, as real ones do. Otherwise, they begin at the due time. */
  isAhead?: boolean;
  /** Replaces a part of a platform, to show that the model notices a fault in it. */
  wrapPlatform?: (platform: ModelPlatform) => ModelPlatform;
  /** Clauses of the promise that are not checked, to ignore known violations. */
  tolerated?: readonly Clause[];
  /** Called after each command, to cause faults that the model must notice. */
  meddle?: (world: World, command: Command) => Promise<void>;
}

/** The times between the last sweeps: at first short ones, and then longer ones than every limit. */
const sweepDelaysMs = [
  ...Array.from({ length: 6 }, () => 130_000),
  ...Array.from({ length: 4 }, () => 3_600_000),
  22 * 3_600_000,
  ...Array.from({ length: 8 }, () => 130_000),
];
const tasksInARoundMax = 400;
let sequences = 0;

/** Runs the commands and then lets everything finish. Throws a Violation if the promise is broken. */
export async function runSequence(commands: readonly Command[], options: SequenceOptions): Promise<World> {
  const sequence = `m${process.pid}s${(sequences += 1)}`;
  const world = new World(options.deps, sequence, options);
  await world.open();
  try {
    const goesBack = commands.some((command) => command.do === 'restore');
    for (const command of commands) {
      if (goesBack) await remember(world);
      const states = statesOf(world);
      world.log.push(JSON.stringify(command));
      const applied = await execute(world, command);
      world.log.push(`    ${applied}`);
      options.coverage?.note(command, states, applied);
      await options.meddle?.(world, command);
      await checkNow(world);
    }
    await comeToAnEnd(world);
    options.coverage?.noteChanges(world.rows.changes);
    // The calls of workers that were given up are completed late.
    const late = [...world.temporal.held];
    for (const execution of late) {
      await world.temporal.resume(execution);
      world.log.push(`late: ${execution.task.name}`);
      await checkNow(world);
    }
    if (late.length > 0) await comeToAnEnd(world);
    return world;
  } catch (error) {
    throw describe(world, error);
  } finally {
    await world.temporal.abandonAll();
    await removeWorkspace(world.deps.db, world.workspaceId);
  }
}

async function checkNow(world: World): Promise<void> {
  await world.read();
  const line = world.rows.targets.map(
    (row) => `${row.id} ${row.status}/${row.errorCode ?? '-'}/${stateOf(world, row.id)}`,
  );
  world.log.push(`    ${world.rows.posts.map(({ status }) => status).join(' ')} | ${line.join(' | ')}`);
  checkPromise(world);
}

/** From now on, everything works: platforms answer, workers run, Temporal is available, and a day passes. */
async function comeToAnEnd(world: World): Promise<void> {
  const { temporal } = world;
  world.arm('well');
  world.isTemporalAway = false;
  for (const execution of temporal.held) await temporal.giveUp(execution);
  for (const delayMs of sweepDelaysMs) {
    await work(world, temporal.nowMs + delayMs);
    await checkNow(world);
    if (isAllQuiet(world)) break;
    world.log.push(`sweep at +${delayMs / 1000} s`);
    await sweep(world);
  }
  await work(world, temporal.nowMs);
  await checkNow(world);
  await checkEnded(world);
}

/** Workers perform all tasks, and time passes, until that time. */
async function work(world: World, untilMs: number): Promise<void> {
  const { temporal } = world;
  for (let tasks = 0; tasks < tasksInARoundMax; tasks += 1) {
    const [task] = temporal.queue;
    if (task !== undefined) await temporal.perform(task);
    else if (!(await temporal.fireNext(untilMs))) {
      temporal.nowMs = Math.max(temporal.nowMs, untilMs);
      return;
    }
  }
  throw new Violation([{ clause: 'ends', text: 'the runs go round in circles' }]);
}

function isAllQuiet(world: World): boolean {
  const { queue, nextTimerMs } = world.temporal;
  if (queue.length > 0 || nextTimerMs !== undefined) return false;
  const isOwed = world.rows.targets.some(
    (row) =>
      row.correctionOwedSince !== null || (row.comment?.runId ?? null) !== null || leftFollower(row) !== null,
  );
  if (isOwed || world.rows.changes.some(({ status }) => isChangeOpen(status))) return false;
  return world.rows.posts.every((post) => isEnded(post) || post.status === 'DRAFT');
}

function statesOf(world: World): string[] {
  return world.rows.targets.map(({ id }) => stateOf(world, id));
}

function describe(world: World, error: unknown): Error {
  if (!(error instanceof Error)) return new Error(String(error));
  error.message = `${error.message}\n${world.log.join('\n')}`;
  return error;
}

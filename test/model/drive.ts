import type { Applied, Command, How } from './commands.js';
import type { World } from './world.js';

/** The maximum number of steps to the next call to a platform. More mean that a run never ends. */
const stepsToCallMax = 60;
const stepsToQuietMax = 20;
const quietMs = 3_600_000;

/** Executes the commands that decide what Temporal and the workers do. */
export async function drive(
  world: World,
  command: Extract<
    Command,
    { do: 'step' | 'runOn' | 'tick' | 'wait' | 'pass' | 'resume' | 'giveUp' | 'loseRun' | 'stall' }
  >,
): Promise<Applied> {
  const { temporal } = world;
  switch (command.do) {
    case 'step':
      return step(world, command);
    case 'runOn':
      return runOn(world, command.how);
    case 'tick': {
      const task = nth(temporal.queue, command.nth);
      if (task === undefined) return 'SKIPPED';
      await temporal.perform(task);
      return 'DONE';
    }
    case 'wait':
      return (await temporal.fireNext()) ? 'DONE' : 'SKIPPED';
    case 'pass':
      await temporal.pass(command.ms);
      return 'DONE';
    case 'resume':
    case 'giveUp': {
      const held = command.do === 'resume' ? temporal.held : temporal.held.filter(({ givenUp }) => !givenUp);
      const execution = nth(held, command.nth);
      if (execution === undefined) return 'SKIPPED';
      if (command.do === 'giveUp') await temporal.giveUp(execution);
      else {
        world.arm(command.how ?? 'well');
        await temporal.resume(execution);
        world.arm('well');
      }
      return 'DONE';
    }
    case 'loseRun':
    case 'stall': {
      const run = nth([...temporal.runs.values()], command.nth);
      const isOpen = run?.status === 'DELAYED' || run?.status === 'RUNNING';
      // A run that has ended is not forgotten, because then only an operator could notice it (after-restore).
      if (run === undefined || !isOpen || (command.do === 'stall' && run.stalled)) return 'SKIPPED';
      if (command.do === 'stall') temporal.stall(run);
      else temporal.lose(run);
      return 'DONE';
    }
  }
}

function nth<T>(list: readonly T[], index: number): T | undefined {
  return list[index % Math.max(1, list.length)];
}

type Step = Omit<Extract<Command, { do: 'step' }>, 'do'>;

async function step(world: World, { how, then, nth: index }: Step): Promise<Applied> {
  const { temporal } = world;
  for (let steps = 0; steps < stepsToCallMax; steps += 1) {
    const local = temporal.queue.find(({ isLocal }) => isLocal);
    if (local !== undefined) {
      await temporal.perform(local);
      continue;
    }
    const task = nth(temporal.queue, index);
    if (task !== undefined) {
      world.arm(how, then);
      await temporal.perform(task, { loseResult: how === 'result-lost' });
      world.arm('well');
      return 'DONE';
    }
    if (!(await temporal.fireNext())) return steps === 0 ? 'SKIPPED' : 'DONE';
  }
  return 'DONE';
}

async function runOn(world: World, how: How): Promise<Applied> {
  const { temporal } = world;
  for (let steps = 0; steps < stepsToQuietMax; steps += 1) {
    const { nextTimerMs = Number.POSITIVE_INFINITY } = temporal;
    const isQuiet = temporal.queue.length === 0 && nextTimerMs > temporal.nowMs + quietMs;
    if (isQuiet) return steps === 0 ? 'SKIPPED' : 'DONE';
    await step(world, { how, nth: 0 });
  }
  return 'DONE';
}

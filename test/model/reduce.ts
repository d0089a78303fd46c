import type { Command } from './commands.js';

/**
 * Removes every command without which the sequence still fails, and simplifies the others. fast-check shrinks only the
 * values that it has generated, so this continues where it stops, one command at a time, from the end.
 */
export async function reduce(
  commands: readonly Command[],
  fails: (commands: readonly Command[]) => Promise<boolean>,
): Promise<readonly Command[]> {
  let least = commands;
  for (let again = true; again;) {
    again = false;
    for (let index = least.length - 1; index >= 0; index -= 1) {
      const candidates = [
        without(least, index),
        least.toSpliced(index, 1),
        ...simpler(least[index]).map((one) => least.with(index, one)),
        ...withAStepLess(least, index),
      ];
      for (const candidate of candidates) {
        if (!(await fails(candidate))) continue;
        least = candidate;
        again = true;
        break;
      }
    }
  }
  return least;
}

/**
 * Removes an account together with a step. A post with fewer accounts often needs fewer steps, so neither can be
 * removed alone.
 */
function withAStepLess(commands: readonly Command[], index: number): Command[][] {
  const steps = commands.flatMap(({ do: name }, at) => (name === 'step' && at > index ? [at] : []));
  return withFewerAccounts(commands[index]).flatMap((one) =>
    steps.map((at) => commands.with(index, one).toSpliced(at, 1)),
  );
}

/** Each with one account less. */
function withFewerAccounts(command: Command | undefined): Command[] {
  if (command?.do !== 'create' || command.on.length < 2) return [];
  const { on } = command;
  return on.map((one) => ({ ...command, on: on.filter((other) => other !== one) }));
}

/** Removes a command, and adapts later restores, so that they return to the same moment. */
function without(commands: readonly Command[], index: number): Command[] {
  return commands.flatMap((command, at) => {
    if (at === index) return [];
    const isAcross = command.do === 'restore' && at > index && at - command.back <= index && command.back > 1;
    return isAcross ? [{ ...command, back: command.back - 1 }] : [command];
  });
}

function simpler(command: Command | undefined): Command[] {
  switch (command?.do) {
    case 'create': {
      const plain = command.comment === true ? [{ ...command, comment: false }] : [];
      const scheduled = command.draft === true ? [{ ...command, draft: false }] : [];
      return [...withFewerAccounts(command), ...plain, ...scheduled];
    }
    case 'step':
      return [
        ...(command.then === undefined ? [] : [{ do: command.do, how: command.how, nth: command.nth }]),
        ...(command.how === 'well' ? [] : [{ ...command, how: 'well' as const }]),
        ...(command.nth === 0 ? [] : [{ ...command, nth: 0 }]),
      ];
    case 'runOn':
      return command.how === 'well' ? [] : [{ ...command, how: 'well' }];
    default:
      return [];
  }
}

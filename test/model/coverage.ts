import type { Applied, Command, CommandName, PlatformKind } from './commands.js';

/** Counts how often each command was applied in each state of a target's attempt, and what platforms answered. */
export class Coverage {
  readonly #cells = new Map<string, number>();
  readonly #answers = new Set<string>();
  readonly #changes = new Set<string>();

  note(command: Command, states: readonly string[], applied: Applied): void {
    if (applied === 'SKIPPED') return;
    const name = nameOf(command);
    for (const state of new Set(states.length === 0 ? ['NONE'] : states)) {
      const cell = `${name} x ${state}`;
      this.#cells.set(cell, (this.#cells.get(cell) ?? 0) + 1);
    }
  }

  count(command: CommandName | `step:${string}`, state: string): number {
    return this.#cells.get(`${command} x ${state}`) ?? 0;
  }

  /** In whatever state. */
  times(command: CommandName | `step:${string}`): number {
    const cells = [...this.#cells].filter(([cell]) => cell.startsWith(`${command} x `));
    return cells.reduce((sum, [, count]) => sum + count, 0);
  }

  /** The platform's result of a call, or of its preparation. */
  noteAnswer(kind: PlatformKind, answer: string): void {
    this.#answers.add(`${kind}: ${answer}`);
  }

  /** The removals and edits at the end of a sequence. */
  noteChanges(changes: readonly { kind: string; status: string }[]): void {
    for (const { kind, status } of changes) this.#changes.add(`${kind} ${status}`);
  }

  get changes(): ReadonlySet<string> {
    return this.#changes;
  }

  wasAnswered(kind: PlatformKind, answer: string): boolean {
    return this.#answers.has(`${kind}: ${answer}`);
  }

  /** Returns a table with commands as rows and states as columns. */
  table(): string {
    const cells = [...this.#cells.keys()].map((cell) => cell.split(' x '));
    const names = [...new Set(cells.map(([name = '']) => name))].sort();
    const states = [...new Set(cells.map(([, state = '']) => state))].sort();
    const widths = states.map((state) => Math.max(state.length, 6));
    const nameWidth = Math.max(...names.map((name) => name.length));
    const row = (first: string, rest: string[]): string =>
      [first.padEnd(nameWidth), ...rest.map((text, index) => text.padStart(widths[index] ?? 0))].join(' ');
    const lines = names.map((name) =>
      row(
        name,
        states.map((state) => String(this.#cells.get(`${name} x ${state}`) ?? '')),
      ),
    );
    return [row('', states), ...lines].join('\n');
  }
}

function nameOf(command: Command): string {
  if (command.do === 'step') return `step:${command.how}`;
  return command.do;
}

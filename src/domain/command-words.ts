import type { Move, PublishCommand } from './decide.js';

const moves = {
  UPLOAD: 'uploads',
  CALL: 'calls',
  LOOK_UP: 'looks up',
  REFRESH: 'refreshes',
} as const satisfies Record<Move['kind'], string>;

/** Describes in the words of the documentation what a run does: "waits 5 s, then looks up". */
export function commandWords(command: PublishCommand): string {
  switch (command.kind) {
    case 'WAIT':
      return `waits ${durationWords(command.waitMs)}, then ${moves[command.next.kind]}`;
    case 'GIVE_UP':
      return `gives up with ${command.reason}`;
    case 'END':
      return `ends as ${command.end}`;
    default:
      return moves[command.kind];
  }
}

const secondMs = 1_000;
const minuteMs = 60 * secondMs;

export function durationWords(ms: number): string {
  return ms < 2 * minuteMs ? `${ms / secondMs} s` : `${ms / minuteMs} min`;
}

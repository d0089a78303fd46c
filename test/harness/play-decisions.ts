import {
  beginning,
  decide,
  type Position,
  type Publication,
  type PublishCommand,
  type PublishEvent,
} from '../../src/domain/decide.js';
import { lookupDelaysMs } from '../../src/domain/publish-ladders.js';

/** The answer to a command: of the platform and the database, of a look-up, or of a refresh. */
export type Answer =
  | Extract<PublishEvent, { kind: 'UPLOADED' | 'CALLED' | 'LOOKED_UP' }>['result']
  | Extract<PublishEvent, { kind: 'REFRESHED' }>['result'];

export interface Played {
  /** The commands in their order: "CALL", "WAIT 5 s", "LOOK_UP 1", "REFRESH", "GIVE_UP PLATFORM_UNAVAILABLE", "END PUBLISHED". */
  did: string[];
  position: Position;
  /** How much time passed. */
  tookMs: number;
}

const hourMs = 3_600_000;
const secondMs = 1_000;
const commandsMax = 500;

/**
 * Plays a publication from its beginning, without a server and without a clock: each command gets the next answer, and
 * waits pass at once. It ends with the publication, or when a command finds no answer. The run begins at 0.
 */
export function playDecisions(given: Partial<Publication>, answers: readonly Answer[]): Played {
  const publication: Publication = {
    step: 'POST',
    platform: 'BLUESKY',
    carriesMedia: false,
    deadlineMs: hourMs,
    dueMs: undefined,
    lookupDelaysMs,
    ...given,
  };
  const left = [...answers];
  const did: string[] = [];
  let nowMs = 0;
  let position = beginning(publication.carriesMedia);
  let event: PublishEvent | null = { kind: 'BEGUN' };
  while (event !== null) {
    if (did.length > commandsMax) throw new Error(`The run does not end: ${did.slice(0, 20).join(', ')} ...`);
    const decision = decide(publication, position, event, nowMs);
    position = decision.position;
    let { command } = decision;
    did.push(wordsOf(command));
    if (command.kind === 'WAIT') {
      nowMs += command.waitMs;
      command = command.next;
      did.push(wordsOf(command));
    }
    event = eventOf(command, left);
  }
  return { did, position, tookMs: nowMs };
}

function wordsOf(command: PublishCommand): string {
  switch (command.kind) {
    case 'WAIT':
      return `WAIT ${command.waitMs / secondMs} s`;
    case 'LOOK_UP':
      return `LOOK_UP ${command.number}${command.last ? ', the last' : ''}`;
    case 'GIVE_UP':
      return `GIVE_UP ${command.reason}`;
    case 'END':
      return `END ${command.end}`;
    default:
      return command.kind;
  }
}

function eventOf({ kind }: PublishCommand, answers: Answer[]): PublishEvent | null {
  if (kind === 'END' || kind === 'GIVE_UP') return null;
  const answer = answers.shift();
  if (answer === undefined) return null;
  const event =
    typeof answer === 'string'
      ? { kind: 'REFRESHED', result: answer }
      : { kind: eventKinds[kind], result: answer };
  return event as PublishEvent;
}

const eventKinds = {
  UPLOAD: 'UPLOADED',
  CALL: 'CALLED',
  LOOK_UP: 'LOOKED_UP',
  REFRESH: 'REFRESHED',
  WAIT: 'BEGUN',
} as const;

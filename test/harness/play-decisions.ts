import {
  beginning,
  decide,
  type Decision,
  type Position,
  type Publication,
  type PublishCommand,
  type PublishEvent,
} from '../../src/domain/decide.js';
import { lookupDelaysMs } from '../../src/domain/publish-ladders.js';

/** The answer to a command: of a call, of a look-up, or of a refresh. */
export type Answer =
  | Extract<PublishEvent, { kind: 'UPLOADED' | 'CALLED' | 'LOOKED_UP' }>['result']
  | Extract<PublishEvent, { kind: 'REFRESHED' }>['result'];

export interface Played {
  /** The commands in their order: "CALL", "WAIT 5 s", "LOOK_UP 1", "REFRESH", "GIVE_UP PLATFORM_UNAVAILABLE", "END PUBLISHED". */
  did: string[];
  position: Position;
  /** How much time has passed. */
  tookMs: number;
}

/** A command that gets an event as its answer. */
export type Asked = Exclude<PublishCommand, { kind: 'WAIT' | 'GIVE_UP' | 'END' }>;

/** A command and the time at which it is given. The run ends if the answer is null. */
export interface Turn {
  command: Asked | Extract<PublishCommand, { kind: 'GIVE_UP' | 'END' }>;
  nowMs: number;
}

/** An answer, and its time if the command took a while. */
export type Told = { event: PublishEvent; atMs?: number } | null;

const hourMs = 3_600_000;
const secondMs = 1_000;
const commandsMax = 500;

/**
 * Plays a publication from its beginning, without a server and without a clock: each command gets the next answer, and
 * waits pass immediately. It stops with the end of the publication, or when no answer is left. The run begins at 0.
 */
export function playDecisions(given: Partial<Publication>, answers: readonly Answer[]): Played {
  const left = [...answers];
  const turns = playTurns(publicationOf(given), 0);
  let next = turns.next(null);
  while (next.done !== true) {
    const event = eventOf(next.value.command, left);
    next = turns.next(event === null ? null : { event });
  }
  return next.value;
}

/**
 * Plays recorded events, each with the time at which it arrived. Returns the decision after each of them. The first
 * event is BEGUN.
 */
export function playEvents(
  given: Partial<Publication>,
  events: readonly (PublishEvent & { atMs: number })[],
): Decision[] {
  const publication = publicationOf(given);
  let position = beginning(publication.carriesMedia);
  return events.map(({ atMs, ...event }) => {
    const decision = decide(publication, position, event, atMs);
    position = decision.position;
    return decision;
  });
}

/** A text that is due at 0 and has an hour until the deadline, unless `given` says otherwise. */
export const publicationOf = (given: Partial<Publication>): Publication => ({
  platform: 'BLUESKY',
  carriesMedia: false,
  deadlineMs: hourMs,
  dueMs: undefined,
  lookupDelaysMs,
  ...given,
});

/** Plays a publication with `decide` from its beginning, and yields each command that is not a wait. */
export function* playTurns(publication: Publication, beginMs: number): Generator<Turn, Played, Told> {
  const did: string[] = [];
  let nowMs = beginMs;
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
    const told: Told = yield { command, nowMs };
    nowMs = told?.atMs ?? nowMs;
    event = told?.event ?? null;
  }
  return { did, position, tookMs: nowMs - beginMs };
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

function eventOf({ kind }: Turn['command'], answers: Answer[]): PublishEvent | null {
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
} as const;

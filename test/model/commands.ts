import type { PlatformName, PublishGuarantee } from '../../src/domain/platforms.js';

/** The platforms of the model: one of each class, and two that accept a post first and publish, or refuse, it later. */
export const platformOf = {
  keyed: 'BLUESKY',
  queryable: 'THREADS',
  blind: 'X',
  /** An accepted post has an id in advance, and is looked up by it. */
  queryableLater: 'TIKTOK_PERSONAL',
  /** Its answer to the call tells the id; without that there is a list. */
  blindLater: 'TIKTOK_BUSINESS',
} as const satisfies Record<PublishGuarantee | 'queryableLater' | 'blindLater', PlatformName>;

export type PlatformKind = keyof typeof platformOf;
export const platformKinds = Object.keys(platformOf) as PlatformKind[];

/** What happens around the next call at the platform. If it does not apply to the call, the call succeeds. */
export const hows = [
  'well',
  /** Published, and the answer is lost. */
  'lost-after',
  /** Not published, which is not visible. */
  'lost-before',
  'rate-limited',
  'not-sent',
  'auth-expired',
  'auth-revoked',
  'rejected',
  'prepare-again',
  /** The prepared state is not ready yet. */
  'not-ready',
  /** The worker stops in mid-call; it may be given up, and may come back. */
  'held-in-prepare',
  /** The connection to the database is lost before the claim is written, or its answer is. */
  'claim-lost',
  'claim-answer-lost',
  /** The same for the outcome of the call. */
  'record-lost',
  'record-answer-lost',
  /** The worker stops before it writes the claim, or once the outcome is written. */
  'held-before-claim',
  'held-after-record',
  'held-before',
  'held-after',
  /** And then the platform asks for a pause. */
  'held-then-limited',
  'held-in-lookup',
  'lookup-fails',
  /** Published posts are not visible yet, if the platform's class allows that. */
  'lookup-lags',
  /** Accepted, and not done within the time of a run. */
  'works-for-days',
  /** Accepted, and still being worked on when it is asked for. */
  'works-on',
  /** Accepted, and refused when it is asked for. */
  'refused-later',
  /** The activity ended and was recorded, and Temporal never heard of it. */
  'result-lost',
] as const;
export type How = (typeof hows)[number];

export const edits = ['text', 'comment', 'drop', 'add', 'time', 'unschedule'] as const;
export type Edit = (typeof edits)[number];

export interface Create {
  do: 'create';
  on: readonly PlatformKind[];
  inMs: number;
  comment?: boolean;
  draft?: boolean;
}

/** One thing that happens, as data: a list of them is a sequence that can be printed, shrunk and run again. */
export type Command =
  | Create
  | { do: 'edit'; post: number; what: Edit; account?: PlatformKind }
  | { do: 'cancel'; post: number }
  | { do: 'retry'; post: number; republish?: boolean }
  /** Gives what has failed of a partly public post another text, and retries it. */
  | { do: 'editFailed'; post: number }
  | { do: 'schedule'; post: number; inMs: number }
  | { do: 'retryComment'; post: number }
  | { do: 'disconnect' | 'reconnect' | 'expire'; account: PlatformKind }
  /** Goes on to the next call at a platform: database steps, and time where nothing else is left, pass on the way. */
  | {
      do: 'step';
      how: How;
      /** Happens around a later call of the same task, as to a call that follows a look-up. */
      then?: How;
      nth: number;
    }
  /** One task, whatever it is. */
  | { do: 'tick'; nth: number }
  /** The next timer fires. */
  | { do: 'wait' }
  /** No worker runs for so long. */
  | { do: 'pass'; ms: number }
  /** A held worker continues, whether or not it has timed out. */
  | { do: 'resume'; nth: number; how?: How }
  /** Temporal takes a held worker for lost. */
  | { do: 'giveUp'; nth: number }
  | { do: 'loseRun' | 'stall'; nth: number }
  /** Steps until nothing more happens within the hour. */
  | { do: 'runOn'; how: How }
  | { do: 'sweep' }
  /** The database is restored to its state so many commands ago. */
  | { do: 'restore'; back: number }
  | { do: 'temporal'; away: boolean };

/** SKIPPED: there was nothing that it could have applied to. REFUSED: the service has said no. */
export type Applied = 'DONE' | 'REFUSED' | 'SKIPPED';

export type CommandName = Command['do'];

/** As source, to be pasted into regressions.test.ts. */
export function asCode(commands: readonly Command[], { isAhead }: { isAhead: boolean }): string {
  const lines = commands.map((command) => {
    const given = Object.entries(command).filter(([, value]) => value !== false || command.do === 'temporal');
    const fields = given.map(([key, value]) => `${key}: ${literal(value)}`);
    return `    { ${fields.join(', ')} },`;
  });
  const end = isAhead ? '  ], { isAhead: true }));' : '  ]));';
  return ["test('what it shows', () =>", '  holds([', ...lines, end].join('\n');
}

function literal(value: unknown): string {
  if (typeof value === 'number') return groupDigits(value);
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  return typeof value === 'string' ? `'${value}'` : String(value);
}

function groupDigits(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+(?!\d))/g, '_');
}

import type { PlatformName, PublishGuarantee } from '../../src/domain/platforms.js';

/**
 * The platforms of the model: one of each guarantee, and two that accept a post first and publish or refuse it later.
 */
export const platformOf = {
  keyed: 'BLUESKY',
  queryable: 'THREADS',
  blind: 'X',
  /** An accepted post has its id in advance, and is looked up by it. */
  queryableLater: 'TIKTOK_PERSONAL',
  /** The response to the call contains the id. If it is lost, a list of posts is searched. */
  blindLater: 'TIKTOK_BUSINESS',
} as const satisfies Record<PublishGuarantee | 'queryableLater' | 'blindLater', PlatformName>;

export type PlatformKind = keyof typeof platformOf;
export const platformKinds = Object.keys(platformOf) as PlatformKind[];

/** The events around the next call to the platform. If an event does not fit the call, the call succeeds. */
export const hows = [
  'well',
  /** The post is published, and the response is lost. */
  'lost-after',
  /** The post is not published, and the response is lost, so the caller cannot tell. */
  'lost-before',
  'rate-limited',
  'not-sent',
  'auth-expired',
  'auth-revoked',
  'rejected',
  'prepare-again',
  /** The prepared state is not ready yet. */
  'not-ready',
  /** The worker stops during the call. It may be given up, and it may continue later. */
  'held-in-prepare',
  /** The connection to the database is lost before the claim is written, or before its response arrives. */
  'claim-lost',
  'claim-answer-lost',
  /** The same for the record of the outcome. */
  'record-lost',
  'record-answer-lost',
  /** The worker stops before it writes the claim, or after it has written the outcome. */
  'held-before-claim',
  'held-after-record',
  'held-before',
  'held-after',
  /** The worker stops before the call, and then the platform asks for a pause. */
  'held-then-limited',
  'held-in-lookup',
  'lookup-fails',
  /** Published posts do not show up yet, if the platform's guarantee allows that. */
  'lookup-lags',
  /** The platform accepts the post, and works on it longer than any run. */
  'works-for-days',
  /** The platform accepts the post, and still works on it at the time of the look-up. */
  'works-on',
  /** The platform accepts the post, and has refused it at the time of the look-up. */
  'refused-later',
  /** The activity ended and recorded its outcome, but Temporal never got the result. */
  'result-lost',
] as const;
export type How = (typeof hows)[number];

export const edits = ['text', 'comment', 'drop', 'add', 'time', 'unschedule'] as const;
export type Edit = (typeof edits)[number];

export interface Create {
  do: 'create';
  on: readonly PlatformKind[];
  inMs: number;
  /** The number of further parts. */
  parts?: number;
  comment?: boolean;
  draft?: boolean;
}

/** One event of a sequence, as data, so that sequences can be printed, shrunk and repeated. */
export type Command =
  | Create
  | { do: 'edit'; post: number; what: Edit; account?: PlatformKind }
  | { do: 'cancel'; post: number }
  | { do: 'retry'; post: number; republish?: boolean }
  /** Edits the text of the failed targets of a partly public post, and retries it. */
  | { do: 'editFailed'; post: number }
  | { do: 'schedule'; post: number; inMs: number }
  | { do: 'retryComment'; post: number }
  /** Asks for the removal of a target from its platform, or for another text there. */
  | { do: 'remove' | 'correct'; post: number; nth: number }
  /** Answers the comment of a visitor under a post of this account. */
  | { do: 'reply'; account: PlatformKind }
  /** Sends the text of a reply again that is being sent, or whose outcome is unknown. */
  | { do: 'replyAgain'; nth: number; republish?: boolean }
  /** A person says whether a reply of unknown outcome is public. */
  | { do: 'resolve'; nth: number }
  /** The comments of all accounts are read, and with them our own replies. */
  | { do: 'readComments' }
  | { do: 'disconnect' | 'reconnect' | 'expire'; account: PlatformKind }
  /**
   * Continues to the next call to a platform. On the way, it executes database steps, and time passes if nothing else
   * is left.
   */
  | {
      do: 'step';
      how: How;
      /** Applied to a later call of the same task, for example to one that follows a look-up. */
      then?: How;
      nth: number;
    }
  /** Performs one task of any kind. */
  | { do: 'tick'; nth: number }
  /** The next timer fires. */
  | { do: 'wait' }
  /** Time passes without any worker. */
  | { do: 'pass'; ms: number }
  /** A held worker continues, whether or not it has timed out. */
  | { do: 'resume'; nth: number; how?: How }
  /** Temporal gives up a held worker. */
  | { do: 'giveUp'; nth: number }
  | { do: 'loseRun' | 'stall'; nth: number }
  /** Performs steps until nothing more happens within an hour. */
  | { do: 'runOn'; how: How }
  | { do: 'sweep' }
  /** Restores the database to its state that many commands ago. `told`: the operator then runs `after-restore`. */
  | { do: 'restore'; back: number; told?: boolean }
  | { do: 'temporal'; away: boolean };

/** SKIPPED: the command could not be applied. REFUSED: the service refused it. */
export type Applied = 'DONE' | 'REFUSED' | 'SKIPPED';

export type CommandName = Command['do'];

/** Writes the commands as source, to be pasted into regressions.test.ts. */
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

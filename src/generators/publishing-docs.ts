import {
  beginning,
  decide,
  type Decision,
  type Position,
  type Publication,
  type PublishCommand,
  type PublishEvent,
} from '../domain/decide.js';
import { commandWords, durationWords } from '../domain/command-words.js';
import { failureMeanings, type FailureKind, type FailureMeaning } from '../domain/failure-meanings.js';
import { attemptOutcomes, lateCodeOf, nextMove } from '../domain/publish-attempts.js';
import { publishDeadlineMs } from '../domain/limits.js';
import { verdictOf } from '../domain/look-up-verdict.js';
import type { PublishGuarantee } from '../domain/platforms.js';
import {
  absencesToCommitAgain,
  duplicateAbsencesMax,
  lookupDelaysMs,
  retryAfterMsDefault,
  retryAfterMsMax,
  retryAfterMsMin,
} from '../domain/publish-ladders.js';
import { endOf, type EndingStep, type EndOfStep } from '../domain/step-ends.js';
import { errorOfEnd } from '../domain/step-errors.js';
import type { LookupResult, PublishStep, RefreshResult, StepResult } from '../domain/workflow-contract.js';
import { table } from './markdown.js';
import { platformsWith } from './platform-docs.js';

const head = `# What a run does next

A run makes publications public on one account: a post, its further parts and its first comment, one after the other ([terms](../../ARCHITECTURE.md#terms)). This page is generated
from the tables and functions of \`src/domain\` (\`decide\`, \`failureMeanings\`, \`nextMove\`, \`endOf\`) by \`npm run openapi\`. Do not edit it by hand.

A run does only what \`decide\` says: it **uploads** media, makes the one public **call**, **looks up** at the platform what became of a call, **refreshes** the account's
token, **waits**, **gives up** with an error, or **ends**. What it gets back from a call, an upload, a look-up or a refresh is an **answer**. \`decide\` is a pure function of the
answer and of how far the run has come; \`test/harness/play-decisions.ts\` plays it without a server, and \`test/harness/play-target.ts\` plays a platform’s own answers.
\`punctual explain post_…\` says from the rows what comes next for a post, and why.
Whether a call may be made at all is decided by the claim ([ARCHITECTURE.md](../../ARCHITECTURE.md), "The life of a post").

\`\`\`mermaid
flowchart LR
  begin((begin)) --> upload[upload] --> call[call]
  begin --> call
  call -->|PUBLISHED, FAILED, CLOSED| ended((end))
  call -->|AMBIGUOUS| look[look up] -->|PUBLISHED, FAILED, CLOSED, UNCONFIRMED| ended
  look -->|NOT_SEEN, UNKNOWN, PROCESSING| look
  look -->|ABSENT| call
  call -->|AUTH_EXPIRED| refresh[refresh] --> call
  look -->|AUTH_EXPIRED| refresh --> look
  call -->|UPLOAD_AGAIN| upload
  call -->|all others| wait[wait] --> call
  wait -->|no time left| gaveUp((give up))
\`\`\``;

const failureNotes = `The error is that of the attempt: the publication shows it only if it fails with it.

While an account pauses, its other publications get RATE_LIMITED too, without a call. After the pause, its calls go out one by one at first, and then ever faster.`;

const lookupNotes = `After a refused repeat, the run does not call again: the publication fails with DUPLICATE_CONTENT if it is not found in
${absencesToCommitAgain.keyed} look-up (keyed) or in ${duplicateAbsencesMax} in a row (others), or else after the last look-up.

A retry of an UNCONFIRMED publication looks up again first. On a blind platform, it then calls only if the platform does not show the post and a person accepts that the post
may be public twice (\`republishUnconfirmed\`). A person may also say that the post is public, or that it is not.`;

const tail = `If the token had expired for a look-up, the run looks up again after any of these answers. A token that has expired once more then counts as UNKNOWN.

Before the due time, the run only prepares: a worker that is lost has made no call, nothing ends or is given up, and no wait goes beyond the due time, unless
the platform asked for it or many posts are due at the same time. At the due time, all tries are counted from zero.`;

const restarts = `Another run begins after a retry, after a new time for the post, or in place of a run that was lost.`;

const hourMs = 60 * 60 * 1_000;
const dayMs = 24 * hourMs;

const proof = `NOT_SEEN and ABSENT differ in what the platform can prove ([platforms.md](../platforms.md) has the guarantee of each form of post):`;

const interruptions = `## When something happens meanwhile

**Time runs out.** A run ends ${publishDeadlineMs / hourMs} hours after the due time, or after the request to retry. It makes no call and begins no wait that would go beyond that.
Look-ups after a call of unknown outcome still go on to the last one. Only a platform that is still processing the post is not asked beyond that time.

**A person cancels.** A target without a call of unknown outcome is CANCELED at once, under the lock that a call must take first. A call that is under way runs to its end, and
no further call begins. What it made is PUBLISHED. If it made nothing, which its answer or a look-up must prove, the target is CANCELED. If nobody can tell, the look-ups go on
to the last one, and the target is FAILED with PUBLISH_UNCONFIRMED: what may be public is never shown as canceled.

**The database is restored to an earlier state.** It may lack calls that were made. \`punctual after-restore\` marks the publications that may have been sent since the backup. Without
that command, a target is marked when its run knows of more attempts than the database, or when a run has ended that the database still expects. The next run looks up a marked
publication first, whatever its last attempt, as after a call without an answer. If the look-ups prove that nothing is public, the run calls. If they prove nothing, the publication
is FAILED with PUBLISH_UNCONFIRMED: so it is on a blind platform that does not show the post, and on a queryable one if the id of its object is lost.`;

/**
 * One answer of each kind. If a new kind is missing here, this file does not compile, so the page always covers all
 * kinds.
 */
const callAnswers: { [Kind in StepResult['kind']]: [Extract<StepResult, { kind: Kind }>, string] } = {
  PUBLISHED: [{ kind: 'PUBLISHED' }, 'it is public, which is recorded'],
  FAILED: [{ kind: 'FAILED' }, 'the platform refuses it for good, which is recorded'],
  CLOSED: [
    { kind: 'CLOSED' },
    'it no longer belongs to this run: canceled, superseded or finished elsewhere',
  ],
  AMBIGUOUS: [{ kind: 'AMBIGUOUS' }, 'the call was sent, but no usable answer came, or the worker was lost'],
  NOT_SENT: [{ kind: 'NOT_SENT' }, 'the call has certainly changed nothing'],
  RATE_LIMITED: [
    { kind: 'RATE_LIMITED', waitMs: retryAfterMsDefault },
    `the platform asks for a pause, which lasts as long as it says (${durationWords(retryAfterMsMin)} to ${durationWords(retryAfterMsMax)}), or as here`,
  ],
  AUTH_EXPIRED: [{ kind: 'AUTH_EXPIRED', credentialsVersion: 1 }, 'the token has expired'],
  NOT_READY: [{ kind: 'NOT_READY', waitMs: null }, 'the platform is still preparing it'],
  NOT_DUE: [
    { kind: 'NOT_DUE', untilMs: 0, waitMs: 30_000 },
    'it is not its time or its turn, here for 30 seconds',
  ],
  PREPARE_AGAIN: [
    { kind: 'PREPARE_AGAIN' },
    'the prepared object is gone; media are then uploaded again, as below',
  ],
  UPLOAD_AGAIN: [{ kind: 'UPLOAD_AGAIN' }, 'the platform does not have the media'],
};
const lookupAnswers: { [Kind in LookupResult['kind']]: [Extract<LookupResult, { kind: Kind }>, string] } = {
  PUBLISHED: [{ kind: 'PUBLISHED' }, 'it was found, and is recorded'],
  ABSENT: [{ kind: 'ABSENT' }, 'it is proven that nothing is public'],
  NOT_SEEN: [{ kind: 'NOT_SEEN' }, 'it was not found, which proves nothing yet'],
  UNKNOWN: [
    { kind: 'UNKNOWN' },
    'the platform could not be asked (also after a 429), or its answer says nothing about the call',
  ],
  PROCESSING: [{ kind: 'PROCESSING', waitMs: null }, 'the platform has accepted it and works on it'],
  AUTH_EXPIRED: [{ kind: 'AUTH_EXPIRED', credentialsVersion: 1 }, 'the token has expired'],
  FAILED: [{ kind: 'FAILED' }, 'the platform accepted it at first, and then refused it for good'],
  UNCONFIRMED: [
    { kind: 'UNCONFIRMED' },
    'the last look-up has proven nothing; it fails with PUBLISH_UNCONFIRMED, or DUPLICATE_CONTENT',
  ],
  CLOSED: [{ kind: 'CLOSED' }, 'it no longer belongs to this run'],
};
const refreshAnswers: Record<RefreshResult, [RefreshResult, string]> = {
  refreshed: ['refreshed', 'there is a new token'],
  unavailable: ['unavailable', 'the platform could not be asked'],
  revoked: ['revoked', 'the account’s access has ended'],
};

/** The failures of a call, as the connectors report them. If a new kind is missing here, this file does not compile. */
const failureWords: Record<FailureKind, string> = {
  rejected: 'it refused the post for good',
  'auth-expired': 'the token has expired',
  'auth-revoked': 'the account’s access has ended',
  'rate-limited': 'too many calls (429), or a quota is used up',
  'not-sent': 'the call was not sent, or the answer proves that nothing happened',
  ambiguous: 'no usable answer came, so it may be public',
  duplicate: 'it refused a repeat, so an earlier call may have made it public',
  'prepare-again': 'the prepared object is gone',
  'upload-again': 'it does not have the media',
};
const effectWords: Record<Exclude<FailureMeaning['effect'], null>, string> = {
  PAUSE_ACCOUNT: 'all calls of the account pause',
  EXPIRE_ACCOUNT: 'the account must be connected again',
  FORGET_STATE: 'what was prepared is forgotten',
  FORGET_MEDIA: 'uploaded media are forgotten',
};
const moveWords = {
  CALL: 'calls',
  LOOK_UP: 'looks up first',
  ALREADY_PUBLISHED: 'does nothing: it is public',
} as const satisfies Record<ReturnType<typeof nextMove>, string>;
const endWords: Record<EndOfStep, string> = {
  CALL_UNCONFIRMED:
    'FAILED with PUBLISH_UNCONFIRMED (after a refused repeat: DUPLICATE_CONTENT); the attempt becomes UNCONFIRMED',
  UNCONFIRMED: 'FAILED with PUBLISH_UNCONFIRMED',
  EARLIER_UNCONFIRMED: 'FAILED with PUBLISH_UNCONFIRMED; a retry looks up first',
  CANCELED: 'CANCELED',
  FAILED: 'FAILED with its error',
};
const calm = { isCallMissing: false, hasUnprovenCall: false, isCancelWanted: false };
/** The ways in which publications can end, from the strongest reason to the weakest. */
const endings: readonly [string, Omit<EndingStep, 'step'>][] = [
  ['its last call has an unknown outcome', { ...calm, lastOutcome: 'AMBIGUOUS', isCancelWanted: true }],
  [
    'the database was restored to an earlier state, and may lack a call',
    { ...calm, lastOutcome: undefined, isCallMissing: true, isCancelWanted: true },
  ],
  [
    'an earlier call may have made it public: a person accepted a second call on a blind platform',
    { ...calm, lastOutcome: 'REJECTED', hasUnprovenCall: true, isCancelWanted: true },
  ],
  ['nothing is public, and a person canceled', { ...calm, lastOutcome: 'NOT_SENT', isCancelWanted: true }],
  ['nothing is public', { ...calm, lastOutcome: 'REJECTED' }],
];

const publication = {
  step: 'POST',
  platform: 'X',
  deadlineMs: dayMs,
  dueMs: undefined,
  lookupDelaysMs,
} as const;

/** Returns the text of docs/internals/publishing.md: a drawing, and what the run does after each answer. */
export function publishingMarkdown(): string {
  const called = beginning(false);
  const lookedUp = next(false, called, { kind: 'CALLED', result: { kind: 'AMBIGUOUS' } }).position;
  const expired = callAnswers.AUTH_EXPIRED[0];
  const refreshing = next(false, called, { kind: 'CALLED', result: expired }).position;
  const header = ['Answer', 'Meaning', 'The run', 'If the answer repeats'];
  const callRows = Object.values(callAnswers).map(([result, meaning]) => {
    const carriesMedia = result.kind === 'UPLOAD_AGAIN';
    return [result.kind, meaning, ...chain(carriesMedia, called, { kind: 'CALLED', result })];
  });
  const lookupRows = Object.values(lookupAnswers).map(([result, meaning]) => [
    result.kind,
    meaning,
    ...chain(false, lookedUp, { kind: 'LOOKED_UP', result }),
  ]);
  const refreshRows = Object.values(refreshAnswers).map(([result, meaning]) => [
    result,
    meaning,
    ...chain(false, refreshing, { kind: 'REFRESHED', result }),
  ]);
  const failureRows = Object.entries(failureMeanings).map(([kind, { outcome, code, answer, effect }]) => [
    failureWords[kind as FailureKind],
    outcome,
    code,
    effect === null ? '' : effectWords[effect],
    answer,
  ]);
  const endRows = endings.map(([when, ending]) => [when, ...endTexts(ending)]);
  const parts = [
    head,
    '## When the call fails',
    table(['The platform says that', 'Attempt', 'Error', 'Consequence', 'Answer'], failureRows),
    failureNotes,
    '## After a call, or an upload',
    table(header, callRows),
    '## After a look-up',
    table(header, lookupRows),
    proof,
    table(
      ['Guarantee', 'Why', 'Where some or all posts have it', 'Look-ups that do not find it', 'Then'],
      guaranteeRows(),
    ),
    lookupNotes,
    '## After a refresh of the token',
    table(header, refreshRows),
    tail,
    '## When another run begins',
    restarts,
    table(['Last attempt', 'The run', 'Error if it is too late'], outcomeRows()),
    '## How a publication that is not known to be public ends',
    'The first line that applies decides.',
    table(['If', 'A post', 'A further part, or a first comment'], endRows),
    interruptions,
  ];
  return `${parts.join('\n\n')}\n`;
}

/** Returns how a post ends, and how a publication that follows it ends. */
function endTexts(ending: Omit<EndingStep, 'step'>): [string, string] {
  const [ofPost, ofFollower] = [
    endOf({ ...ending, step: 'POST' }),
    endOf({ ...ending, step: 'FIRST_COMMENT' }),
  ];
  const isCanceled = ending.isCancelWanted && ofFollower === 'FAILED';
  return [
    endWords[ofPost],
    isCanceled
      ? `FAILED with ${cancelCodeOf('PART_2')}, or ${cancelCodeOf('FIRST_COMMENT')}`
      : endWords[ofFollower],
  ];
}

function cancelCodeOf(step: PublishStep): string {
  const error = errorOfEnd('FAILED', { step, wanted: 'CANCELED', last: undefined });
  return error === 'CANCELED' ? error : error.code;
}

/** For each outcome of the last attempt, what another run does. */
function outcomeRows(): string[][] {
  return [undefined, null, ...attemptOutcomes].map((outcome) => [
    outcome === undefined ? 'there is none' : (outcome ?? 'has no outcome: the worker was lost'),
    moveWords[nextMove(outcome)],
    nextMove(outcome) === 'CALL' ? lateCodeOf(outcome) : '',
  ]);
}

const guarantees = {
  keyed: 'a repeat has the same key, so it cannot create a second post',
  queryable: 'the platform says of an object that the call uses whether it was published',
  blind: 'the platform at best lists recent posts, and a lost one may be missing there',
} as const satisfies Record<PublishGuarantee, string>;

/** For each guarantee, the results of look-ups that never find the post, up to the one that settles it. */
function guaranteeRows(): string[][] {
  return Object.entries(guarantees).map(([name, why]) => {
    const guarantee = name as PublishGuarantee;
    const results: string[] = [];
    for (let absencesBefore = 0; absencesBefore < lookupDelaysMs.length; absencesBefore += 1) {
      const result = verdictOf({
        ...{ said: 'absent', guarantee, hasConsent: false, isCancelRequested: false, isOver: false },
        attempt: { outcome: 'AMBIGUOUS', isAssumed: false, isDuplicate: false, startedAtMs: 0 },
        ...{ askedAtMs: dayMs, absencesBefore, isLast: absencesBefore === lookupDelaysMs.length - 1 },
      });
      results.push(result);
      if (result !== 'NOT_SEEN') break;
    }
    const isProven = results.at(-1) === 'ABSENT';
    const end = isProven ? 'calls again' : 'ends as UNCONFIRMED: a person decides';
    return [guarantee, why, platformsWith(guarantee).join(', '), results.join(', '), end];
  });
}

function next(carriesMedia: boolean, position: Position, event: PublishEvent, nowMs = 0): Decision {
  const given: Publication = { ...publication, carriesMedia };
  return decide(given, position, event, nowMs);
}

const waitsShownMax = 6;
/** No deadline on this page allows more waits than this. */
const waitsMax = 5_000;
/** The moves after which the same event can occur again. */
const repeats: Record<PublishEvent['kind'], readonly PublishCommand['kind'][]> = {
  BEGUN: [],
  UPLOADED: ['UPLOAD'],
  CALLED: ['CALL', 'UPLOAD'],
  LOOKED_UP: ['LOOK_UP'],
  REFRESHED: ['CALL'],
};

/** Returns what the run does after an answer, and what it does if the same answer comes again and again. */
function chain(carriesMedia: boolean, from: Position, event: PublishEvent): [string, string] {
  let { position, command } = next(carriesMedia, from, event);
  const first = commandWords(command);
  if (command.kind === 'REFRESH') return [first, 'see [After a refresh](#after-a-refresh-of-the-token)'];
  const waits: string[] = [];
  let nowMs = 0;
  for (;;) {
    if (command.kind === 'WAIT') {
      waits.push(durationWords(command.waitMs));
      nowMs += command.waitMs;
      command = command.next;
    }
    if (!repeats[event.kind].includes(command.kind) || waits.length > waitsMax) break;
    ({ position, command } = next(carriesMedia, position, event, nowMs));
  }
  const shown = waits.slice(0, waitsShownMax).join(', ');
  const isLong = waits.length > waitsShownMax;
  const last = command.kind === 'END' || command.kind === 'GIVE_UP' ? commandWords(command) : '';
  const told = [waits.length > 1 ? `waits ${shown}${isLong ? ' …' : ''}` : '', last === first ? '' : last];
  return [first, told.filter((part) => part !== '').join(', then ')];
}

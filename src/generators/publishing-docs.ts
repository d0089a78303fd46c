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
import { lookupDelaysMs } from '../domain/publish-ladders.js';
import { endOf, type EndingStep, type EndOfStep } from '../domain/step-ends.js';
import type { LookupResult, RefreshResult, StepResult } from '../domain/workflow-contract.js';
import { table } from './markdown.js';
import { platformsWith } from './platform-docs.js';

const head = `# What a run does next

A run makes a post public on one account, or its first comment. This page is generated from the tables and functions of \`src/domain\` (\`decide\`, \`failureMeanings\`, \`nextMove\`, \`endOf\`) by
\`npm run openapi\`. Do not edit it by hand.

A run does nothing but what \`decide\` says: it **uploads** media, makes the one public
**call**, **looks up** at the platform what became of a call, **refreshes** the account's token, **waits**, **gives up** with an error, or **ends**.
\`decide\` is a pure function of how far the run has come and of the answer that it has just got; \`test/harness/play-decisions.ts\` plays it without a server, and \`test/harness/play-target.ts\` plays a platform’s own answers.
\`punctual explain post_…\` tells from the rows what comes next for a post, and why.
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
  call -->|UPLOAD_AGAIN| upload
  call -->|all others| wait[wait] --> call
  wait -->|no time left| gaveUp((give up))
\`\`\``;

const tail = `Before the due time, the run only prepares: a worker that is lost has made no call, nothing ends or is given up, and no wait goes beyond the due time, unless
the platform asked for it or many posts are due at the same time. At the due time, all tries are counted from zero.`;

const hourMs = 60 * 60 * 1_000;
const dayMs = 24 * hourMs;

const proof = `NOT_SEEN and ABSENT differ in what the platform can prove ([platforms.md](../platforms.md) has the guarantee of each form of post):`;

const interruptions = `## When something happens meanwhile

**Time runs out.** A run ends ${publishDeadlineMs / hourMs} hours after the due time, or after the request to retry. It makes no call and begins no wait that would go beyond that.
Look-ups after a call of unknown outcome still go on to the last one. Only a platform that is still processing the post is not asked beyond that time.

**A person cancels.** A target without a call of unknown outcome is CANCELED at once, under the lock that a call must take first. A call that is under way runs to its end, and
no further call begins. What it made is PUBLISHED. If it made nothing, which its answer or a look-up must prove, the target is CANCELED. If nobody can tell, the look-ups go on
to the last one, and the target is FAILED with PUBLISH_UNCONFIRMED: what may be public is never shown as canceled.

**The database comes back with a past state.** It may lack calls that were made. Each publication that was not public in it is marked, and the next run looks up first, as
after a call without an answer. If the look-ups prove that nothing is public, the run calls. If they prove nothing, it is FAILED with PUBLISH_UNCONFIRMED.`;

/** An answer of each kind. A new kind does not compile until it is here, and so in the page. */
const callAnswers: { [Kind in StepResult['kind']]: [Extract<StepResult, { kind: Kind }>, string] } = {
  PUBLISHED: [{ kind: 'PUBLISHED' }, 'it is public, and recorded'],
  FAILED: [{ kind: 'FAILED' }, 'the platform refuses it for good, which is recorded'],
  CLOSED: [
    { kind: 'CLOSED' },
    'it no longer belongs to this run: canceled, superseded or finished elsewhere',
  ],
  AMBIGUOUS: [{ kind: 'AMBIGUOUS' }, 'the call was sent, but no usable answer came, or the worker was lost'],
  NOT_SENT: [{ kind: 'NOT_SENT' }, 'the call has certainly changed nothing'],
  RATE_LIMITED: [{ kind: 'RATE_LIMITED', waitMs: 60_000 }, 'the platform asks for a pause, here of a minute'],
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
  UNKNOWN: [{ kind: 'UNKNOWN' }, 'the platform could not be asked'],
  PROCESSING: [{ kind: 'PROCESSING', waitMs: null }, 'the platform has accepted it and works on it'],
  AUTH_EXPIRED: [{ kind: 'AUTH_EXPIRED', credentialsVersion: 1 }, 'the token has expired'],
  FAILED: [{ kind: 'FAILED' }, 'the platform has refused it afterwards'],
  UNCONFIRMED: [{ kind: 'UNCONFIRMED' }, 'the last look-up said nothing; recorded as PUBLISH_UNCONFIRMED'],
  CLOSED: [{ kind: 'CLOSED' }, 'it no longer belongs to this run'],
};
const refreshAnswers: Record<RefreshResult, [RefreshResult, string]> = {
  refreshed: ['refreshed', 'there is a new token'],
  unavailable: ['unavailable', 'the platform could not be asked'],
  revoked: ['revoked', 'the account’s access has ended'],
};

/** The failures of a call, as the connectors report them. A new one does not compile until it is here. */
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
  CALL_UNCONFIRMED: 'FAILED with PUBLISH_UNCONFIRMED; that call too is UNCONFIRMED',
  UNCONFIRMED: 'FAILED with PUBLISH_UNCONFIRMED',
  EARLIER_UNCONFIRMED: 'FAILED with PUBLISH_UNCONFIRMED; a retry looks up first',
  CANCELED: 'CANCELED',
  FAILED: 'FAILED with its error',
};
const calm = { isCallMissing: false, hasUnprovenCall: false, isCancelWanted: false };
/** Steps that end, from the strongest reason to the weakest. */
const endings: readonly [string, Omit<EndingStep, 'step'>][] = [
  ['its last call has an unknown outcome', { ...calm, lastOutcome: 'AMBIGUOUS', isCancelWanted: true }],
  [
    'the database came back with a past state, and a call may be missing',
    { ...calm, lastOutcome: undefined, isCallMissing: true, isCancelWanted: true },
  ],
  [
    'an earlier call was only not found where that proves nothing',
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

/** Returns the text of docs/internals/publishing.md: a drawing, and what follows each answer. */
export function publishingMarkdown(): string {
  const called = beginning(false);
  const lookedUp = next(false, called, { kind: 'CALLED', result: { kind: 'AMBIGUOUS' } }).position;
  const expired = callAnswers.AUTH_EXPIRED[0];
  const refreshing = next(false, called, { kind: 'CALLED', result: expired }).position;
  const header = ['Answer', 'It says that', 'The run', 'If it stays so'];
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
  const endRows = endings.map(([when, ending]) => [
    when,
    endWords[endOf({ ...ending, step: 'POST' })],
    endWords[endOf({ ...ending, step: 'FIRST_COMMENT' })].replaceAll('FAILED', 'failed'),
  ]);
  const parts = [
    head,
    '## When the call fails',
    table(['The platform says that', 'Attempt', 'Error', 'Besides', 'Answer'], failureRows),
    '## After a call, or an upload',
    table(header, callRows),
    '## After a look-up',
    table(header, lookupRows),
    proof,
    table(
      ['Guarantee', 'Where some or all posts have it', 'Look-ups that do not find it', 'Then'],
      guaranteeRows(),
    ),
    '## After a refresh of the token',
    table(header, refreshRows),
    tail,
    '## When another run begins',
    table(['The last attempt', 'The run', 'If it is too late'], outcomeRows()),
    '## How a step ends that is not known to be public',
    table(['If', 'A post', 'A first comment'], endRows),
    interruptions,
  ];
  return `${parts.join('\n\n')}\n`;
}

/** For each outcome of the last attempt, what another run does. */
function outcomeRows(): string[][] {
  return [undefined, null, ...attemptOutcomes].map((outcome) => [
    outcome === undefined ? 'no call yet' : (outcome ?? 'none: the worker was lost'),
    moveWords[nextMove(outcome)],
    nextMove(outcome) === 'CALL' ? lateCodeOf(outcome) : '',
  ]);
}

const guarantees = ['keyed', 'queryable', 'blind'] as const satisfies readonly PublishGuarantee[];

/** For each guarantee, the results of look-ups that never find the post, up to the one that settles it. */
function guaranteeRows(): string[][] {
  return guarantees.map((guarantee) => {
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
    return [guarantee, platformsWith(guarantee).join(', '), results.join(', '), end];
  });
}

function next(carriesMedia: boolean, position: Position, event: PublishEvent, nowMs = 0): Decision {
  const given: Publication = { ...publication, carriesMedia };
  return decide(given, position, event, nowMs);
}

const waitsShownMax = 6;
/** No deadline in this page allows more waits. */
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

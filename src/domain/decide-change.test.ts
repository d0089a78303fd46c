import { describe, expect, it } from 'vitest';
import type { ChangeError } from './changes.js';
import {
  changeBeginning,
  decideChange,
  type ChangeEvent,
  type ChangeMove,
  type PublicChange,
} from './decide-change.js';

const secondMs = 1_000;
const hourMs = 3_600 * secondMs;
const error: ChangeError = { code: 'PLATFORM_REJECTED', message: 'No.' };
const refused = { kind: 'REFUSED', error } as const;
const notSent = { kind: 'NOT_SENT', error: { ...error, code: 'PLATFORM_UNAVAILABLE' } } as const;
const ambiguous = { kind: 'AMBIGUOUS' } as const;
const done = { kind: 'DONE' } as const;
const gone = { kind: 'GONE' } as const;
const there = { kind: 'THERE' } as const;
const before = { kind: 'BEFORE' } as const;
const unreachable = { kind: 'UNREACHABLE' } as const;
const expired = { kind: 'AUTH_EXPIRED', credentialsVersion: 7 } as const;
const limited = (waitMs: number) =>
  ({ kind: 'RATE_LIMITED', waitMs, error: { ...error, code: 'RATE_LIMITED' } }) as const;

type Answer =
  | Extract<ChangeEvent, { kind: 'SEARCHED' | 'CALLED' | 'LOOKED_UP' }>['result']
  | Extract<ChangeEvent, { kind: 'REFRESHED' }>['result'];

const removal: PublicChange = {
  kind: 'REMOVE',
  platform: 'X',
  mustFind: false,
  isPart: false,
  look: { lagMs: 30 * secondMs, absenceProves: true },
  deadlineMs: hourMs,
};
/** A removal where "not found" may also mean "not shown to us". */
const hiding = { ...removal, look: { lagMs: 30 * secondMs, absenceProves: false } };
const edit = { ...removal, kind: 'EDIT' } as const;
const hidingEdit = { ...edit, look: hiding.look };
/** A platform that shows no posts. */
const unseen = { ...removal, look: null };
const unseenEdit = { ...edit, look: null };

const eventKinds = { FIND: 'SEARCHED', CALL: 'CALLED', LOOK_UP: 'LOOKED_UP', REFRESH: 'REFRESHED' } as const;

/** Plays a change from its beginning. Waits pass immediately, and each command gets the next answer. */
function played(change: PublicChange, answers: readonly Answer[]): string[] {
  const left = [...answers];
  const did: string[] = [];
  let nowMs = 0;
  let { position, command } = decideChange(change, changeBeginning(), { kind: 'BEGUN' }, nowMs);
  while (did.length < 500) {
    if (command.kind === 'END') {
      const code = 'error' in command ? ` ${command.error.code}` : '';
      return [...did, `${command.end}${code}`];
    }
    if (command.kind === 'WAIT') {
      did.push(`WAIT ${command.waitMs / secondMs} s`);
      nowMs += command.waitMs;
      command = command.next;
      continue;
    }
    const move: ChangeMove = command;
    did.push(move.kind);
    const result = left.shift();
    if (result === undefined) return did;
    const event = { kind: eventKinds[move.kind], result } as ChangeEvent;
    ({ position, command } = decideChange(change, position, event, nowMs));
  }
  throw new Error('The change does not end.');
}

const times = (count: number, answer: Answer): Answer[] => Array.from({ length: count }, () => answer);

describe('a removal', () => {
  it.each<[string, Answer[], string[]]>([
    ['is done if the platform says so', [done], ['CALL', 'DONE']],
    ['is done if the post was gone before', [gone], ['CALL', 'DONE']],
    ['fails with the platform’s refusal', [refused], ['CALL', 'FAILED PLATFORM_REJECTED']],
    ['belongs to another run', [{ kind: 'CLOSED' }], ['CALL', 'CLOSED']],
    ['looks after a lost answer, and is done if the post is gone', [ambiguous, gone], lookedUp('DONE')],
    [
      'calls again if the post is still there after a lost answer',
      [ambiguous, there, done],
      lookedUp('CALL', 'DONE'),
    ],
    [
      'asks about a lost answer before it believes a later refusal: gone',
      [ambiguous, there, refused, gone],
      lookedUp('CALL', 'WAIT 30 s', 'LOOK_UP', 'DONE'),
    ],
    [
      'asks about a lost answer before it believes a later refusal: there',
      [ambiguous, there, refused, there],
      lookedUp('CALL', 'WAIT 30 s', 'LOOK_UP', 'FAILED PLATFORM_REJECTED'),
    ],
    [
      'is unconfirmed if the platform refuses to show what became of a lost call',
      [ambiguous, { kind: 'REFUSED' }],
      lookedUp('UNCONFIRMED CHANGE_UNCONFIRMED'),
    ],
    [
      'repeats a look that reached nobody',
      [ambiguous, unreachable, gone],
      lookedUp('WAIT 2 s', 'LOOK_UP', 'DONE'),
    ],
    ['loads its rows again', [{ kind: 'STALE' }, done], ['CALL', 'CALL', 'DONE']],
  ])('%s', (_title, answers, did) => {
    expect(played(removal, answers)).toEqual(did);
  });

  it('waits in growing steps while the platform is away, and fails without a call after its time', () => {
    const did = played(removal, times(100, notSent));
    expect(did.slice(0, 4)).toEqual(['CALL', 'WAIT 2 s', 'CALL', 'WAIT 10 s']);
    expect(did.at(-1)).toBe('FAILED PLATFORM_UNAVAILABLE');
  });

  it('is unconfirmed after its time if one of its calls may have removed the post', () => {
    expect(played(removal, [ambiguous, there, ...times(100, notSent)]).at(-1)).toBe(
      'UNCONFIRMED CHANGE_UNCONFIRMED',
    );
    expect(played(removal, [ambiguous, ...times(100, unreachable)]).at(-1)).toBe(
      'UNCONFIRMED CHANGE_UNCONFIRMED',
    );
  });

  it('waits as long as the platform asks, in calls and look-ups, but no longer than until the deadline', () => {
    expect(played(removal, [limited(90 * secondMs), done])).toEqual(['CALL', 'WAIT 90 s', 'CALL', 'DONE']);
    expect(played(removal, [ambiguous, limited(90 * secondMs), gone])).toEqual(
      lookedUp('WAIT 90 s', 'LOOK_UP', 'DONE'),
    );
    expect(played(removal, [limited(2 * hourMs)])).toEqual(['CALL', 'FAILED RATE_LIMITED']);
  });

  it('repeats calls of unknown effect in growing steps', () => {
    const did = played(
      removal,
      times(9, ambiguous).flatMap((answer) => [answer, there]),
    );
    expect(did.filter((step) => step === 'CALL').length).toBe(10);
    expect(did).toContain('WAIT 120 s');
  });
});

describe('a removal where not found may mean not shown', () => {
  it.each<[string, Answer[], string[]]>([
    ['calls again after a lost answer', [ambiguous, done], ['CALL', 'WAIT 2 s', 'CALL', 'DONE']],
    ['believes that it is gone after a lost answer', [ambiguous, gone], ['CALL', 'WAIT 2 s', 'CALL', 'DONE']],
    [
      'is unconfirmed if the post was never shown to it',
      [gone, gone],
      lookedUp('UNCONFIRMED CHANGE_UNCONFIRMED'),
    ],
    [
      'fails if only the removal does not find the post',
      [gone, there],
      lookedUp('FAILED PERMISSION_MISSING'),
    ],
    [
      'is unconfirmed after a lost answer, a refusal and a look that sees nothing',
      [ambiguous, refused, gone],
      ['CALL', 'WAIT 2 s', ...lookedUp('UNCONFIRMED CHANGE_UNCONFIRMED')],
    ],
  ])('%s', (_title, answers, did) => {
    expect(played(hiding, answers)).toEqual(did);
  });
});

describe('an edit', () => {
  it.each<[string, PublicChange, Answer[], string[]]>([
    ['is done if the platform says so', edit, [done], ['CALL', 'DONE']],
    ['fails if the post is gone', edit, [gone], ['CALL', 'FAILED NOT_FOUND']],
    ['fails if no post is shown', hidingEdit, [gone], ['CALL', 'FAILED NOT_FOUND']],
    ['finds its text after a lost answer', edit, [ambiguous, { kind: 'EDITED' }], lookedUp('DONE')],
    ['calls again if the text is the one before', edit, [ambiguous, before, done], lookedUp('CALL', 'DONE')],
    [
      'is unconfirmed if the text is another one',
      edit,
      [ambiguous, { kind: 'OTHER' }],
      lookedUp('UNCONFIRMED CHANGE_UNCONFIRMED'),
    ],
    ['fails if a look proves that the post is gone', edit, [ambiguous, gone], lookedUp('FAILED NOT_FOUND')],
    [
      'is unconfirmed if a look is not shown the post',
      hidingEdit,
      [ambiguous, gone],
      lookedUp('UNCONFIRMED CHANGE_UNCONFIRMED'),
    ],
    [
      'is unconfirmed if the post disappears after a lost answer',
      hidingEdit,
      [ambiguous, before, gone],
      lookedUp('CALL', 'UNCONFIRMED CHANGE_UNCONFIRMED'),
    ],
    [
      'asks whether the lost call was accepted if a later one is refused',
      edit,
      [ambiguous, before, refused, { kind: 'EDITED' }],
      lookedUp('CALL', 'WAIT 30 s', 'LOOK_UP', 'DONE'),
    ],
    [
      'fails if the lost call was not accepted and a later one is refused',
      edit,
      [ambiguous, before, refused, before],
      lookedUp('CALL', 'WAIT 30 s', 'LOOK_UP', 'FAILED PLATFORM_REJECTED'),
    ],
  ])('%s', (_title, change, answers, did) => {
    expect(played(change, answers)).toEqual(did);
  });
});

describe('a platform that shows no posts', () => {
  it.each<[string, PublicChange, Answer[], string[]]>([
    ['removes again after a lost answer', unseen, [ambiguous, gone], ['CALL', 'WAIT 2 s', 'CALL', 'DONE']],
    ['edits again after a lost answer', unseenEdit, [ambiguous, done], ['CALL', 'WAIT 2 s', 'CALL', 'DONE']],
    ['may hide a post instead', unseen, [gone], ['CALL', 'UNCONFIRMED CHANGE_UNCONFIRMED']],
    [
      'does not say whether a lost call was accepted if a later one is refused',
      unseenEdit,
      [ambiguous, refused],
      ['CALL', 'WAIT 2 s', 'CALL', 'UNCONFIRMED CHANGE_UNCONFIRMED'],
    ],
  ])('%s', (_title, change, answers, did) => {
    expect(played(change, answers)).toEqual(did);
  });
});

describe('a stale token', () => {
  it.each<[string, Answer[], string[]]>([
    ['is refreshed before another call', [expired, 'refreshed', done], ['CALL', 'REFRESH', 'CALL', 'DONE']],
    [
      'is refreshed before another look',
      [ambiguous, expired, 'refreshed', gone],
      lookedUp('REFRESH', 'LOOK_UP', 'DONE'),
    ],
    [
      'waits if it cannot be refreshed',
      [expired, 'unavailable', done],
      ['CALL', 'REFRESH', 'WAIT 2 s', 'CALL', 'DONE'],
    ],
    [
      'waits if refreshing does not help',
      [expired, 'refreshed', expired, 'refreshed', expired, 'refreshed', done],
      ['CALL', 'REFRESH', 'CALL', 'REFRESH', 'CALL', 'REFRESH', 'WAIT 30 s', 'CALL', 'DONE'],
    ],
    [
      'fails the change if it is dead',
      [expired, 'revoked'],
      ['CALL', 'REFRESH', 'FAILED PLATFORM_AUTH_FAILED'],
    ],
    [
      'leaves a lost call unconfirmed if it is dead',
      [ambiguous, expired, 'revoked'],
      lookedUp('REFRESH', 'UNCONFIRMED CHANGE_UNCONFIRMED'),
    ],
  ])('%s', (_title, answers, did) => {
    expect(played(removal, answers)).toEqual(did);
  });
});

describe('the removal of an unconfirmed target', () => {
  const lost = { ...removal, mustFind: true };
  it.each<[string, Answer[], string[]]>([
    ['removes what it finds', [{ kind: 'FOUND' }, done], ['FIND', 'CALL', 'DONE']],
    [
      'searches three times, and says that it found nothing',
      times(3, { kind: 'NOT_FOUND' }),
      ['FIND', 'WAIT 30 s', 'FIND', 'WAIT 30 s', 'FIND', 'FAILED NOT_FOUND'],
    ],
    [
      'searches again if it reached nobody, or its token was stale',
      [unreachable, expired, 'refreshed', { kind: 'FOUND' }, done],
      ['FIND', 'WAIT 2 s', 'FIND', 'REFRESH', 'FIND', 'CALL', 'DONE'],
    ],
  ])('%s', (_title, answers, did) => {
    expect(played(lost, answers)).toEqual(did);
  });

  it('continues with the earlier parts if a part was not found', () => {
    const part = { ...lost, isPart: true };
    expect(played(part, times(3, { kind: 'NOT_FOUND' })).at(-1)).toBe('PASSED');
  });
});

/** Returns what follows a call whose response is lost, or whose effect only a look-up can show. */
function lookedUp(...rest: string[]): string[] {
  return ['CALL', 'WAIT 30 s', 'LOOK_UP', ...rest];
}

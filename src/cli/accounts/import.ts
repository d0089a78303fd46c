import { isAppError } from '../../domain/errors.js';
import { reasonWords } from '../../domain/connect-sessions.js';
import { getConnectSession } from '../../services/connect-sessions/get.js';
import { importCandidates } from '../../services/connect-sessions/import.js';
import type { CandidateView, ConnectSessionView } from '../../services/connect-sessions/types.js';
import type { AccountsRun } from './parts.js';

/**
 * Imports accounts of a session to which the user has granted access but whose accounts were not chosen yet, or that
 * was not started by this command.
 */
export async function importSession(run: AccountsRun): Promise<number> {
  return finish(run, await getConnectSession(run.ctx, { connectSessionId: run.args.subject }));
}

/** Connects the chosen accounts once access has been granted; otherwise prints why not. Returns the exit code. */
export async function finish(run: AccountsRun, session: ConnectSessionView): Promise<number> {
  const { print } = run;
  switch (session.status) {
    case 'AWAITING_IMPORT':
      return importChosen(run, session);
    case 'COMPLETED':
      print('The accounts of this session are already connected. To list them: punctual accounts list');
      return 0;
    case 'PENDING':
      print('Access has not been granted yet.');
      return 1;
    case 'EXPIRED':
      print('The time to grant access has expired. Start again.');
      return 1;
    case 'FAILED':
      print(`Not connected. ${session.errorCode ?? ''}: ${session.errorMessage ?? ''}`);
      return 1;
  }
}

async function importChosen(run: AccountsRun, session: ConnectSessionView): Promise<number> {
  const { print, ctx } = run;
  const importable = session.candidates.filter((candidate) => candidate.importable);
  print('Access was granted to:');
  session.candidates.forEach((candidate, index) => print(candidateLine(candidate, index)));
  if (importable.length === 0) {
    print('None of them can be connected.');
    return 1;
  }
  const candidateIds = await choose(run, session, importable);
  if (candidateIds === null) return 1;
  try {
    const accounts = await importCandidates(ctx, { connectSessionId: session.id, candidateIds });
    for (const { handle, outcome, id } of accounts) print(`${handle} is ${outcome.toLowerCase()}: ${id}`);
    return 0;
  } catch (error) {
    if (isAppError(error) && 'accountId' in error.extras && error.code === 'PLATFORM_ALREADY_CONNECTED') {
      print(`${error.message} To renew its access, run connect with --reconnect ${error.extras.accountId}`);
      if (importable.length > 1) {
        print(`Nothing is connected. The others: punctual accounts import ${session.id} --candidate <id>`);
      }
      return 1;
    }
    throw error;
  }
}

function candidateLine(candidate: CandidateView, index: number): string {
  const { id, handle, displayName, externalAccountId, connectedAccountId, reason, missingScopes } = candidate;
  const name = displayName === null || displayName === handle ? '' : ` (${displayName})`;
  const state =
    reason !== null
      ? `cannot be connected: ${reasonWords(reason, missingScopes)}`
      : connectedAccountId === null
        ? ''
        : `already connected as ${connectedAccountId}`;
  const lacking =
    reason === null && missingScopes.length > 0 ? `not granted: ${missingScopes.join(', ')}` : '';
  const parts = [`${handle}${name}`, externalAccountId, id, state, lacking];
  return `  ${index + 1}. ${parts.filter(Boolean).join('  ')}`;
}

/** The ids of the accounts to connect. Null if none was chosen. */
async function choose(
  run: AccountsRun,
  session: ConnectSessionView,
  importable: readonly CandidateView[],
): Promise<string[] | null> {
  const { args, ask, print } = run;
  if (args.candidates.length > 0) return named(run, session.candidates, args.candidates);
  if (args.all || importable.length === 1) return importable.map(({ id }) => id);
  if (ask === null) {
    print(`Choose with: punctual accounts import ${session.id} --candidate <id> (or --all)`);
    return null;
  }
  const answer = await ask('Which ones? Enter numbers separated by commas, or "all". Press Enter for none. ');
  if (answer === 'all') return importable.map(({ id }) => id);
  const numbers = answer.split(/[\s,]+/).filter((text) => text !== '');
  const picked = numbers.map((text) => session.candidates[Number(text) - 1]?.id);
  const ids = picked.filter((id) => id !== undefined);
  if (ids.length > 0 && ids.length === picked.length) return ids;
  print(`Nothing was connected. To choose later: punctual accounts import ${session.id} --candidate <id>`);
  return null;
}

/**
 * Returns the ids of the candidates with these ids, account ids or handles. Handles are accepted because users cannot
 * know a candidate's id before they grant access. Null if a name matches none or several.
 */
function named(
  { print }: AccountsRun,
  candidates: readonly CandidateView[],
  names: readonly string[],
): string[] | null {
  const ids: string[] = [];
  for (const name of names) {
    const plain = name.replace(/^@/, '');
    const found = candidates.filter(({ id, externalAccountId, handle }) =>
      [id, externalAccountId, handle.replace(/^@/, '')].includes(plain),
    );
    const [only, ...others] = found;
    if (only === undefined || others.length > 0) {
      print(
        only === undefined
          ? `Access was not granted to ${name}.`
          : `Several accounts match ${name}. Use an id.`,
      );
      return null;
    }
    ids.push(only.id);
  }
  return ids;
}

import { eq } from 'drizzle-orm';
import { socialAccounts } from '../../db/schema/index.js';
import type { RefreshResult } from '../../domain/workflow-contract.js';
import type { PlatformFailure } from '../../platforms/kit/failure.js';
import type { PlatformSession } from '../../platforms/kit/session.js';
import { askRefresh } from '../account-grants/ask-refresh.js';
import { openSession } from '../account-grants/platform-session.js';
import { redactMessage } from '../account-grants/redact-message.js';
import type { SocialAccountRow } from '../account-grants/view.js';
import { askPlatform } from '../shared/remote-calls/ask-platform.js';
import type { ServiceDeps } from '../shared/context.js';

const answerWaitMsMax = 15_000;

/** A call of a platform's connector for an account. */
export interface AccountCall<T> {
  /** Holds the account. It is replaced if its token had to be refreshed. */
  holder: { account: SocialAccountRow };
  ask: (session: PlatformSession) => Promise<T>;
  /**
   * Checks whether the account is still read. Given if the platform charges. The account's row is read again before
   * each call, because a person may have turned reading off since it was claimed.
   */
  isOn?: (account: SocialAccountRow) => boolean;
  /** Called before each call to the platform. */
  onCall: () => void;
  /** Called if the call failed because of our own error, which says nothing about the platform. */
  onFault: () => void;
}

export type AskAccount = <T extends { kind: string }>(call: AccountCall<T>) => Promise<T | PlatformFailure>;

/** Makes the calls of one sweep. A stale token is refreshed once, by the account's refresh workflow. */
export function createAskAccount(deps: ServiceDeps): AskAccount {
  const refreshes = new Map<string, Promise<RefreshResult>>();
  const refreshOnce = (account: SocialAccountRow): Promise<RefreshResult> => {
    const refresh = refreshes.get(account.id) ?? askRefresh(deps, account);
    refreshes.set(account.id, refresh);
    return refresh;
  };
  return async (call) => {
    const answer = await askOnce(deps, call);
    if (answer.kind !== 'auth-expired') return answer;
    const { holder } = call;
    const result = await refreshOnce(holder.account);
    if (result === 'revoked') return { kind: 'auth-revoked', message: messageIn(answer) };
    if (result === 'unavailable') return answer;
    holder.account = await readAgain(deps, holder.account);
    return askOnce(deps, call);
  };
}

async function readAgain({ db }: ServiceDeps, account: SocialAccountRow): Promise<SocialAccountRow> {
  const [fresh] = await db.select().from(socialAccounts).where(eq(socialAccounts.id, account.id));
  // Without a row, its workspace has been deleted.
  return fresh ?? { ...account, credentials: null };
}

async function askOnce<T extends { kind: string }>(
  deps: ServiceDeps,
  { holder, ask, isOn, onCall, onFault }: AccountCall<T>,
): Promise<T | PlatformFailure> {
  if (isOn !== undefined) holder.account = await readAgain(deps, holder.account);
  const { account } = holder;
  const { id, platform, credentials } = account;
  if (credentials === null || isOn?.(account) === false) {
    onFault();
    return { kind: 'not-sent', message: 'It was disconnected, or reading was turned off.' };
  }
  const session = openSession(deps, account, credentials);
  onCall();
  const asked = async (): Promise<T> => {
    try {
      return withoutSecrets(await ask(session), session.credentials);
    } catch (error) {
      onFault();
      throw error;
    }
  };
  return askPlatform<T>(deps, { socialAccountId: id, platform }, asked, answerWaitMsMax);
}

const messageIn = (answer: { kind: string }): string =>
  'message' in answer && typeof answer.message === 'string' ? answer.message : '';

function withoutSecrets<T extends { kind: string }>(
  answer: T,
  credentials: Parameters<typeof redactMessage>[1],
): T {
  const message = messageIn(answer);
  return message === '' ? answer : { ...answer, message: redactMessage(message, credentials) };
}

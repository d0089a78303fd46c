import { eq } from 'drizzle-orm';
import { socialAccounts } from '../../db/schema/index.js';
import { QueueFullError } from '../../concurrency/fair-queue.js';
import type { ChoiceSearch } from '../../platforms/kit/choices.js';
import type { AccountChoices, ChoicesAnswer } from '../../platforms/kit/platform.js';
import type { PlatformSession } from '../../platforms/kit/session.js';
import { askRefresh } from '../account-grants/ask-refresh.js';
import { expireAccount } from '../account-grants/expire.js';
import { openSession } from '../account-grants/platform-session.js';
import type { SocialAccountRow } from '../account-grants/view.js';
import type { ServiceDeps } from '../shared/context.js';
import type { Read, ReadCache } from '../shared/remote-calls/read-cache.js';
import { orAfter } from '../shared/remote-calls/with-timeout.js';

export type ChoicesReading =
  | { kind: 'choices'; choices: AccountChoices; readAt: Date; expiresAt: Date }
  /** The platform refuses the account until it is connected again. */
  | { kind: 'unauthorized' }
  /** `retryAfterMs` is null if it is unknown. */
  | { kind: 'unavailable'; retryAfterMs: number | null; message: string };

const unavailable = (message: string, retryAfterMs: number | null = null): ChoicesReading => ({
  kind: 'unavailable',
  retryAfterMs,
  message,
});

/** A question to the platform about an account, and where its answer is cached. */
interface Question {
  cache: ReadCache<ChoicesAnswer>;
  /** Distinguishes the questions about one account that share a cache. */
  key: string;
  ask: (session: PlatformSession) => Promise<ChoicesAnswer>;
}

/**
 * The choices of the account, at most some minutes old; null if its platform has none. A read that takes longer than
 * `waitMsMax` continues for later callers. Never call it inside a transaction.
 */
export async function readChoices(
  deps: ServiceDeps,
  account: SocialAccountRow,
  waitMsMax: number,
): Promise<ChoicesReading | null> {
  const { choices } = deps.platforms.get(account.platform) ?? {};
  if (choices === undefined) return null;
  const { cache } = deps.choices;
  return inTime(deps, account, { cache, key: '', ask: (session) => choices.read(session) }, waitMsMax);
}

/** Searches the account's platform. Cached and limited like `readChoices`. */
export function searchChoices(
  deps: ServiceDeps,
  account: SocialAccountRow,
  { option, search, query }: { option: string; search: ChoiceSearch; query: string },
  waitMsMax: number,
): Promise<ChoicesReading> {
  const ask = async (session: PlatformSession): Promise<ChoicesAnswer> => {
    const answer = await search.find(session, query);
    if (answer.kind !== 'found') return answer;
    const options = { [option]: answer.choices };
    return { kind: 'choices', choices: { options, videoDurationMaxMs: null, quota: null } };
  };
  const { found: cache } = deps.choices;
  return inTime(deps, account, { cache, key: `:${option}:${query}`, ask }, waitMsMax);
}

function inTime(
  deps: ServiceDeps,
  account: SocialAccountRow,
  question: Question,
  waitMsMax: number,
): Promise<ChoicesReading> {
  const late = unavailable(`${account.platform} did not respond within ${waitMsMax / 1000} seconds.`);
  return orAfter(waitMsMax, readOrRefresh(deps, account, question), late);
}

/** Asks the platform. If the access token has expired, requests one refresh and asks again. */
async function readOrRefresh(
  deps: ServiceDeps,
  account: SocialAccountRow,
  question: Question,
): Promise<ChoicesReading> {
  const first = await readKept(deps, account, question);
  if (first?.value.kind !== 'auth-expired') return toReading(deps, account, first);
  const refreshed = await askRefresh(deps, account);
  if (refreshed === 'revoked') return { kind: 'unauthorized' };
  if (refreshed === 'unavailable')
    return unavailable('The account’s access token cannot be refreshed right now.');
  const [current] = await deps.db.select().from(socialAccounts).where(eq(socialAccounts.id, account.id));
  if (current === undefined) return { kind: 'unauthorized' };
  return toReading(deps, current, await readKept(deps, current, question));
}

/** Asks through the cache. Returns null if too many questions are waiting. */
async function readKept(
  deps: ServiceDeps,
  account: SocialAccountRow,
  { cache, key, ask }: Question,
): Promise<Read<ChoicesAnswer> | null> {
  const { id, workspaceId, credentials, credentialsVersion } = account;
  const { turns } = deps.choices;
  const gone: ChoicesAnswer = { kind: 'auth-revoked', message: 'The account is disconnected.' };
  try {
    return await cache.read(`${id}:${credentialsVersion}${key}`, async () => {
      if (credentials === null) return gone;
      return turns.run(workspaceId, () => ask(openSession(deps, account, credentials)));
    });
  } catch (error) {
    if (error instanceof QueueFullError) return null;
    throw error;
  }
}

async function toReading(
  deps: ServiceDeps,
  account: SocialAccountRow,
  read: Read<ChoicesAnswer> | null,
): Promise<ChoicesReading> {
  if (read === null) return unavailable('Too many requests for choices are running. Try again.');
  const { value: answer, readAt, expiresAt } = read;
  const untilMs = expiresAt.getTime() - deps.clock.now().getTime();
  switch (answer.kind) {
    case 'choices':
      return { kind: 'choices', choices: answer.choices, readAt, expiresAt };
    case 'auth-revoked':
      await expireAccount(deps, account.id, account.credentialsVersion, answer.message);
      return { kind: 'unauthorized' };
    case 'rejected':
      return answer.code === 'PERMISSION_MISSING'
        ? { kind: 'unauthorized' }
        : unavailable(`${account.platform} refused the request: ${answer.message}`);
    case 'rate-limited':
      return unavailable(
        `${account.platform} is limiting the request rate. Try again later.`,
        Math.max(untilMs, 1_000),
      );
    default:
      return unavailable(`${account.platform} cannot be reached right now. Try again.`);
  }
}

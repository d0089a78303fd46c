import { eq } from 'drizzle-orm';
import { socialAccounts } from '../../db/schema/index.js';
import { QueueFullError } from '../../concurrency/fair-queue.js';
import type { AccountChoices, ChoicesAnswer, Platform } from '../../platforms/kit/platform.js';
import { askRefresh } from '../account-grants/ask-refresh.js';
import { expireAccount } from '../account-grants/expire.js';
import { openSession } from '../account-grants/platform-session.js';
import type { SocialAccountRow } from '../account-grants/view.js';
import type { ServiceDeps } from '../shared/context.js';
import type { Read } from '../shared/remote-calls/read-cache.js';
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
  const late = unavailable(`${account.platform} did not respond within ${waitMsMax / 1000} seconds.`);
  return orAfter(waitMsMax, readOrRefresh(deps, account, choices), late);
}

type Choices = NonNullable<Platform['choices']>;

/** Reads the choices. If the access token has expired, requests one refresh and reads again. */
async function readOrRefresh(
  deps: ServiceDeps,
  account: SocialAccountRow,
  choices: Choices,
): Promise<ChoicesReading> {
  const first = await readKept(deps, account, choices);
  if (first?.value.kind !== 'auth-expired') return toReading(deps, account, first);
  const refreshed = await askRefresh(deps, account);
  if (refreshed === 'revoked') return { kind: 'unauthorized' };
  if (refreshed === 'unavailable')
    return unavailable('The account’s access token cannot be refreshed right now.');
  const [current] = await deps.db.select().from(socialAccounts).where(eq(socialAccounts.id, account.id));
  if (current === undefined) return { kind: 'unauthorized' };
  return toReading(deps, current, await readKept(deps, current, choices));
}

/** Reads the choices through the cache. Returns null if too many reads are waiting. */
async function readKept(
  deps: ServiceDeps,
  account: SocialAccountRow,
  choices: Choices,
): Promise<Read<ChoicesAnswer> | null> {
  const { id, workspaceId, credentials, credentialsVersion } = account;
  const { cache, turns } = deps.choices;
  const gone: ChoicesAnswer = { kind: 'auth-revoked', message: 'The account is disconnected.' };
  try {
    return await cache.read(`${id}:${credentialsVersion}`, async () => {
      if (credentials === null) return gone;
      return turns.run(workspaceId, () => choices.read(openSession(deps, account, credentials)));
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

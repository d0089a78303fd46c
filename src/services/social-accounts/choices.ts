import type { PlatformName } from '../../domain/platforms.js';
import { AppError, validationFailed } from '../../domain/errors.js';
import type { ChoiceSearches } from '../../platforms/kit/choices.js';
import type { AccountChoices } from '../../platforms/kit/platform.js';
import { lacksScope } from '../account-grants/missing-scopes.js';
import type { SocialAccountRow } from '../account-grants/view.js';
import { readChoices, searchChoices, type ChoicesReading } from '../choices/read-choices.js';
import type { RequestContext } from '../shared/context.js';
import { readAccountInReach } from './get.js';
import { requireScope } from '../shared/rights/access.js';

/**
 * The time that the platform may take. It is longer than for other calls, because a list of boards may need dozens of
 * them.
 */
const choicesWaitMsMax = 20_000;

export interface AccountChoicesView extends AccountChoices {
  socialAccountId: string;
  platform: PlatformName;
  readAt: Date;
  /** The end of the time in which the same list is returned. */
  expiresAt: Date;
}

const nothingToChoose: AccountChoices = { options: {}, videoDurationMaxMs: null, quota: null };

/** Lists the values that a post must choose from and that only the platform knows, such as boards. */
export async function listAccountChoices(
  ctx: RequestContext,
  { socialAccountId }: { socialAccountId: string },
): Promise<AccountChoicesView> {
  const account = await readAccountInReach(ctx.db, ctx.reach, socialAccountId, 'read');
  checkActive(account);
  const reading = await readChoices(ctx, account, choicesWaitMsMax);
  if (reading !== null) return toView(account, reading);
  const now = ctx.clock.now();
  return { ...nothingToChoose, ...namesOf(account), readAt: now, expiresAt: now };
}

/**
 * Searches the platform for values of an option, such as people to mention. Only for those who write posts, because a
 * search may cost money.
 */
export async function searchAccountChoices(
  ctx: RequestContext,
  { socialAccountId, option, query }: { socialAccountId: string; option: string; query: string },
): Promise<AccountChoicesView> {
  requireScope(ctx, 'posts:write');
  const account = await readAccountInReach(ctx.db, ctx.reach, socialAccountId, 'writePosts');
  const { searches = {}, choices } = ctx.platforms.get(account.platform) ?? {};
  const search = Object.hasOwn(searches, option) ? searches[option] : undefined;
  if (search === undefined) throw notSearchable(account, searches, choices?.options);
  checkActive(account);
  if (lacksScope(account, search)) {
    throw unauthorized(
      account,
      `The social account was connected without the permission ${search.scope ?? ''}, which this search needs. Connect it again.`,
    );
  }
  return toView(account, await searchChoices(ctx, account, { option, search, query }, choicesWaitMsMax));
}

function notSearchable(
  { platform }: SocialAccountRow,
  searches: ChoiceSearches,
  listed: readonly string[] = [],
): AppError {
  const options = Object.keys(searches);
  const what = options.length === 0 ? 'nothing' : options.join(' and ');
  const lists =
    listed.length === 0
      ? ''
      : ` Without option and q, the response lists the values of ${listed.join(' and ')}.`;
  const message = `On ${platform}, ${what} can be searched for.${lists}`;
  return validationFailed([{ path: 'option', code: 'not_searchable', message }]);
}

function toView(account: SocialAccountRow, reading: ChoicesReading): AccountChoicesView {
  switch (reading.kind) {
    case 'choices': {
      const { choices, readAt, expiresAt } = reading;
      return { ...choices, ...namesOf(account), readAt, expiresAt };
    }
    case 'unauthorized':
      throw unauthorized(account);
    case 'unavailable': {
      const { message, retryAfterMs } = reading;
      throw new AppError('RETRY', message, retryAfterMs === null ? {} : { retryAfterMs });
    }
  }
}

const namesOf = ({ id: socialAccountId, platform }: SocialAccountRow) => ({ socialAccountId, platform });

function checkActive(account: SocialAccountRow): void {
  if (account.status === 'TOKEN_EXPIRED') throw unauthorized(account);
}

const unauthorized = (
  { id: accountId }: SocialAccountRow,
  message = 'Reconnect the account before you read its choices.',
): AppError<'PLATFORM_AUTH_FAILED'> => new AppError('PLATFORM_AUTH_FAILED', message, { accountId });

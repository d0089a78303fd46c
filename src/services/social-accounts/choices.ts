import type { PlatformName } from '../../domain/platforms.js';
import { AppError } from '../../domain/errors.js';
import type { AccountChoices } from '../../platforms/kit/platform.js';
import { readChoices } from '../choices/read-choices.js';
import type { RequestContext } from '../shared/context.js';
import { readAccountInReach } from './get.js';

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
  const { id, platform, status } = account;
  if (status === 'TOKEN_EXPIRED') throw unauthorized(id);
  const reading = await readChoices(ctx, account, choicesWaitMsMax);
  if (reading === null) {
    const now = ctx.clock.now();
    return { socialAccountId: id, platform, ...nothingToChoose, readAt: now, expiresAt: now };
  }
  switch (reading.kind) {
    case 'choices':
      return {
        socialAccountId: id,
        platform,
        ...reading.choices,
        readAt: reading.readAt,
        expiresAt: reading.expiresAt,
      };
    case 'unauthorized':
      throw unauthorized(id);
    case 'unavailable': {
      const { message, retryAfterMs } = reading;
      throw new AppError('RETRY', message, retryAfterMs === null ? {} : { retryAfterMs });
    }
  }
}

const unauthorized = (accountId: string): AppError<'PLATFORM_AUTH_FAILED'> =>
  new AppError('PLATFORM_AUTH_FAILED', 'Reconnect the account before you read its choices.', {
    accountId,
  });

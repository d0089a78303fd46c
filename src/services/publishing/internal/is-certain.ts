import { and, eq, gte, inArray, isNull, ne, or } from 'drizzle-orm';
import type { Tx } from '../../../db/client.js';
import { publishAttempts } from '../../../db/schema/index.js';
import { guaranteeLeft } from '../../../domain/look-up-verdict.js';
import type { PublishGuarantee } from '../../../domain/platforms.js';
import { twinAgeMsMax } from '../../../domain/publish-ladders.js';
import type { AttemptRow } from '../../attempts/last-attempts.js';
import type { LoadedPublication } from './publication.js';

/** The guarantee that remains for a publication. It is weaker if the prepared state was lost. */
export const leftOf = ({ platform, publication, state }: LoadedPublication): PublishGuarantee =>
  guaranteeLeft(platform.guaranteeOf(publication), state !== null);

/**
 * Whether this attempt must have sent the post that was found. On a blind platform only the text distinguishes posts,
 * so two open calls with the same text cannot be distinguished.
 */
export async function isCertain(
  tx: Tx,
  attempt: AttemptRow,
  loaded: LoadedPublication | undefined,
): Promise<boolean> {
  if (loaded === undefined || leftOf(loaded) !== 'blind') return true;
  const { accountIdentity, id, sentText, startedAt } = attempt;
  const [twin] = await tx
    .select({ id: publishAttempts.id })
    .from(publishAttempts)
    .where(
      and(
        eq(publishAttempts.accountIdentity, accountIdentity),
        or(
          isNull(publishAttempts.outcome),
          inArray(publishAttempts.outcome, ['AMBIGUOUS', 'UNCONFIRMED']),
          // A user has said that this publication is public, but its id is unknown.
          and(eq(publishAttempts.outcome, 'PUBLISHED'), isNull(publishAttempts.externalId)),
        ),
        eq(publishAttempts.sentText, sentText),
        gte(publishAttempts.startedAt, new Date(startedAt.getTime() - twinAgeMsMax)),
        ne(publishAttempts.id, id),
      ),
    )
    .limit(1);
  return twin === undefined;
}

import { and, eq, sql } from 'drizzle-orm';
import type { Tx } from '../../db/client.js';
import { postEvents, socialAccounts } from '../../db/schema/index.js';
import { parseUrl } from '../../urls/parse-url.js';
import { checkSeenUrl } from '../../urls/seen-url.js';
import type { Platform } from '../../platforms/kit/platform.js';
import type { PlatformSession } from '../../platforms/kit/session.js';
import { platformSession } from '../account-grants/platform-session.js';
import type { TargetRow } from '../post-records/records.js';
import type { RequestContext } from '../shared/context.js';
import { isAbout } from '../timeline/record.js';

/**
 * Refuses a URL that is not on the website of the target's platform. Returns the platform and the session that can read
 * the publication's id from the URL. Null if the platform or the account is missing.
 */
export async function checkSeen(
  tx: Tx,
  ctx: RequestContext,
  target: TargetRow,
  url: URL,
): Promise<{ platform: Platform; session: PlatformSession } | null> {
  const platform = ctx.platforms.get(target.platform);
  const [account] = await tx
    .select()
    .from(socialAccounts)
    .where(eq(socialAccounts.id, target.socialAccountId));
  if (platform === undefined || account === undefined) return null;
  const session = platformSession(ctx, account, {});
  const { label, websites } = platform;
  checkSeenUrl(url, { label, websites, ...(session.sandboxUrl && { sandboxUrl: session.sandboxUrl }) });
  return { platform, session };
}

/** Whether a public target has this URL, or a user has already confirmed the target with it. */
export async function isUrlOf(
  tx: Tx,
  { id, postId, externalUrl }: TargetRow,
  { href }: URL,
): Promise<boolean> {
  if (externalUrl !== null && parseUrl(externalUrl)?.href === href) return true;
  const isSaid = and(
    isAbout(postId),
    eq(postEvents.targetId, id),
    eq(postEvents.kind, 'RESOLVED'),
    sql`${postEvents.detail} ->> 'externalUrl' = ${href}`,
  );
  const said = await tx.select({ kind: postEvents.kind }).from(postEvents).where(isSaid).limit(1);
  return said.length > 0;
}

/** The message that refuses another URL for a public target. */
export function keepsItsUrl({ externalUrl }: Pick<TargetRow, 'externalUrl'>): string {
  return externalUrl === null
    ? 'It is already published, and takes no URL any more.'
    : `It is already published, under ${externalUrl}, and keeps that URL.`;
}

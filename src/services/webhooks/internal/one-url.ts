import { and, eq, isNull, ne } from 'drizzle-orm';
import type { Tx } from '../../../db/client.js';
import { webhookEndpoints } from '../../../db/schema/index.js';
import { AppError } from '../../../domain/errors.js';

/**
 * Refuses a URL that another endpoint of the workspace has, because each event would be sent there twice. The caller
 * must have locked the workspace. Endpoints that already share a URL are not changed.
 */
export async function requireNewUrl(
  tx: Tx,
  { workspaceId, url, ownId }: { workspaceId: string; url: string; ownId?: string },
): Promise<void> {
  const others = await tx
    .select({ id: webhookEndpoints.id, url: webhookEndpoints.url })
    .from(webhookEndpoints)
    .where(
      and(
        eq(webhookEndpoints.workspaceId, workspaceId),
        isNull(webhookEndpoints.deletedAt),
        ownId === undefined ? undefined : ne(webhookEndpoints.id, ownId),
      ),
    );
  const twin = others.find((other) => normalUrl(other.url) === normalUrl(url));
  if (twin === undefined) return;
  const message = `The endpoint ${twin.id} of this workspace has this URL already.`;
  throw new AppError('CONFLICT', message, { existingId: twin.id });
}

/** The URL in its normal form, without the fragment, which is never sent. */
function normalUrl(text: string): string {
  if (!URL.canParse(text)) return text;
  const url = new URL(text);
  url.hash = '';
  return url.href;
}

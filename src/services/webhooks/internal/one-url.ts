import { and, eq, isNull, ne } from 'drizzle-orm';
import type { Tx } from '../../../db/client.js';
import { webhookEndpoints } from '../../../db/schema/index.js';
import { AppError } from '../../../domain/errors.js';

/**
 * Refuses a URL that another endpoint of the workspace has: each event would be sent there twice. Call it with the
 * workspace locked. Endpoints that share a URL since before this rule stay as they are.
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

/** Without what is never sent, and with one spelling of host and port. */
function normalUrl(text: string): string {
  if (!URL.canParse(text)) return text;
  const url = new URL(text);
  url.hash = '';
  return url.href;
}

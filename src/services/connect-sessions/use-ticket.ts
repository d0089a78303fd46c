import { and, eq, gt, isNotNull } from 'drizzle-orm';
import { connectSessions, workspaces } from '../../db/schema/index.js';
import { shownBrand, type Brand } from '../../domain/brand.js';
import type { PlatformName } from '../../domain/platforms.js';
import { readThumbnail, type ThumbnailFile } from '../media/read-thumbnail.js';
import type { ServiceDeps } from '../shared/context.js';
import { hashToken, isTokenFormat, mintToken } from '../shared/secrets/token.js';
import { sessionPlace, type SessionRow } from './internal/rows.js';

export interface TicketInput {
  /** The platform in the opened URL. */
  platform: PlatformName;
  /** The ticket in the opened URL, which is untrusted. */
  ticket: string;
}

/** The facts that a person should know before they grant access. */
export interface TicketView {
  askedBy: string;
  workspaceName: string;
  /** The brand that the page shows; null for ours. */
  brand: Brand | null;
  sandbox: boolean;
  /** The origin of the platform's page. */
  platformOrigin: string;
}

type TicketDeps = Pick<ServiceDeps, 'db' | 'clock' | 'vault'>;

/** Returns the requester and the workspace of a ticket. Null if no session waits for the ticket. Changes nothing. */
export async function readTicket(deps: TicketDeps, input: TicketInput): Promise<TicketView | null> {
  if (!isTokenFormat(input.ticket)) return null;
  const [row] = await deps.db
    .select({ session: connectSessions, workspace: workspaces })
    .from(connectSessions)
    .innerJoin(workspaces, eq(workspaces.id, connectSessions.workspaceId))
    .where(waitsFor(deps, input));
  const address = row === undefined ? null : platformAddress(deps, row.session);
  if (row === undefined || address === null) return null;
  return {
    askedBy: row.session.askedBy ?? 'Somebody',
    workspaceName: row.workspace.name,
    brand: shownBrand(row.workspace),
    sandbox: row.session.sandbox,
    platformOrigin: new URL(address).origin,
  };
}

/** The logo on the page of `readTicket`. Null if no session waits for the ticket, or the page shows none. */
export async function readTicketLogo(
  deps: TicketDeps & Pick<ServiceDeps, 'media'>,
  input: TicketInput,
): Promise<ThumbnailFile | null> {
  if (!isTokenFormat(input.ticket)) return null;
  const [workspace] = await deps.db
    .select({ id: workspaces.id, plan: workspaces.plan, brand: workspaces.brand })
    .from(connectSessions)
    .innerJoin(workspaces, eq(workspaces.id, connectSessions.workspaceId))
    .where(waitsFor(deps, input));
  const mediaId = workspace === undefined ? null : (shownBrand(workspace)?.logoMediaId ?? null);
  if (workspace === undefined || mediaId === null) return null;
  return readThumbnail(deps, { workspaceId: workspace.id, mediaId });
}

export interface UsedTicket {
  /** The URL of the platform's page. */
  authorizeUrl: string;
  /** The token that the browser has to present when the platform redirects it back. */
  browserToken: string;
  expiresAt: Date;
}

/**
 * Binds the ticket's session to a browser, which replaces an earlier one. A browser that already has a token keeps it,
 * so it can have several sessions at the same time.
 */
export async function useTicket(
  deps: TicketDeps,
  input: TicketInput & { browserToken: string | undefined },
): Promise<UsedTicket | null> {
  if (!isTokenFormat(input.ticket)) return null;
  const { browserToken: held = '' } = input;
  const browserToken = isTokenFormat(held) ? held : mintToken();
  const [session] = await deps.db
    .update(connectSessions)
    .set({ browserHash: hashToken(browserToken) })
    .where(waitsFor(deps, input))
    .returning();
  const authorizeUrl = session === undefined ? null : platformAddress(deps, session);
  if (session === undefined || authorizeUrl === null) return null;
  return { authorizeUrl, browserToken, expiresAt: session.expiresAt };
}

function waitsFor({ clock }: TicketDeps, { platform, ticket }: TicketInput) {
  return and(
    eq(connectSessions.ticketHash, hashToken(ticket)),
    eq(connectSessions.platform, platform),
    eq(connectSessions.status, 'PENDING'),
    isNotNull(connectSessions.stateHash),
    gt(connectSessions.expiresAt, clock.now()),
  );
}

function platformAddress({ vault }: TicketDeps, { id, authorizeUrl }: SessionRow): string | null {
  return authorizeUrl === null ? null : vault.open(authorizeUrl, sessionPlace(id, 'authorize_url'));
}

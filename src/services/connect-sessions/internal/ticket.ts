import { eq } from 'drizzle-orm';
import { apiKeys, users } from '../../../db/schema/index.js';
import type { PlatformName } from '../../../domain/platforms.js';
import type { ServiceDeps } from '../../shared/context.js';
import { hashToken, mintToken } from '../../shared/secrets/token.js';
import type { ConnectContext } from '../types.js';
import { sessionPlace, type SessionRow } from './rows.js';

type Ticket = Pick<SessionRow, 'ticket' | 'ticketHash' | 'askedBy'>;

export const noTicket: Ticket = { ticket: null, ticketHash: null, askedBy: null };

/**
 * Creates a ticket for a session that was started with a key or a command. Its link can be passed on, so it opens one
 * of our pages first, which shows who asks for access. A session from the dashboard needs no ticket, because its user
 * is known.
 */
export async function ticketFor(ctx: ConnectContext, id: string): Promise<Ticket> {
  const { actor, vault } = ctx;
  if (actor.kind === 'session') return noTicket;
  const ticket = mintToken();
  return {
    ticket: vault.seal(ticket, sessionPlace(id, 'ticket')),
    ticketHash: hashToken(ticket),
    askedBy:
      actor.kind === 'apiKey' ? await nameOf(ctx, actor.apiKeyId) : 'The operator of this installation',
  };
}

async function nameOf({ db }: ConnectContext, apiKeyId: string): Promise<string> {
  const [row] = await db
    .select({ key: apiKeys.name, user: users.name })
    .from(apiKeys)
    .innerJoin(users, eq(users.id, apiKeys.userId))
    .where(eq(apiKeys.id, apiKeyId));
  return row === undefined ? 'A program' : `${row.user}, by the API key “${row.key}”,`;
}

/** The URL that callers pass to a person: ours if there is a ticket, otherwise the platform's. */
export function addressOf(
  deps: Pick<ServiceDeps, 'vault' | 'connect'>,
  { id, platform, ticket, authorizeUrl }: SessionRow,
): string | null {
  if (authorizeUrl === null) return null;
  if (ticket === null) return deps.vault.open(authorizeUrl, sessionPlace(id, 'authorize_url'));
  const opened = deps.vault.open(ticket, sessionPlace(id, 'ticket'));
  return `${deps.connect.publicUrl()}${ticketPath(deps, platform)}?ticket=${opened}`;
}

function ticketPath({ connect }: Pick<ServiceDeps, 'connect'>, platform: PlatformName): string {
  const { path } = connect.names.get(platform) ?? {};
  if (path === undefined) throw new Error(`${platform} has no path.`);
  return `/connect/${path}/begin`;
}

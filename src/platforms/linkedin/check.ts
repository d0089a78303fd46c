import type { CheckAnswer, RevokeAnswer } from '../kit/connect.js';
import { revokeGrant } from '../kit/oauth/client.js';
import { clientFor } from '../kit/oauth/connect.js';
import type { LinkedInContext, LinkedInSession } from './api.js';
import { linkedInDialect } from './connect.js';
import { readMember } from './member.js';
import { mayPostOn, readHeldOrganizations, readOrganizations } from './organizations.js';

export async function checkLinkedInAccount(session: LinkedInSession): Promise<CheckAnswer> {
  return session.settings.author === 'person' ? checkPerson(session) : checkCompany(session);
}

async function checkPerson(session: LinkedInSession): Promise<CheckAnswer> {
  const { displayName, avatarUrl } = await readMember(session);
  // LinkedIn has no handles, so the name is the handle, too.
  const named = displayName === null ? { handle: session.handle } : { handle: displayName, displayName };
  return { kind: 'alive', ...named, avatarUrl };
}

/** Relies on the role, because LinkedIn shows whole pages to their administrators only. */
async function checkCompany(session: LinkedInSession): Promise<CheckAnswer> {
  const id = session.externalAccountId.replace(/^.*:/, '');
  const held = (await readHeldOrganizations(session)).find((organization) => organization.id === id);
  if (held === undefined || !mayPostOn(held)) {
    const message = 'The person who connected this page no longer has a role on it that may post.';
    return { kind: 'rejected', code: 'PERMISSION_MISSING', message };
  }
  const shown = (await readOrganizations(session, [id])).get(id);
  if (shown === undefined) return { kind: 'alive', handle: session.handle };
  const { vanityName, name: displayName, logoUrl: avatarUrl } = shown;
  return { kind: 'alive', handle: vanityName ?? session.handle, displayName, avatarUrl };
}

/** Revokes both tokens, because LinkedIn does not say whether revoking one ends the other. */
export async function revokeLinkedInGrant(
  context: LinkedInContext,
  session: LinkedInSession,
): Promise<RevokeAnswer> {
  const { accessToken, refreshToken } = session.credentials;
  const client = clientFor(session, { id: context.clientId, secret: context.clientSecret });
  const dialect = linkedInDialect(context, session);
  const answer = await revokeGrant(context, dialect, client, accessToken);
  if (refreshToken === undefined || answer.kind === 'not-supported') return answer;
  const second = await revokeGrant(context, dialect, client, refreshToken);
  return answer.kind === 'revoked' ? second : answer;
}

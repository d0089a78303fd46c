import type { CheckAnswer, RevokeAnswer } from '../kit/connect.js';
import { revokeGrant } from '../kit/oauth/client.js';
import { clientFor } from '../kit/oauth/connect.js';
import type { LinkedInContext, LinkedInSession } from './api.js';
import { linkedInDialect } from './connect.js';
import { readMember } from './member.js';
import { readOrganizations } from './organizations.js';

export async function checkLinkedInAccount(session: LinkedInSession): Promise<CheckAnswer> {
  return session.settings.author === 'person' ? checkPerson(session) : checkCompany(session);
}

async function checkPerson(session: LinkedInSession): Promise<CheckAnswer> {
  const { handle, displayName, avatarUrl } = await readMember(session);
  return { kind: 'alive', handle, displayName, avatarUrl };
}

async function checkCompany(session: LinkedInSession): Promise<CheckAnswer> {
  const id = session.externalAccountId.replace(/^.*:/, '');
  const profiles = await readOrganizations(session, [id]);
  const profile = profiles.get(id);
  if (profile === undefined) {
    const message =
      'LinkedIn no longer shows this page to the person who connected it. They may have lost their role on the page.';
    return { kind: 'rejected', code: 'PERMISSION_MISSING', message };
  }
  const { vanityName, name: displayName, logoUrl: avatarUrl } = profile;
  return { kind: 'alive', handle: vanityName ?? id, displayName, avatarUrl };
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

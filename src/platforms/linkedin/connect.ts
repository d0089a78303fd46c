import { connectErrors, type CandidateReason } from '../../domain/connect-sessions.js';
import type {
  ConnectAnswer,
  ConnectPlace,
  ConnectScope,
  GrantLife,
  RedirectConnect,
} from '../kit/connect.js';
import type { OAuthTokens } from '../kit/oauth/client.js';
import { asConnectAnswer, oauthConnect } from '../kit/oauth/connect.js';
import type { OAuthDialect } from '../kit/oauth/dialect.js';
import { onFailure } from '../kit/failure.js';
import { accessWith } from '../kit/session.js';
import { siteUrlOf, type LinkedInAuthor, type LinkedInContext } from './api.js';
import { readMember } from './member.js';
import { mayPostOn, readHeldOrganizations, readOrganizations } from './organizations.js';

/**
 * The scopes for persons belong to the products that any app can have, those for companies to "Community Management".
 * LinkedIn grants all scopes or none, and rejects the whole request for one that the app does not have.
 */
const scopesOf: Readonly<Record<LinkedInAuthor, readonly ConnectScope[]>> = {
  person: [
    { name: 'openid', purpose: 'identify the account', required: true },
    { name: 'profile', purpose: 'show the account’s name and picture', required: true },
    {
      name: 'w_member_social',
      purpose: 'publish, edit and delete posts, and comments if LinkedIn allows the app to',
      required: true,
    },
  ],
  organization: [
    {
      name: 'rw_organization_admin',
      purpose: 'list the pages and the member’s role on each',
      required: true,
    },
    { name: 'w_organization_social', purpose: 'publish, edit and delete posts', required: true },
    {
      name: 'r_organization_social',
      purpose: 'check whether a post is public when the response was lost',
      required: true,
    },
    {
      name: 'w_organization_social_feed',
      purpose: 'publish comments, reply to them, and delete our own',
      required: false,
    },
    {
      name: 'r_organization_social_feed',
      purpose: 'read comments, and check whether our own are public when the response was lost',
      required: false,
    },
  ],
};

const dayMs = 24 * 60 * 60_000;
const accessTokenLifeMs = 60 * dayMs;
const refreshTokenLifeMs = 365 * dayMs;

export function linkedInDialect(context: LinkedInContext, place: ConnectPlace): OAuthDialect {
  const site = siteUrlOf(context, place);
  return {
    authorizeUrl: `${place.sandboxUrl ?? context.siteUrl}/oauth/v2/authorization`,
    tokenUrl: `${site}/oauth/v2/accessToken`,
    revokeUrl: `${site}/oauth/v2/revoke`,
    clientAuth: 'body',
    scopeSeparator: ' ',
    // LinkedIn reports dead codes, and sometimes dead refresh tokens, as an invalid request.
    isDeadGrant: ({ error, description }) =>
      error === 'invalid_request' &&
      /authorization code|refresh token|grant/i.test(description) &&
      !/missing/i.test(description),
  };
}

/** The names of the app's variables. Persons and companies have separate apps. */
const variablesOf: Readonly<Record<LinkedInAuthor, { id: string; secret: string }>> = {
  person: { id: 'LINKEDIN_PERSON_CLIENT_ID', secret: 'LINKEDIN_PERSON_CLIENT_SECRET' },
  organization: { id: 'LINKEDIN_COMPANY_CLIENT_ID', secret: 'LINKEDIN_COMPANY_CLIENT_SECRET' },
};

export function linkedInConnect(context: LinkedInContext): RedirectConnect {
  const { author, clientId, clientSecret } = context;
  const { id: idVariable, secret: secretVariable } = variablesOf[author];
  return oauthConnect(context, {
    app: { idVariable, id: clientId, secretVariable, secret: clientSecret },
    scopes: scopesOf[author],
    pkce: false,
    dialectOf: (place) => linkedInDialect(context, place),
    // A grant that may not even read its owner lacks a permission, whatever scopes were reported.
    readCandidates: (place, tokens) =>
      onFailure(
        author === 'person'
          ? readPersonCandidate(context, place, tokens)
          : readCompanyCandidates(context, place, tokens),
        asConnectAnswer,
      ),
  });
}

/**
 * The life of a grant. Most apps get no refresh token. If there is one, its end is fixed, so a person must
 * reconnect in time.
 */
export function linkedInLife({ clock }: LinkedInContext, tokens: OAuthTokens): GrantLife {
  const nowMs = clock.now().getTime();
  const tokenExpiresAt = tokens.accessExpiresAt ?? new Date(nowMs + accessTokenLifeMs);
  const refreshEndsAt = tokens.refreshExpiresAt ?? new Date(nowMs + refreshTokenLifeMs);
  return {
    tokenExpiresAt,
    refreshBy: null,
    refreshNotBefore: null,
    reconnectBy: tokens.refreshToken === null ? tokenExpiresAt : refreshEndsAt,
  };
}

function grantedBy(context: LinkedInContext, tokens: OAuthTokens) {
  const { accessToken, refreshToken, scopes } = tokens;
  return {
    serviceUrl: null,
    credentials: { accessToken, ...(refreshToken !== null && { refreshToken }) },
    life: linkedInLife(context, tokens),
    scopes,
  };
}

async function readPersonCandidate(
  context: LinkedInContext,
  { baseUrl }: ConnectPlace,
  tokens: OAuthTokens,
): Promise<ConnectAnswer> {
  const granted = grantedBy(context, tokens);
  const { urn, ...profile } = await readMember(accessWith(context, baseUrl, granted.credentials));
  return {
    kind: 'granted',
    candidates: [{ externalAccountId: urn, ...profile, ...granted, reason: null }],
  };
}

/** Reads the pages of a grant, which covers all pages on which the person has a role. */
async function readCompanyCandidates(
  context: LinkedInContext,
  { baseUrl }: ConnectPlace,
  tokens: OAuthTokens,
): Promise<ConnectAnswer> {
  const granted = grantedBy(context, tokens);
  const access = accessWith(context, baseUrl, granted.credentials);
  const held = await readHeldOrganizations(access);
  if (held.length === 0) {
    return { kind: 'denied', code: 'NOTHING_GRANTED', message: connectErrors.NOTHING_GRANTED };
  }
  const ids = held.map(({ id }) => id);
  // A failure is ignored, because the code is used up, and pages without names are better than none.
  const profiles = await onFailure(readOrganizations(access, ids), () => new Map<string, never>());
  const candidates = held.map((organization) => {
    const { id } = organization;
    const { vanityName = null, name = null, logoUrl = null } = profiles.get(id) ?? {};
    const reason: CandidateReason | null = mayPostOn(organization) ? null : 'ROLE_MISSING';
    return {
      externalAccountId: `urn:li:organization:${id}`,
      handle: vanityName ?? id,
      displayName: name,
      avatarUrl: logoUrl,
      ...granted,
      reason,
    };
  });
  return { kind: 'granted', candidates };
}

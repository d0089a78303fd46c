import type { Context, Hono } from 'hono';
import { z } from 'zod';
import { addAvatars, avatarUrl } from '../../../sandbox/avatars.js';
import type { SandboxEnv } from '../../../sandbox/publishing.js';
import { readAccessToken, readBearer, type SandboxToken } from '../../../sandbox/tokens.js';
import { badgeColor, type LinkedInSide } from './simulated-accounts.js';
import { denied, expiredToken, invalid } from './answers.js';
import { hasScope, refusalOf } from './grants.js';
import { mayRead, versioned } from './parts.js';

/** The routes about a member and their roles in organizations. */
export function addAccounts(app: Hono<SandboxEnv>, side: LinkedInSide): void {
  addAvatars(app, [...side.members, ...side.organizations], badgeColor);
  app.get('/v2/userinfo', (c) => userInfo(c, side));
  if (!mayRead(side)) return;
  app.get(
    '/rest/organizationAcls',
    versioned(side, 'organizationAcls', (c, token) => listRoles(c, side, token)),
  );
  app.get(
    '/rest/organizations',
    versioned(side, 'organizations', (c, token) => showOrganizations(c, side, token)),
  );
  app.get(
    '/rest/images',
    versioned(side, 'images', (c) => showLogos(c, side)),
  );
}

/** An OpenID endpoint, so a token without that scope is rejected. */
function userInfo(c: Context<SandboxEnv>, side: LinkedInSide): Response {
  side.store.countCall(side.platform, 'userinfo');
  const token = readAccessToken(readBearer(c.req.header('authorization')));
  const refused = refusalOf(side, token);
  if (token === null || refused !== null) return refused ?? expiredToken();
  if (!hasScope(side, token, 'openid')) return denied('userinfo.GET');
  const sub = token.accountId.replace(/^.*:/, '');
  const member = side.members.find(({ externalAccountId }) => externalAccountId === token.accountId);
  if (member === undefined) return c.json({ sub, name: sub });
  const { displayName: name } = member;
  return c.json({ sub, name, picture: avatarUrl(side.baseUrl, token.accountId), email_verified: true });
}

const rolesSchema = z.strictObject({
  q: z.literal('roleAssignee'),
  role: z.string().optional(),
  state: z.enum(['APPROVED', 'REQUESTED', 'REJECTED', 'REVOKED']).optional(),
  start: z.coerce.number().int().min(0).default(0),
  count: z.coerce.number().int().min(1).max(100).default(10),
});

function listRoles(c: Context<SandboxEnv>, side: LinkedInSide, token: SandboxToken): Response {
  const query = rolesSchema.safeParse(c.req.query()).data;
  if (query === undefined) return invalid('The query is not as described.');
  if (!hasScope(side, token, 'rw_organization_admin')) return denied('organizationAcls.FINDER-roleAssignee');
  const { start, count, role: wanted, state = 'APPROVED' } = query;
  const member = side.members.find(({ externalAccountId }) => externalAccountId === token.accountId);
  const all = (member?.roles ?? [])
    .filter(({ role }) => state === 'APPROVED' && (wanted === undefined || role === wanted))
    .map(({ organization, role }) => ({
      roleAssignee: token.accountId,
      state: 'APPROVED',
      role,
      organization,
    }));
  const elements = all.slice(start, start + count);
  return c.json({ paging: { start, count, links: [], total: all.length }, elements });
}

const listPattern = /^List\(([^()]+)\)$/;

/** A batch request. Organizations in which the member has no role are rejected individually. */
function showOrganizations(c: Context<SandboxEnv>, side: LinkedInSide, token: SandboxToken): Response {
  const ids = listPattern.exec(c.req.query('ids') ?? '')?.[1]?.split(',');
  if (ids?.every((id) => /^\d+$/.test(id)) !== true) return invalid('ids must be a list of numbers.');
  const member = side.members.find(({ externalAccountId }) => externalAccountId === token.accountId);
  const mine = new Set([token.accountId, ...(member?.roles.map(({ organization }) => organization) ?? [])]);
  const results: Record<string, object> = {};
  const statuses: Record<string, number> = {};
  const errors: Record<string, object> = {};
  for (const id of ids) {
    const urn = `urn:li:organization:${id}`;
    statuses[id] = mine.has(urn) ? 200 : 403;
    if (mine.has(urn)) results[id] = organization(side, urn);
    else errors[id] = { status: 403, code: 'ACCESS_DENIED', message: 'Not enough permissions' };
  }
  return c.json({ results, statuses, errors });
}

function organization(side: LinkedInSide, urn: string): object {
  const id = urn.replace(/^.*:/, '');
  const known = side.organizations.find(({ externalAccountId }) => externalAccountId === urn);
  if (known === undefined) return { id: Number(id), localizedName: id, vanityName: id };
  const original = `urn:li:digitalmediaAsset:logo${id}`;
  return {
    id: Number(id),
    localizedName: known.displayName,
    vanityName: known.handle,
    logoV2: { cropped: original, original },
  };
}

/** Only logos, not images of posts. */
function showLogos(c: Context<SandboxEnv>, { organizations, baseUrl }: LinkedInSide): Response {
  const urns = listPattern.exec(c.req.query('ids') ?? '')?.[1]?.split(',') ?? [];
  if (urns.length === 0) return invalid('ids must be a list of URNs.');
  const logos = new Map(
    organizations.map(({ externalAccountId }) => [
      `urn:li:image:logo${externalAccountId.replace(/^.*:/, '')}`,
      avatarUrl(baseUrl, externalAccountId),
    ]),
  );
  const results = Object.fromEntries(
    urns.flatMap((id) => {
      const downloadUrl = logos.get(id);
      return downloadUrl === undefined ? [] : [[id, { id, status: 'AVAILABLE', downloadUrl }]];
    }),
  );
  return c.json({ results });
}

import type { Context, Hono } from 'hono';
import { z } from 'zod';
import { addAvatars, avatarUrl } from '../../../sandbox/avatars.js';
import { readBearerToken, type Register } from '../../../sandbox/call.js';
import type { SandboxEnv } from '../../../sandbox/publishing.js';
import { denied, expiredToken, invalid } from './answers.js';
import { hasScope, reachedBy, refusalOf, rolesOf } from './grants.js';
import { elementsOf, mayRead, type LinkedInCall } from './parts.js';
import { badgeColor, type LinkedInSide } from './simulated-accounts.js';

/** Adds the routes about a member and the member's roles in organizations. */
export function addAccounts(app: Hono<SandboxEnv>, on: Register<LinkedInCall>, side: LinkedInSide): void {
  addAvatars(app, [...side.members, ...side.organizations], badgeColor);
  app.get('/v2/userinfo', (c) => userInfo(c, side));
  if (!mayRead(side)) return;
  on('GET', '/organizationAcls', 'organizationAcls', listRoles);
  on('GET', '/organizations', 'organizations', showOrganizations);
  on('GET', '/images', 'images', showLogos);
}

/** GET /v2/userinfo. An OpenID endpoint, so a token without that scope is rejected. */
function userInfo(c: Context<SandboxEnv>, side: LinkedInSide): Response {
  side.store.countCall(side.platform, 'userinfo');
  const token = readBearerToken(c);
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

function listRoles(call: LinkedInCall): Response {
  const { c, token } = call;
  const query = rolesSchema.safeParse(c.req.query()).data;
  if (query === undefined) return invalid('The query is not as described.');
  if (!hasScope(call, token, 'rw_organization_admin')) return denied('organizationAcls.FINDER-roleAssignee');
  const { role: wanted, state = 'APPROVED' } = query;
  const all = rolesOf(call, token.accountId).filter(
    ({ role }) => state === 'APPROVED' && (wanted === undefined || role === wanted),
  );
  return elementsOf(all, query, ({ organization, role }) => ({
    roleAssignee: token.accountId,
    state: 'APPROVED',
    role,
    organization,
  }));
}

const listPattern = /^List\(([^()]+)\)$/;

/** Shows a batch of organizations. Those in which the member has no role are rejected individually. */
function showOrganizations(call: LinkedInCall): Response {
  const { c, token } = call;
  const ids = listPattern.exec(c.req.query('ids') ?? '')?.[1]?.split(',');
  if (ids?.every((id) => /^\d+$/.test(id)) !== true) return invalid('ids must be a list of numbers.');
  const mine = new Set(reachedBy(call, token.accountId));
  const results: Record<string, object> = {};
  const statuses: Record<string, number> = {};
  const errors: Record<string, object> = {};
  for (const id of ids) {
    const urn = `urn:li:organization:${id}`;
    statuses[id] = mine.has(urn) ? 200 : 403;
    if (mine.has(urn)) results[id] = organization(call, urn);
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

/** Shows logos only, not images of posts. */
function showLogos({ c, organizations, baseUrl }: LinkedInCall): Response {
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

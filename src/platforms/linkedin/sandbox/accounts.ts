import type { Context, Hono } from 'hono';
import { z } from 'zod';
import { addAvatars, avatarUrl } from '../../../sandbox/avatars.js';
import { readBearerToken, type Register } from '../../../sandbox/call.js';
import type { SandboxEnv } from '../../../sandbox/publishing.js';
import { denied, expiredToken, invalid, refusal } from './answers.js';
import { hasScope, refusalOf, rolesOf } from './grants.js';
import { elementsOf, mayRead, type LinkedInCall } from './parts.js';
import { badgeColor, type LinkedInSide, type Member } from './simulated-accounts.js';

/** Adds the routes about a member and the member's roles in organizations. */
export function addAccounts(app: Hono<SandboxEnv>, on: Register<LinkedInCall>, side: LinkedInSide): void {
  addAvatars(app, [...side.members, ...side.organizations], badgeColor);
  app.get('/v2/userinfo', (c) => userInfo(c, side));
  if (!mayRead(side)) return;
  on('GET', '/organizationAcls', 'organizationAcls', listRoles);
  on('GET', '/organizations', 'organizations', showOrganizations);
  on('GET', '/organizationsLookup', 'organizationsLookup', lookUpOrganizations);
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

/** The roles of the token's owner. A token that was issued for a page, not for a member, counts as its administrator's. */
function rolesHeldBy(call: LinkedInCall): NonNullable<Member['roles']> {
  const { accountId } = call.token;
  const isPage = call.organizations.some(({ externalAccountId }) => externalAccountId === accountId);
  return isPage ? [{ organization: accountId, role: 'ADMINISTRATOR' }] : rolesOf(call, accountId);
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
  const all = rolesHeldBy(call).filter(
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

/** The ids in the query; null if it is not a list of numbers. */
function listedIds({ c }: LinkedInCall): string[] | null {
  const ids = listPattern.exec(c.req.query('ids') ?? '')?.[1]?.split(',');
  return ids?.every((id) => /^\d+$/.test(id)) === true ? ids : null;
}

const invalidIds = (): Response => invalid('ids must be a list of numbers.');
const urnOf = (id: string): string => `urn:li:organization:${id}`;

/** Shows a batch of organizations, to their administrators only: any other organization refuses the whole batch. */
function showOrganizations(call: LinkedInCall): Response {
  if (call.c.req.query('q') !== undefined) return findOrganizations(call);
  const ids = listedIds(call);
  if (ids === null) return invalidIds();
  const administered = new Set(
    rolesHeldBy(call)
      .filter(({ role }) => role === 'ADMINISTRATOR')
      .map(({ organization }) => organization),
  );
  const hidden = ids.map(urnOf).find((urn) => !administered.has(urn));
  if (hidden !== undefined) {
    const words = `Viewer don't have permission to the ADMIN_ONLY VisibilityReduction for ${hidden}`;
    return refusal(403, 'ACCESS_DENIED', words);
  }
  return call.c.json(batchOf(ids, (id) => organization(call, urnOf(id))));
}

const vanitySchema = z.strictObject({ q: z.literal('vanityName'), vanityName: z.string().min(1) });

/** Finds an organization by the name in its URL, whatever its case. Any member sees its main fields. */
function findOrganizations(call: LinkedInCall): Response {
  const { c, token, organizations } = call;
  const query = vanitySchema.safeParse(c.req.query()).data;
  if (query === undefined) return invalid('The query is not as described.');
  if (!hasScope(call, token, 'rw_organization_admin')) return denied('organizations.FINDER-vanityName');
  const found = organizations.filter(({ handle }) => handle === query.vanityName.toLowerCase());
  return elementsOf(found, { start: 0, count: 10 }, ({ externalAccountId }) =>
    organization(call, externalAccountId),
  );
}

/** Shows a batch of organizations to any member. */
function lookUpOrganizations(call: LinkedInCall): Response {
  const ids = listedIds(call);
  if (ids === null) return invalidIds();
  const isKnown = (id: string): boolean =>
    call.organizations.some(({ externalAccountId }) => externalAccountId === urnOf(id));
  return call.c.json(batchOf(ids, (id) => (isKnown(id) ? organization(call, urnOf(id)) : null)));
}

function batchOf(ids: readonly string[], read: (id: string) => object | null): object {
  const results: Record<string, object> = {};
  const statuses: Record<string, number> = {};
  const errors: Record<string, object> = {};
  for (const id of ids) {
    const found = read(id);
    statuses[id] = found === null ? 404 : 200;
    if (found === null) errors[id] = { status: 404, code: 'RESOURCE_NOT_FOUND', message: 'Not found' };
    else results[id] = found;
  }
  return { results, statuses, errors };
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

import { z } from 'zod';
import { onFailure, PlatformFailed } from '../kit/failure.js';
import { encodeUrn, readLinkedIn, type LinkedInAccess } from './api.js';

/** An organization in which a member has a role. */
export interface HeldOrganization {
  id: string;
  /** A member can have several roles in one organization. */
  roles: string[];
}

export interface OrganizationProfile {
  vanityName: string | null;
  name: string | null;
  logoUrl: string | null;
}

/** The roles that may post. LinkedIn's documentation has two names for the second role. */
const postingRoles = new Set([
  'ADMINISTRATOR',
  'CONTENT_ADMIN',
  'CONTENT_ADMINISTRATOR',
  'DIRECT_SPONSORED_CONTENT_POSTER',
  'RECRUITING_POSTER',
]);

export const mayPostOn = ({ roles }: HeldOrganization): boolean =>
  roles.some((role) => postingRoles.has(role));

const rolesOnPage = 100;
const pagesMax = 20;
const idsInBatch = 50;

const targetSchema = z.string().optional();
const aclsSchema = z.object({
  elements: z.array(
    // The name of the field differs between the versions of this finder.
    z
      .object({
        role: z.string(),
        state: z.string().optional(),
        organization: targetSchema,
        organizationTarget: targetSchema,
        organizationalTarget: targetSchema,
      })
      .transform(({ role, state, organization, organizationTarget, organizationalTarget }) => ({
        role,
        state,
        urn: organization ?? organizationTarget ?? organizationalTarget ?? '',
      })),
  ),
  paging: z.object({ total: z.number().optional() }).optional(),
});

/**
 * Reads the organizations of the person who granted the token, with that person's roles. Showcase pages are left out.
 */
export async function readHeldOrganizations(access: LinkedInAccess): Promise<HeldOrganization[]> {
  const held = new Map<string, HeldOrganization>();
  for (let page = 0; page < pagesMax; page += 1) {
    const start = page * rolesOnPage;
    const query = `q=roleAssignee&state=APPROVED&start=${start}&count=${rolesOnPage}`;
    const acls = await readLinkedIn(
      access,
      {
        method: 'GET',
        path: `/rest/organizationAcls?${query}`,
        headers: { 'x-restli-method': 'FINDER' },
      },
      aclsSchema,
    );
    for (const { urn, role, state = 'APPROVED' } of acls.elements) {
      const id = /^urn:li:organization:(\d+)$/.exec(urn)?.[1];
      if (id === undefined || state !== 'APPROVED') continue;
      const known = held.get(id);
      if (known === undefined) held.set(id, { id, roles: [role] });
      else known.roles.push(role);
    }
    const total = acls.paging?.total;
    const isLast = total === undefined ? acls.elements.length < rolesOnPage : total <= start + rolesOnPage;
    if (isLast || acls.elements.length === 0) break;
  }
  return [...held.values()];
}

const organizationSchema = z.object({
  vanityName: z.string().min(1).optional().catch(undefined),
  localizedName: z.string().min(1).optional().catch(undefined),
  logoV2: z.object({ original: z.string().optional() }).optional().catch(undefined),
});
const organizationsSchema = z.object({ results: z.record(z.string(), organizationSchema) });

type Organizations = z.infer<typeof organizationsSchema>['results'];

/** Reads profiles by id. Organizations that LinkedIn does not show to this member are missing from the result. */
export async function readOrganizations(
  access: LinkedInAccess,
  ids: readonly string[],
): Promise<Map<string, OrganizationProfile>> {
  const profiles = new Map<string, OrganizationProfile>();
  for (let start = 0; start < ids.length; start += idsInBatch) {
    const found = Object.entries(await readBatch(access, ids.slice(start, start + idsInBatch)));
    const logos = await readLogos(
      access,
      found.flatMap(([, { logoV2 }]) => logoV2?.original ?? []),
    );
    for (const [id, { vanityName = null, localizedName = null, logoV2 }] of found) {
      const logoUrl = logos.get(imageUrn(logoV2?.original ?? '')) ?? null;
      profiles.set(id, { vanityName, name: localizedName, logoUrl });
    }
  }
  return profiles;
}

/**
 * Reads one batch. LinkedIn shows whole organizations to their administrators only, and one that the member does not
 * administer can refuse the whole batch, so the rest is read from the lookup that is open to all.
 */
async function readBatch(access: LinkedInAccess, ids: readonly string[]): Promise<Organizations> {
  const whole = await readFrom(access, 'organizations', ids);
  const missing = ids.filter((id) => whole[id] === undefined);
  if (missing.length === 0) return whole;
  return { ...whole, ...(await readFrom(access, 'organizationsLookup', missing)) };
}

/** Reads organizations by id. Those that LinkedIn refuses to show are missing, because nothing but a name depends on them. */
async function readFrom(
  access: LinkedInAccess,
  resource: 'organizations' | 'organizationsLookup',
  ids: readonly string[],
): Promise<Organizations> {
  const path = `/rest/${resource}?ids=List(${ids.join(',')})`;
  const reading = readLinkedIn(access, { method: 'GET', path }, organizationsSchema);
  const { results } = await onFailure(reading, (failure) => {
    if (failure.kind === 'rejected') return { results: {} };
    throw new PlatformFailed(failure);
  });
  return results;
}

const imagesSchema = z.object({
  results: z.record(z.string(), z.object({ downloadUrl: z.url().optional() })),
});

/** The URN of a logo in the images API, which differs from that in the older API that profiles use. */
const imageUrn = (urn: string): string => urn.replace('urn:li:digitalmediaAsset:', 'urn:li:image:');

/** Reads the download URLs of logos by URN. Nothing depends on them, so unreadable ones are left out. */
async function readLogos(access: LinkedInAccess, urns: readonly string[]): Promise<Map<string, string>> {
  const images = urns.map(imageUrn).filter((urn) => urn.startsWith('urn:li:image:'));
  if (images.length === 0) return new Map();
  const path = `/rest/images?ids=List(${images.map(encodeUrn).join(',')})`;
  const reading = readLinkedIn(access, { method: 'GET', path }, imagesSchema);
  const { results } = await onFailure(reading, () => ({ results: {} }));
  return new Map(
    Object.entries(results).flatMap(([urn, { downloadUrl }]) =>
      downloadUrl === undefined ? [] : [[urn, downloadUrl] as const],
    ),
  );
}

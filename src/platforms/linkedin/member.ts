import { z } from 'zod';
import { readLinkedIn, type LinkedInAccess } from './api.js';

export interface Member {
  urn: string;
  handle: string;
  displayName: string | null;
  avatarUrl: string | null;
}

const memberSchema = z.object({
  sub: z.string().regex(/^[\w-]+$/),
  name: z.string().min(1).optional().catch(undefined),
  picture: z.url().optional().catch(undefined),
});

/** Reads the member who granted the token. Self-serve apps do not get the name in a member's profile URL. */
export async function readMember(access: LinkedInAccess): Promise<Member> {
  const call = { method: 'GET', path: '/v2/userinfo' } as const;
  const { sub, name = null, picture: avatarUrl = null } = await readLinkedIn(access, call, memberSchema);
  return { urn: `urn:li:person:${sub}`, handle: name ?? sub, displayName: name, avatarUrl };
}

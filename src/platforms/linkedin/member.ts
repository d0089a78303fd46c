import { z } from 'zod';
import { isSuccess, readAnswer } from '../kit/call.js';
import type { PlatformFailure } from '../kit/failure.js';
import { callLinkedIn, linkedInFailure, type LinkedInAccess, type LinkedInContext } from './api.js';

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

/** The member who granted the token. Self-serve apps do not get the name in a member's profile URL. */
export async function readMember(
  context: LinkedInContext,
  access: LinkedInAccess,
): Promise<{ member: Member } | { failure: PlatformFailure }> {
  const result = await callLinkedIn(context, access, { method: 'GET', path: '/v2/userinfo' });
  if ('failure' in result) return result;
  const read = isSuccess(result.answer) ? readAnswer(result.answer, memberSchema) : null;
  if (read === null) return { failure: linkedInFailure(context, result.answer) };
  const { sub, name = null, picture: avatarUrl = null } = read;
  return { member: { urn: `urn:li:person:${sub}`, handle: name ?? sub, displayName: name, avatarUrl } };
}

import { z } from 'zod';
import type { Clock } from '../../clock.js';
import { retryAfterMs } from '../../domain/retry-after.js';
import type { TargetErrorCode } from '../../domain/target-errors.js';
import { callApi, type ApiCall } from '../kit/api-call.js';
import { isInconclusive, isSuccess, readAnswer, unreadable, type PlatformAnswer } from '../kit/call.js';
import { PlatformFailed, type PlatformFailure } from '../kit/failure.js';
import type { TikTokAccess, TikTokSession } from '../kit/tiktok/login.js';
import type { ConnectorParts } from '../kit/parts.js';

export interface TikTokContext extends ConnectorParts {
  /** The website, where people grant access and read posts. */
  siteUrl: string;
  /** The client of our registered app. Refreshing needs both values. */
  clientKey: string | null;
  clientSecret: string | null;
}

export type PersonalSession = TikTokSession<Pick<TikTokContext, 'siteUrl'>>;

/** A failure with TikTok's own error code. */
export class TikTokFailed extends PlatformFailed {
  readonly code: string | null;

  constructor(failure: PlatformFailure, code: string | null) {
    super(failure);
    this.code = code;
  }
}

/**
 * Makes a call, by default a POST request, which even most reads are. Paths end with a slash. `error.code`
 * says whether a call succeeded, not the status. Throws the failure if it did not.
 */
export async function callTikTok<T>(
  access: Omit<TikTokAccess, 'externalAccountId'>,
  { method = 'POST', ...call }: Omit<ApiCall, 'method'> & { method?: 'GET' | 'POST' },
  schema: z.ZodType<T>,
): Promise<T> {
  const headers = method === 'POST' ? { 'content-type': 'application/json; charset=UTF-8' } : {};
  const answer = await callApi(access, { ...call, method, headers });
  const envelope = readAnswer(answer, envelopeSchema);
  const isOk = isSuccess(answer) && envelope?.error.code === 'ok';
  const parsed = isOk ? schema.safeParse(envelope.data) : undefined;
  if (parsed?.success === true) return parsed.data;
  throw new TikTokFailed(tikTokFailure(answer, access.clock), envelope?.error.code ?? null);
}

const envelopeSchema = z.object({
  data: z.unknown(),
  error: z.object({ code: z.string(), message: z.string().optional() }),
});

/**
 * The wait after a cap. Caps count the last 24 hours, and TikTok does not say when there is room, so try
 * again in an hour.
 */
const quotaWaitMs = 60 * 60 * 1000;
const quotaCodes = new Set([
  'spam_risk_too_many_posts',
  'spam_risk_too_many_pending_share',
  'reached_active_user_cap',
]);

const rejections: Readonly<Record<string, TargetErrorCode>> = {
  scope_not_authorized: 'PERMISSION_MISSING',
  scope_permission_missed: 'PERMISSION_MISSING',
  spam_risk_user_banned_from_posting: 'POLICY_BLOCKED',
  spam_risk_text: 'POLICY_BLOCKED',
  spam_risk: 'POLICY_BLOCKED',
  // TikTok has not audited our app yet.
  unaudited_client_can_only_post_to_private_accounts: 'POLICY_BLOCKED',
  privacy_level_option_mismatch: 'CHOICE_NOT_AVAILABLE',
  // Drafts need a newer TikTok app on the owner's phone.
  app_version_check_failed: 'CHOICE_NOT_AVAILABLE',
  // The operator must verify the domain of the media at TikTok.
  url_ownership_unverified: 'MEDIA_UNAVAILABLE',
  invalid_file_upload: 'MEDIA_REJECTED',
  invalid_param: 'PLATFORM_REJECTED',
  invalid_params: 'PLATFORM_REJECTED',
};

/** Converts an error response, of any call, to a failure. */
export function tikTokFailure(answer: PlatformAnswer, clock: Clock): PlatformFailure {
  const error = readAnswer(answer, envelopeSchema)?.error;
  const code = error?.code ?? '';
  const message = answer.say(error && [code, error.message].filter(Boolean).join(': '));
  const known = rejections[code];
  if (known !== undefined) return { kind: 'rejected', code: known, message };
  if (code === 'access_token_invalid') return { kind: 'auth-expired', message };
  if (quotaCodes.has(code)) {
    const waitMs = retryAfterMs(answer.headers, clock.now()) ?? quotaWaitMs;
    return { kind: 'rate-limited', retryAfterMs: waitMs, code: 'PLATFORM_QUOTA_EXCEEDED', message };
  }
  if (code === 'rate_limit_exceeded' || answer.status === 429) {
    return { kind: 'rate-limited', retryAfterMs: retryAfterMs(answer.headers, clock.now()), message };
  }
  if (isSuccess(answer) && (error === undefined || code === 'ok')) return unreadable(answer);
  if (code === 'internal_error' || (isInconclusive(answer) && !isSuccess(answer))) {
    return { kind: 'ambiguous', message };
  }
  if (answer.status === 401) return { kind: 'auth-expired', message };
  return { kind: 'rejected', code: 'PLATFORM_REJECTED', message };
}

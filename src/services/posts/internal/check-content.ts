import { ruleViolated, type ErrorDetail } from '../../../domain/errors.js';
import { postWarningCodes, type PostWarning } from '../../post-records/types.js';
import type { RequestContext } from '../../shared/context.js';
import { choiceFindings } from './choice-findings.js';
import {
  platformFindings,
  type ContentFinding,
  type DraftedContent,
  type DraftedTarget,
} from './platform-findings.js';
import { foreseeQuotas, type ForeseenQuota } from './quota-foresight.js';

export interface PlannedTime {
  /** When the post is due. Null: it is a draft. */
  at: Date | null;
  /** Null: the post is new. */
  postId: string | null;
  /** Which targets will be published then. Absent: all. */
  isDue?: (target: DraftedTarget) => boolean;
}

/** A warning of a post whose targets may not have ids yet. */
export type ContentWarning = Omit<PostWarning, 'targetId'>;

/**
 * Returns what the platforms would refuse or warn of, for each target in the order of the request. It asks
 * platforms for their accounts' choices, so never call it within a transaction.
 */
export async function contentFindings(
  ctx: RequestContext,
  content: DraftedContent,
  { at, postId, isDue = () => true }: PlannedTime,
): Promise<ContentFinding[][]> {
  const targets = content.targets.filter(isDue);
  const [rules, choices, quotas] = await Promise.all([
    platformFindings(ctx, content),
    choiceFindings(ctx, content, { draft: at === null }),
    at === null ? [] : foreseeQuotas(ctx, { content, targets, at, postId }),
  ]);
  return content.targets.map((target, index) => [
    ...(rules[index] ?? []),
    ...(choices[index] ?? []).map((finding) => ({ ...finding, ...whose(target) })),
    ...quotas
      .filter(({ socialAccountId }) => socialAccountId === target.socialAccountId)
      .map((foreseen) => quotaFinding(target, foreseen)),
  ]);
}

/**
 * Checks the platforms' own rules (422). A draft may be incomplete, so rules about missing things wait until
 * the post is scheduled, and so do rules about what an account currently has. Returns the warnings of an
 * accepted post.
 */
export async function checkPlatformRules(
  ctx: RequestContext,
  content: DraftedContent,
  planned: PlannedTime,
): Promise<ContentWarning[]> {
  const { isDue = () => true } = planned;
  const found = await contentFindings(ctx, content, planned);
  // Public targets are not published again, so they are not checked.
  const byTarget = content.targets.map((target, index) => (isDue(target) ? (found[index] ?? []) : []));
  const isDraft = planned.at === null;
  const refused = byTarget
    .flat()
    .filter(({ severity, isMissing }) => severity === 'error' && !(isDraft && isMissing));
  if (refused.length > 0) throw ruleViolated(refused.map(toDetail));
  return byTarget.flatMap((findings, index) => {
    const { socialAccountId = '' } = content.targets[index] ?? {};
    return findings.flatMap((finding) => toWarning(finding, socialAccountId));
  });
}

function whose({
  platform,
  socialAccountId,
}: DraftedTarget): Pick<ErrorDetail, 'platform' | 'socialAccountId'> {
  return { platform, socialAccountId };
}

function toDetail(finding: ContentFinding): ErrorDetail {
  const { path, code, message, platform, socialAccountId, limit, actual, mime } = finding;
  return {
    path,
    code,
    message,
    ...(platform !== undefined && { platform }),
    ...(socialAccountId !== undefined && { socialAccountId }),
    ...(limit !== undefined && { limit }),
    ...(actual !== undefined && { actual }),
    ...(mime !== undefined && { mime }),
  };
}

function toWarning(
  { severity, code: finding, message, rule, limit, actual, fitsAt }: ContentFinding,
  socialAccountId: string,
): ContentWarning[] {
  const code = postWarningCodes.find((known) => known === finding.toUpperCase());
  if (severity !== 'warning' || code === undefined) return [];
  return [
    {
      code,
      socialAccountId,
      message,
      ...(rule !== undefined && { rule }),
      ...(limit !== undefined && { limit }),
      ...(actual !== undefined && { actual }),
      ...(fitsAt !== undefined && { fitsAt }),
    },
  ];
}

/** Each account is in a post at most once. */
export function warningsFor(
  warnings: readonly ContentWarning[],
  targets: readonly { id: string; socialAccountId: string }[],
): PostWarning[] {
  return warnings.flatMap((warning) => {
    const target = targets.find(({ socialAccountId }) => socialAccountId === warning.socialAccountId);
    return target === undefined ? [] : [{ ...warning, targetId: target.id }];
  });
}

function quotaFinding(
  target: DraftedTarget,
  { quota: { rule, window, scope }, limit, actual, fitsAt }: ForeseenQuota,
): ContentFinding {
  const { platform } = target;
  const owner = scope === 'account' ? 'The account' : 'All accounts of this installation together';
  const day =
    window === 'rolling-day' ? '24 hours' : `a day from midnight to midnight in ${window.midnightIn}`;
  const then =
    fitsAt === null
      ? 'There is no free time in the following week, as far as is known.'
      : `The next free time is ${fitsAt.toISOString()}.`;
  return {
    path: 'scheduledFor',
    code: 'platform_quota_foreseen',
    message: `${platform}: ${owner} can publish at most ${limit} in ${day}; this post would make it ${actual}. ${then}`,
    ...whose(target),
    severity: 'warning',
    isMissing: false,
    rule,
    limit,
    actual,
    fitsAt,
  };
}

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
  /** When it is to be published; null: it is a draft. */
  at: Date | null;
  /** Null: it is new. */
  postId: string | null;
  /** Which targets are going to be published then; absent: all. */
  isDue?: (target: DraftedTarget) => boolean;
}

/** A warning of a post whose targets may not have ids yet. */
export type ContentWarning = Omit<PostWarning, 'targetId'>;

/**
 * What the platforms would refuse or warn of, for each target in the order of the request. Asks platforms what their
 * accounts may pick from: not to be called within a transaction.
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
 * The platforms' own rules (422). A draft may still lack things, so rules about what is missing wait until the post is
 * scheduled, and so do those about what an account has at the moment. Gives what an accepted post is warned of.
 */
export async function checkPlatformRules(
  ctx: RequestContext,
  content: DraftedContent,
  planned: PlannedTime,
): Promise<ContentWarning[]> {
  const { isDue = () => true } = planned;
  const found = await contentFindings(ctx, content, planned);
  // What is public already is not published again: nothing is to be said of it.
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
  const { path, code, message, platform, socialAccountId, limit, actual } = finding;
  return {
    path,
    code,
    message,
    ...(platform !== undefined && { platform }),
    ...(socialAccountId !== undefined && { socialAccountId }),
    ...(limit !== undefined && { limit }),
    ...(actual !== undefined && { actual }),
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

/** Each account is in a post once. */
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

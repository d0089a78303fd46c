import type { EstimatedCost } from '../../../domain/costs.js';
import { findingOf, refuseErrors, type Finding } from '../../../domain/findings.js';
import type { ContentCheck } from '../../post-records/types.js';
import type { RequestContext } from '../../shared/context.js';
import { choiceViolations } from './choice-violations.js';
import {
  platformChecks,
  type DraftedContent,
  type DraftedTarget,
  type PlacedViolation,
} from './platform-violations.js';
import { foreseeQuotas, type ForeseenQuota } from './quota-foresight.js';
import { repeatedTexts } from './repeated-texts.js';

export interface PlannedTime {
  /** The time at which the post is due. Null if it is a draft. */
  at: Date | null;
  /** The stored post. Null if the post is new. */
  postId: string | null;
  /** Whether a target will be published at that time. If absent, all will. */
  isDue?: (target: DraftedTarget) => boolean;
}

interface TargetCheck {
  findings: Finding[];
  /** The cost of publishing the target. Null if its platform bills nothing. */
  cost: EstimatedCost | null;
}

/**
 * Returns the errors and warnings of the platforms and their prices, for each target in the order of the request. Asks
 * platforms for their accounts' choices, so it must not be called within a transaction.
 */
export async function checkTargets(
  ctx: RequestContext,
  content: DraftedContent,
  { at, postId, isDue = () => true }: PlannedTime,
): Promise<TargetCheck[]> {
  const targets = content.targets.filter(isDue);
  const [checks, choices, quotas, repeated] = await Promise.all([
    platformChecks(ctx, content),
    choiceViolations(ctx, content, { draft: at === null }),
    at === null ? [] : foreseeQuotas(ctx, { content, targets, at, postId }),
    postId === null ? repeatedTexts(ctx, content, at) : null,
  ]);
  const asDraft = (violation: PlacedViolation): PlacedViolation =>
    at === null && violation.isMissing === true ? { ...violation, severity: 'warning' } : violation;
  return content.targets.map((target, index) => {
    const { violations = [], cost = null } = checks[index] ?? {};
    const findings = [
      ...[...violations, ...(choices[index] ?? [])].map((violation: PlacedViolation) =>
        findingOf(asDraft(violation), target, { shape: content.shape, index }, violation.part),
      ),
      ...quotas
        .filter(({ socialAccountId }) => socialAccountId === target.socialAccountId)
        .map((foreseen) => quotaFinding(target, foreseen)),
      ...[repeated?.get(target.socialAccountId) ?? []].flat(),
    ];
    return { findings, cost };
  });
}

/**
 * Refuses content that breaks the platforms' own rules (422), and returns the warnings about accepted content and what
 * it costs. A draft may be incomplete, so rules about missing parts and about an account's current choices wait until
 * the post is scheduled.
 */
export async function checkPlatformRules(
  ctx: RequestContext,
  content: DraftedContent,
  planned: PlannedTime,
): Promise<ContentCheck> {
  const { isDue = () => true } = planned;
  const byTarget = await checkTargets(ctx, content, planned);
  // Only targets that will be published are checked. Public ones are not published again.
  const due = content.targets.flatMap((target, index) => {
    const check = byTarget[index];
    return check !== undefined && isDue(target) ? [{ ...check, ...target }] : [];
  });
  const findings = due.flatMap((each) => each.findings);
  refuseErrors(findings);
  const costs = due.flatMap(({ socialAccountId, cost }) =>
    cost === null ? [] : [[socialAccountId, cost] as const],
  );
  return { findings, costs: new Map(costs) };
}

/** The check of a request to which no rule applies, because it changes nothing. */
export const uncheckedContent: ContentCheck = { findings: [], costs: new Map() };

function quotaFinding(
  target: DraftedTarget,
  { quota: { rule, window, scope }, limit, actual, fitsAt }: ForeseenQuota,
): Finding {
  const { platform, socialAccountId } = target;
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
    platform,
    socialAccountId,
    severity: 'warning',
    rule,
    limit,
    actual,
    fitsAt,
  };
}

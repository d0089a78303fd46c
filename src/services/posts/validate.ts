import { AppError, type ErrorDetail } from '../../domain/errors.js';
import type { PlatformName } from '../../domain/platforms.js';
import type { RequestContext } from '../shared/context.js';
import { checkPostQuota, mediaCountFindings } from './internal/before-fetch.js';
import {
  checkNamedMedia,
  platformFindings,
  resolveAccounts,
  toDrafted,
  type PlatformFinding,
  type ResolvedTarget,
} from './content.js';
import { checkAltTexts } from './alt-texts.js';
import { checkFuture } from './run-staging.js';
import type { CreatePostInput } from './types.js';
import { urlFindings } from './internal/url-findings.js';
import { hasMediaItems } from './internal/url-media.js';

/** `error`: the creation would be refused. `warning`: it would be accepted, and something is still to be seen to. */
export const findingSeverities = ['error', 'warning'] as const;
export type FindingSeverity = (typeof findingSeverities)[number];

export interface Finding extends ErrorDetail {
  severity: FindingSeverity;
}

export interface ValidationResult {
  valid: boolean;
  /** Of the post as a whole. */
  findings: Finding[];
  targets: { socialAccountId: string; platform: PlatformName; findings: Finding[] }[];
}

/**
 * What POST /posts would say to the same body: everything at once, and nothing is written. Whom the creation would
 * not let in is refused here with the same error.
 */
export async function validatePost(ctx: RequestContext, input: CreatePostInput): Promise<ValidationResult> {
  const resolved = await resolveAccounts(ctx.db, ctx.reach, input.shape, input.targets);
  const findings = await postFindings(ctx, input, resolved);
  const targets = await targetFindings(ctx, input, resolved);
  const all = [...findings, ...targets.flatMap((target) => target.findings)];
  return { valid: all.every(({ severity }) => severity !== 'error'), findings, targets };
}

async function postFindings(
  ctx: RequestContext,
  input: CreatePostInput,
  [first]: ResolvedTarget[],
): Promise<Finding[]> {
  const { scheduledFor } = input;
  const workspaceId = first?.account.workspaceId ?? '';
  return [
    ...(await found(() => {
      if (scheduledFor !== null) checkFuture(scheduledFor, ctx.clock.now(), 'scheduledFor');
    })),
    ...(await found(() => checkNamedMedia(ctx.db, workspaceId, input.shape, input))),
    ...(await found(() => checkAltTexts(input.mediaAltText, input.mediaIds, input.targets))),
    ...(await urlFindings(ctx, input)),
    ...(await quotaFindings(ctx, workspaceId)),
  ];
}

async function quotaFindings(ctx: RequestContext, workspaceId: string): Promise<Finding[]> {
  try {
    await checkPostQuota(ctx, workspaceId);
    return [];
  } catch (error) {
    if (!isPlanLimit(error)) throw error;
    const { limit, current: actual } = error.extras;
    return [
      { path: '', code: error.code.toLowerCase(), message: error.message, limit, actual, severity: 'error' },
    ];
  }
}

function isPlanLimit(error: unknown): error is AppError<'PLAN_LIMIT_POSTS' | 'PLAN_LIMIT_API_POSTS'> {
  return error instanceof AppError && /^PLAN_LIMIT_(API_)?POSTS$/.test(String(error.code));
}

/** The details of a check that refuses, as findings. */
async function found(check: () => void | Promise<void>): Promise<Finding[]> {
  try {
    await check();
    return [];
  } catch (error) {
    if (!isValidationFailure(error)) throw error;
    return error.extras.details.map((detail) => ({ ...detail, severity: 'error' }));
  }
}

function isValidationFailure(error: unknown): error is AppError<'VALIDATION_FAILED'> {
  return error instanceof AppError && error.code === 'VALIDATION_FAILED';
}

async function targetFindings(
  ctx: RequestContext,
  input: CreatePostInput,
  resolved: readonly ResolvedTarget[],
): Promise<ValidationResult['targets']> {
  const draft = input.scheduledFor === null;
  const content = {
    ...input,
    workspaceId: resolved[0]?.account.workspaceId ?? '',
    targets: resolved.map(toDrafted),
  };
  const byTarget = await platformFindings(ctx, input.shape, content);
  const unfetched = {
    ...content,
    targets: resolved.map((target) => ({ ...target.input, ...toDrafted(target) })),
  };
  const byCount = hasMediaItems(input) ? mediaCountFindings(ctx, input.shape, unfetched) : [];
  return resolved.map(({ account }, index) => {
    const counted = (byCount[index] ?? []).map((detail): PlatformFinding => ({
      ...detail,
      severity: 'error',
      isMissing: false,
    }));
    const known = [
      ...(counted.length > 0 ? withoutCounts(byTarget[index]) : (byTarget[index] ?? [])),
      ...counted,
    ].filter(
      // What comes by address is not here yet to be counted.
      ({ code }) => !(code === 'media_required' && hasMediaItems(input)),
    );
    const rules = known.map(({ isMissing, ...detail }): Finding => ({
      ...detail,
      severity: draft && isMissing ? 'warning' : detail.severity,
    }));
    const entry =
      input.shape === 'flat' ? `platforms.${index}.accountId` : `targets.${index}.socialAccountId`;
    return {
      socialAccountId: account.id,
      platform: account.platform,
      findings: account.status === 'ACTIVE' ? rules : [...rules, expiredAccount(entry)],
    };
  });
}

/** A count of the media that are here is no count of all. */
function withoutCounts(details: readonly PlatformFinding[] = []): PlatformFinding[] {
  return details.filter(({ code }) => code !== 'media_count_exceeded');
}

function expiredAccount(path: string): Finding {
  return {
    path,
    code: 'account_token_expired',
    message: 'The account must be connected again before it can publish.',
    severity: 'warning',
  };
}

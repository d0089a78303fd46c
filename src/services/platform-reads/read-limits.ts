import { pollCommentsIntervalMs } from '../../domain/workflow-contract.js';
import type { Platform } from '../../platforms/kit/platform.js';
import type { ReadBudget } from '../../platforms/kit/read-budget.js';

const hourMs = 60 * 60 * 1000;
const dayMs = 24 * hourMs;
/**
 * The share of an hour's calls that a user's request may use at once. Sweeps wait until the account has earned them
 * back.
 */
const askedShare = 1 / 6;
/** The share of a day's shared calls that all accounts of a platform may use at once. */
const sharedAtOnceShare = 1 / 24;
/** The allowance for a sweep that starts early. */
const earlyMsMax = pollCommentsIntervalMs / 2;

/** The budget of a platform, which the readers of comments and of numbers share. */
export const readBudgetOf = (platform: Platform | undefined): ReadBudget | undefined =>
  platform?.comments ?? platform?.metrics?.budget;

/** The time in which an account earns one call. */
export const msPerCall = ({ callsPerHourMax }: ReadBudget): number => hourMs / callsPerHourMax;

/** The time in which all accounts together earn one shared call. Null if the platform has no shared limit. */
export const msPerSharedCall = ({ callsPerDayMax }: ReadBudget): number | null =>
  callsPerDayMax === undefined ? null : dayMs / callsPerDayMax.max;

/** The number of an account's calls in one sweep, to stay within the account's calls per hour. */
function callsPerSweepMax({ callsPerHourMax }: ReadBudget): number {
  return Math.max(1, Math.floor((callsPerHourMax * pollCommentsIntervalMs) / hourMs));
}

/** The number of an account's calls for a user's request. */
function callsPerAskingMax(budget: ReadBudget): number {
  return Math.max(callsPerSweepMax(budget), Math.floor(budget.callsPerHourMax * askedShare));
}

/** The limits of a platform that a claim needs. */
export interface ReadLimits {
  /** The number of an account's calls in one sweep. */
  calls: number;
  callMs: number;
  /** How far the account's calls may run ahead of the time in which they are earned. */
  aheadMsMax: number;
  /** The limits of the calls that all accounts share. Null if the platform has none. */
  sharedCallMs: number | null;
  sharedAheadMsMax: number | null;
}

export function readLimitsOf(budget: ReadBudget, asked: boolean): ReadLimits {
  const calls = asked ? callsPerAskingMax(budget) : callsPerSweepMax(budget);
  const sharedCallMs = msPerSharedCall(budget);
  return {
    calls,
    callMs: msPerCall(budget),
    aheadMsMax: calls * msPerCall(budget) + earlyMsMax,
    sharedCallMs,
    sharedAheadMsMax: sharedCallMs === null ? null : Math.max(sharedCallMs, dayMs * sharedAtOnceShare),
  };
}

/**
 * The time until an account has a call for a user's request again. At `callsAt`, the account has earned back all used
 * calls.
 */
export function callsPauseMs(budget: ReadBudget, callsAt: Date | null, now: Date): number {
  const { aheadMsMax, callMs } = readLimitsOf(budget, true);
  const aheadMs = Math.max(0, (callsAt?.getTime() ?? 0) - now.getTime());
  return Math.max(0, aheadMs + callMs - aheadMsMax);
}

import type { PriceList } from './costs.js';
import type { TargetErrorCode } from './target-errors.js';

/** The parts of a post that can be corrected while it is public. `title` is the option of that name. */
export const editableFields = ['text', 'title'] as const;
export type EditableField = (typeof editableFields)[number];

/** How a platform lets us change what is public. */
export interface ChangeRules {
  /** Posts, and first comments, can be taken back. Null if the platform has no call for it, or none that we may make. */
  removePosts: RemoveRules | null;
  removeComments: RemoveRules | null;
  /** The comments of a post, our first one included, are deleted with it. Otherwise they stay public. */
  commentsGoWithPost?: true;
  /** The text of a post can be corrected. Null if the platform has no call for it, or none that we may make. */
  editPosts: EditRules | null;
  /** How much a look-up of a publication proves. Null if the platform does not show us publications. */
  look: LookRules | null;
  /** The pages that these rules come from, and when they were read, as YYYY-MM-DD. */
  sources: readonly { url: string; readOn: string }[];
}

export interface RemoveRules {
  /** The permission that it takes, if an account can be connected without it. */
  scope?: string;
  /** The number of removals that the platform accepts for an account in 24 hours. */
  perDayMax?: number;
  /** The platform's price for each removal. */
  price?: Omit<PriceList, 'prices'> & { thousandths: number };
}

export interface EditRules {
  fields: readonly EditableField[];
  /** How long after its publication a post can be edited. Null: without end. */
  windowMs: number | null;
  /** How often a post can be edited. Null: without a limit. */
  countMax: number | null;
  /** A requirement of the account besides permissions, such as a subscription, in a few words. */
  needs: string | null;
  /** Whether the post has another id after each edit. */
  changesId: boolean;
  /** The permission that it takes, if an account can be connected without it. */
  scope?: string;
  /** Whether the platform charges for an edit what it charges for a post with the new text. */
  pricedAsPost?: true;
}

export interface LookRules {
  /** How long after a change a look-up may still show the state before it. An estimate where it is not documented. */
  lagMs: number;
  /**
   * Whether a publication that is not seen after that time is gone. Otherwise "not found" may also mean that the platform
   * does not show it to us: a repeated removal proves more.
   */
  absenceProves: boolean;
}

/** The rules of a platform that can neither remove nor edit. */
export const noChanges: ChangeRules = {
  removePosts: null,
  removeComments: null,
  editPosts: null,
  look: null,
  sources: [],
};

/** Why a platform will not make a change, however often it is asked. */
export const refusedChanges = [
  /** The post is too old. */
  'TOO_LATE',
  /** The post has been edited as often as is allowed. */
  'TOO_OFTEN',
  /** The account lacks what edits take, such as a subscription. */
  'NOT_ENTITLED',
  /** Another app made the post. */
  'NOT_OURS',
  /** The platform does not change publications of this kind. */
  'NOT_SUPPORTED',
] as const;
export type RefusedChange = (typeof refusedChanges)[number];

export const changeKinds = ['REMOVE', 'EDIT'] as const;
export type ChangeKind = (typeof changeKinds)[number];

/** The progress of a change of a public target. */
export const changeStatuses = [
  /** An edit that a reviewer has yet to approve. */
  'NEEDS_APPROVAL',
  /** No call was made yet. */
  'REQUESTED',
  'RUNNING',
  'DONE',
  /** The public post is as it was. */
  'FAILED',
  /** A call may have made the change, and the platform does not show whether it did. */
  'UNCONFIRMED',
  /** A reviewer has rejected the edit. */
  'REJECTED',
] as const;
export type ChangeStatus = (typeof changeStatuses)[number];

/** The statuses of a change that a run makes. */
export const startedChangeStatuses = ['REQUESTED', 'RUNNING'] as const;
/** The statuses of a change that has not ended. A target has one such change at most. */
export const openChangeStatuses = ['NEEDS_APPROVAL', ...startedChangeStatuses] as const;

export function isChangeOpen(status: ChangeStatus): boolean {
  return (openChangeStatuses as readonly ChangeStatus[]).includes(status);
}

/** How one call of a change ended. Null in its row while it is under way, or if its worker was lost. */
export const changeOutcomes = [
  'DONE',
  /** The platform has no such publication, or does not show it to us. */
  'GONE',
  'REFUSED',
  'AUTH_EXPIRED',
  'RATE_LIMITED',
  'NOT_SENT',
  'AMBIGUOUS',
] as const;
export type ChangeOutcome = (typeof changeOutcomes)[number];

/** The codes of failed changes, besides those of failed targets. */
export const changeErrorCodes = [
  ...refusedChanges,
  /** The platform does not show the publication. */
  'NOT_FOUND',
  'CHANGE_UNCONFIRMED',
] as const;
export type ChangeErrorCode = (typeof changeErrorCodes)[number] | TargetErrorCode;

export interface ChangeError {
  code: ChangeErrorCode;
  message: string;
}

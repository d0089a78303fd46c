import type { PriceList } from './costs.js';
import type { TargetErrorCode } from './target-errors.js';

/** The parts of a post that can be corrected while it is public. `title` is the option of that name. */
export const editableFields = ['text', 'title'] as const;
export type EditableField = (typeof editableFields)[number];

/** The ways in which a platform lets us change public posts and comments. */
export interface ChangeRules {
  /**
   * The rules for removing posts and first comments. Null if the platform has no call for it, or none that we may make.
   */
  removePosts: RemoveRules | null;
  removeComments: RemoveRules | null;
  /** Whether the comments of a post, including our first one, are deleted with it. Otherwise they stay public. */
  commentsGoWithPost?: true;
  /** The rules for correcting the text of a post. Null if the platform has no call for it, or none that we may make. */
  editPosts: EditRules | null;
  /** How much a look-up of a publication proves. Null if the platform does not show us publications. */
  look: LookRules | null;
  /** The pages that these rules come from, and when they were read, as YYYY-MM-DD. */
  sources: readonly { url: string; readOn: string }[];
}

export interface RemoveRules {
  /** The required permission, if an account can be connected without it. */
  scope?: string;
  /** The number of removals that the platform accepts for an account in 24 hours. */
  perDayMax?: number;
  /** The platform's price for each removal. */
  price?: Omit<PriceList, 'prices'> & { thousandths: number };
}

export interface EditRules {
  fields: readonly EditableField[];
  /** How long after its publication a post can be edited. Null: forever. */
  windowMs: number | null;
  /** How often a post can be edited. Null: without a limit. */
  countMax: number | null;
  /** A requirement of the account besides permissions, such as a subscription, in a few words. */
  needs: string | null;
  /** Whether the post has another id after each edit. */
  changesId: boolean;
  /** The required permission, if an account can be connected without it. */
  scope?: string;
  /** Whether the platform charges the same for an edit as for a post with the new text. */
  pricedAsPost?: true;
}

export interface LookRules {
  /** How long after a change a look-up may still show the earlier state. It is an estimate if it is not documented. */
  lagMs: number;
  /**
   * Whether a publication that is not found after that time is gone. Otherwise "not found" may also mean that the
   * platform does not show it to us, and only a repeated removal proves more.
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

/** The reasons why a platform will never make a change, even if the request is repeated. */
export const refusedChanges = [
  /** The post is too old. */
  'TOO_LATE',
  /** The post has been edited as often as is allowed. */
  'TOO_OFTEN',
  /** The account lacks something that edits require, such as a subscription. */
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
  /** An edit that a reviewer has not approved yet. */
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

import type { Account, PlatformInfo } from './api.js';
import { targetOf, type Draft, type PartDraft, type TargetDraft } from './draft.js';
import { withCommonComment } from './first-comments.js';

type Platforms = ReadonlyMap<string, PlatformInfo>;
export type PartsChange = (parts: readonly PartDraft[]) => readonly PartDraft[];

const partsMaxOf = ({ platform }: TargetDraft, platforms: Platforms): number =>
  platforms.get(platform)?.limits?.partsMax ?? 1;

/** Returns the accounts on whose platforms a post can have several parts. */
export const partable = (targets: readonly TargetDraft[], platforms: Platforms): readonly TargetDraft[] =>
  targets.filter((target) => partsMaxOf(target, platforms) > 1);

/** Returns how many further parts all these accounts can have. */
export const furtherPartsMax = (targets: readonly TargetDraft[], platforms: Platforms): number =>
  Math.min(...partable(targets, platforms).map((target) => partsMaxOf(target, platforms))) - 1;

/** Returns an account that is added to the draft, with what the others have in common. */
export const addedTarget = (
  account: Pick<Account, 'id' | 'platform'>,
  { targets }: Draft,
  platforms: Platforms,
): TargetDraft => withCommonComment(withParts(targetOf(account), platforms), targets, platforms);

/** Gives an account no further parts if its platform allows none. */
const withParts = (target: TargetDraft, platforms: Platforms): TargetDraft =>
  partable([target], platforms).length > 0 ? target : { ...target, parts: [] };

/** Changes the shared parts. Accounts whose platforms have none get the first part only. */
export const changeSharedParts = (draft: Draft, platforms: Platforms, change: PartsChange): Draft => ({
  ...draft,
  parts: change(draft.parts),
  targets: draft.targets.map((target) => withParts(target, platforms)),
});

export const changeOwnParts = (draft: Draft, accountId: string, change: PartsChange): Draft => ({
  ...draft,
  targets: draft.targets.map((target) =>
    target.accountId === accountId ? { ...target, parts: change(target.parts ?? []) } : target,
  ),
});

export function movedPart(parts: readonly PartDraft[], from: number, to: number): readonly PartDraft[] {
  const next = parts.filter((_, index) => index !== from);
  return [...next.slice(0, to), ...parts.slice(from, from + 1), ...next.slice(to)];
}

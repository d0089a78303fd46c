import { accountName as nameOfAccount } from '../../lib/account-names.js';
import { platformNames } from '../../lib/platform-looks.js';
import { inOne, plainText, type Told } from '../../lib/told.js';
import { t } from '../../messages/composer.js';
import type { Account, Media, PlatformInfo } from './api.js';
import type { Costs } from './costs.js';
import type { Draft, TargetDraft } from './draft.js';
import type { Place, PlacedFinding } from './findings.js';

/** The state that all parts of the form share. */
export interface Form {
  draft: Draft;
  update: (change: (draft: Draft) => Draft) => void;
  accounts: ReadonlyMap<string, Account>;
  platforms: ReadonlyMap<string, PlatformInfo>;
  media: ReadonlyMap<string, Media>;
  findings: readonly PlacedFinding[];
  /** The platforms' charges for the post, by account. */
  costs: Costs;
  /** The number of unfinished uploads in all media editors together. */
  uploading: number;
  /** Called by each media editor with the number of its unfinished uploads. */
  noteUploads: (editor: string, count: number) => void;
  /** Shows the field that a finding is about, and moves the focus there. */
  goTo: (spot: Spot) => void;
}

/** A field of the form. `accountId` is null for a field of the whole post. */
export type Spot = Pick<PlacedFinding, 'accountId' | 'place' | 'detail'>;

export function changeTarget(form: Form, accountId: string, changes: Partial<TargetDraft>): void {
  form.update((draft) => ({
    ...draft,
    targets: draft.targets.map((target) =>
      target.accountId === accountId ? { ...target, ...changes } : target,
    ),
  }));
}

/** Returns the name of an account: "Bluesky @acme". */
export function accountName({ accounts }: Pick<Form, 'accounts'>, id: string): string {
  const account = accounts.get(id);
  return account === undefined ? t('disconnectedAccount') : nameOfAccount(account.platform, account.handle);
}

/** Returns the platform of an account, with its handle if the post goes to several accounts of that platform. */
export function shortName(form: Pick<Form, 'accounts' | 'draft'>, accountId: string): string {
  const platform = form.draft.targets.find((target) => target.accountId === accountId)?.platform;
  const alike = form.draft.targets.filter((target) => target.platform === platform);
  return platform !== undefined && alike.length === 1
    ? platformNames[platform]
    : accountName(form, accountId);
}

export const mediaName = (form: Pick<Form, 'media'>, id: string): string =>
  form.media.get(id)?.originalFilename ?? t('someMedia');

export interface Said {
  error: Told | undefined;
  notes: readonly Told[];
}

/**
 * Returns the messages about one field. Without `accountId`, they are about the shared field, and messages about one
 * account begin with the account's name.
 */
export function saidOf(
  form: Form,
  place: Place,
  {
    accountId,
    matches = () => true,
  }: { accountId?: string; matches?: (finding: PlacedFinding) => boolean } = {},
): Said {
  const here = form.findings.filter(
    (finding) =>
      finding.place === place &&
      matches(finding) &&
      (accountId === undefined || finding.accountId === accountId),
  );
  const sentence = (finding: PlacedFinding): Told =>
    accountId !== undefined || finding.accountId === null
      ? finding.message
      : inOne(`${accountName(form, finding.accountId)}: `, finding.message);
  const sentences = (severity: PlacedFinding['severity']): readonly Told[] => {
    const told = here.filter((finding) => finding.severity === severity).map(sentence);
    return [...new Map(told.map((one) => [plainText(one), one])).values()];
  };
  const errors = sentences('error');
  return {
    error:
      errors.length === 0 ? undefined : inOne(...errors.flatMap((error, at) => [at === 0 ? '' : ' ', error])),
    notes: sentences('warning'),
  };
}

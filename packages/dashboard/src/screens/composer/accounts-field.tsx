import { Badge } from '../../ui/badge.js';
import { ChoiceBox } from '../../ui/field.js';
import { platformNames } from '../../lib/platform-looks.js';
import { accountStateWords } from '../../lib/words.js';
import { targetOf, type TargetDraft } from './draft.js';
import { accountName, saidOf, type Form } from './form.js';
import { Said } from './said.js';

/** Where the post is to appear. */
export function AccountsField({ form }: { form: Form }) {
  const picked = new Set(form.draft.targets.map(({ accountId }) => accountId));
  const shown = [...form.accounts.values()];
  // They can be taken out, and not put in again.
  const gone = form.draft.targets.filter(({ accountId }) => !form.accounts.has(accountId));
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="mb-1 text-lg font-semibold">Accounts</legend>
      <div className="grid gap-x-4 sm:grid-cols-2">
        {shown.map((account) => (
          <ChoiceBox
            key={account.id}
            checked={picked.has(account.id)}
            label={
              <span className="wrap-anywhere">
                {accountName(form, account.id)}
                {account.sandbox && <span className="text-muted"> (sandbox)</span>}{' '}
                {account.status !== 'ACTIVE' && <Badge {...accountStateWords[account.status]} />}
              </span>
            }
            onChange={({ target }) => {
              const isPicked = target.checked;
              form.update((draft) => ({
                ...draft,
                targets: isPicked
                  ? [...draft.targets, targetOf(account)]
                  : without(draft.targets, account.id),
              }));
            }}
          />
        ))}
        {gone.map(({ accountId, platform }) => (
          <ChoiceBox
            key={accountId}
            checked
            label={`Disconnected ${platformNames[platform]} account`}
            onChange={() => {
              form.update((draft) => ({ ...draft, targets: without(draft.targets, accountId) }));
            }}
          />
        ))}
      </div>
      <Said {...saidOf(form, 'account')} />
    </fieldset>
  );
}

const without = (targets: readonly TargetDraft[], accountId: string): TargetDraft[] =>
  targets.filter((target) => target.accountId !== accountId);

import { useState } from 'react';
import type { AccountResults } from '../../api/results.js';
import { nameOfNumber, reportedNames } from '../../lib/numbers.js';
import { t } from '../../messages/results.js';
import { SelectField } from '../../ui/field.js';

interface Given {
  /** The accounts to choose from, the best first. */
  accounts: readonly AccountResults[];
  /** The account of the screen. If it is undefined, the reader chooses one. */
  accountId: string | undefined;
  /** The label of the field for the account. */
  label: string;
}

/**
 * One account and one number that its platform reports, with the fields to choose them. Numbers of several accounts are
 * not comparable.
 */
export function useChosenNumber({ accounts, accountId, label }: Given) {
  const [chosen, setChosen] = useState<string>();
  const [number, setNumber] = useState<string>();
  const wanted = accountId ?? chosen;
  const found = accounts.find((one) => one.accountId === wanted);
  const account = accountId === undefined ? (found ?? accounts[0]) : found;
  const names = account === undefined ? [] : reportedNames([account.values]);
  const name = names.find((one) => one === number) ?? names[0];
  const fields = (
    <div className="flex flex-wrap gap-3 empty:hidden">
      {accountId === undefined && accounts.length > 1 && (
        <SelectField
          label={label}
          choices={accounts.map(({ accountId: value, place }) => ({ value, label: place }))}
          value={account?.accountId ?? ''}
          onValue={setChosen}
        />
      )}
      {names.length > 1 && (
        <SelectField
          label={t('byNumber')}
          choices={names.map((value) => ({ value, label: nameOfNumber(value) }))}
          value={name ?? ''}
          onValue={setNumber}
        />
      )}
    </div>
  );
  return { account, name, fields };
}

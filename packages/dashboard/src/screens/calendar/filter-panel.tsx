import { accountName } from '../../lib/account-names.js';
import { shownStateLabels } from '../../lib/labels.js';
import { t } from '../../messages/calendar.js';
import { Button } from '../../ui/button.js';
import { ChoiceBoxes } from '../../ui/choice-boxes.js';
import { PopupPanel } from './popup-panel.js';
import type { Account } from './tiles.js';
import type { CalendarParams } from './use-calendar-params.js';

const states = Object.entries(shownStateLabels).map(([value, { label }]) => ({ value, label }));

/** Lets the user filter by account and state. The filters are kept in the URL. */
export function FilterPanel(props: { params: CalendarParams; accounts: readonly Account[] }) {
  const { params, accounts } = props;
  const { filters, set } = params;
  const count = filters.accounts.length + filters.states.length;
  return (
    <PopupPanel
      title={t('filters')}
      label={<span>{count === 0 ? t('filters') : t('filtersCount', { count })}</span>}
    >
      <div className="grid gap-6 sm:grid-cols-2">
        <Boxes
          legend={t('accounts')}
          all={accounts.map((account) => ({
            value: account.id,
            label: accountName(account.platform, account.handle),
          }))}
          picked={filters.accounts}
          none={t('noAccountsConnected')}
          onPicked={(picked) => set({ accounts: picked })}
        />
        <Boxes
          legend={t('status')}
          all={states}
          picked={filters.states}
          none=""
          onPicked={(picked) => set({ states: picked })}
        />
      </div>
      {count > 0 && (
        <div>
          <Button onClick={() => set({ accounts: [], states: [] })}>{t('clearFilters')}</Button>
        </div>
      )}
    </PopupPanel>
  );
}

function Boxes(props: {
  legend: string;
  all: readonly { value: string; label: string }[];
  picked: readonly string[];
  none: string;
  onPicked: (picked: readonly string[]) => void;
}) {
  const { legend, all, picked, none, onPicked } = props;
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 text-sm font-medium">{legend}</legend>
      {all.length === 0 && <p className="text-muted">{none}</p>}
      <div className="flex max-h-60 flex-col overflow-auto wrap-break-word">
        <ChoiceBoxes choices={all} picked={picked} onPicked={onPicked} />
      </div>
    </fieldset>
  );
}

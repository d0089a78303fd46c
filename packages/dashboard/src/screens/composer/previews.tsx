import { useState } from 'react';
import { t } from '../../messages/composer.js';
import { Segments } from '../../ui/segments.js';
import { shortName, type Form } from './form.js';
import { TargetPreview } from './target-preview.js';

/** The previews of all accounts, or that of the account whose tab is shown. */
export function Previews({ form, tab }: { form: Form; tab: string }) {
  const { targets } = form.draft;
  const own = targets.filter(({ accountId }) => accountId === tab);
  const shown = own.length > 0 ? own : targets;
  // Narrow windows show one preview at a time.
  const [chosen, setChosen] = useState<string>();
  const current = shown.find(({ accountId }) => accountId === chosen) ?? shown[0];
  return (
    <section
      // A list that scrolls needs the focus for the arrow keys.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      aria-labelledby="composer-previews"
      className="flex min-w-0 flex-col gap-3 lg:max-h-full lg:overflow-y-auto"
    >
      <h2 id="composer-previews" className="sr-only">
        {t('previews')}
      </h2>
      {targets.length === 0 && <p className="text-sm text-muted">{t('selectAnAccount')}</p>}
      {shown.length > 1 && (
        <div className="overflow-x-auto lg:hidden">
          <Segments
            label={t('preview')}
            choices={shown.map(({ accountId }) => ({ value: accountId, label: shortName(form, accountId) }))}
            value={current?.accountId ?? ''}
            onValue={setChosen}
          />
        </div>
      )}
      {shown.map((target) => (
        <div key={target.accountId} className={target === current ? '' : 'max-lg:hidden'}>
          <TargetPreview form={form} target={target} />
        </div>
      ))}
    </section>
  );
}

import { formatDay } from '../../lib/dates.js';
import { t } from '../../messages/composer.js';
import { OutLink } from '../../ui/out-link.js';
import { costSentence } from './costs.js';
import type { TargetDraft } from './draft.js';
import { accountName, type Form } from './form.js';

/** Says in one line what the platforms of these accounts charge for the post, and links to the prices. */
export function CostLine({ form, targets }: { form: Form; targets: readonly TargetDraft[] }) {
  const charged = targets.flatMap(({ accountId, platform }) => {
    const cost = form.costs.get(accountId);
    return cost === undefined ? [] : [{ name: accountName(form, accountId), platform, cost }];
  });
  const sentence = costSentence(charged);
  const [first] = charged;
  if (sentence === null || first === undefined) return null;
  const source = form.platforms.get(first.platform)?.prices?.source;
  const prices = t('pricesOf', { day: formatDay(first.cost.pricesAsOf, { timeZone: 'UTC' }) });
  return (
    <p className="text-sm text-muted">
      {sentence} {source === undefined ? prices : <OutLink href={source}>{prices}</OutLink>}
    </p>
  );
}

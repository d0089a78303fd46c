import { useEffect } from 'react';
import { announce } from '../../lib/announce.js';
import { lowerCase } from '../../lib/wording.js';
import { plainText } from '../../lib/told.js';
import { t } from '../../messages/composer.js';
import { ErrorNote } from '../../ui/error-state.js';
import { ToldText } from '../../ui/told-text.js';
import { summaryOf, type Place, type PlacedFinding } from './findings.js';
import { saidOf, shortName, type Form } from './form.js';
import { fieldsOf, labelOf } from './option-schema.js';
import { Said } from './said.js';

/** How many problems are listed at once. Others follow when these are solved. */
const shownMax = 3;

const placeNames: Record<Exclude<Place, 'options' | 'other' | 'part' | 'time'>, string> = {
  caption: t('fieldText'),
  media: t('fieldMedia'),
  firstComment: t('fieldComment'),
  account: t('fieldAccount'),
};

/** Shows the result of the validation, announces changes of it, and leads to the field of each problem. */
export function Problems({ form, isChecking, error }: { form: Form; isChecking: boolean; error: unknown }) {
  const summary = summaryOf(form.findings);
  const isAsked = form.draft.targets.length > 0;
  useEffect(() => {
    if (isAsked && !isChecking) announce(summary);
  }, [isAsked, isChecking, summary]);
  if (!isAsked) return null;
  const problems = distinct(form.findings, form);
  const others = problems.length - shownMax;
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span>
          {isChecking
            ? t('checking')
            : error === null
              ? t('checked', { summary: lowerCase(summary) })
              : t('notChecked')}
        </span>
        {problems.slice(0, shownMax).map((found) => (
          <button
            key={nameOf(found, form)}
            type="button"
            title={plainText(found.message)}
            className="rounded-sm font-medium text-bad underline underline-offset-2"
            onClick={() => form.goTo(found)}
          >
            {found.place === 'time' ? <ToldText told={found.message} /> : nameOf(found, form)}
          </button>
        ))}
        {others > 0 && <span>{t('andMore', { count: others })}</span>}
      </p>
      <Said {...saidOf(form, 'other')} />
      <ErrorNote error={error} />
    </>
  );
}

/** Returns one error for each field that has any. Errors without a field are shown in full. */
function distinct(findings: readonly PlacedFinding[], form: Form): readonly PlacedFinding[] {
  const errors = findings.filter(({ severity, place }) => severity === 'error' && place !== 'other');
  return [...new Map(errors.map((found) => [nameOf(found, form), found])).values()];
}

/** Returns the name of the field that a problem is about. The time has no other place where its problem is shown. */
function nameOf({ accountId, place, detail, message }: PlacedFinding, form: Form): string {
  if (place === 'time') return plainText(message);
  const [option = ''] = detail.split('.');
  const target = form.draft.targets.find((one) => one.accountId === accountId);
  const schema = form.platforms.get(target?.platform ?? '')?.optionsSchema ?? {};
  const titled = fieldsOf(schema).find(({ name }) => name === option)?.label ?? labelOf(option);
  const ofPart = t('partNumber', { number: Number(option) + 2 });
  const field =
    place === 'options' ? titled : place === 'part' ? ofPart : place === 'other' ? '' : placeNames[place];
  return accountId === null ? t('goTo', { field }) : `${shortName(form, accountId)}: ${field}`;
}

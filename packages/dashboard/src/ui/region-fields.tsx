import {
  choose,
  chosenHours,
  chosenLanguage,
  chosenWeek,
  hourChoices,
  languageChoices,
  weekChoices,
} from '../lib/language.js';
import { t } from '../messages/common.js';
import { SelectField } from './field.js';

/** Lets the user choose the language. Like the hours and the week, it is stored in this browser. */
export function LanguageField() {
  return (
    <SelectField
      label={t('language.label')}
      value={chosenLanguage}
      choices={languageChoices.map((value) => ({ value, label: t(`language.${value}`) }))}
      onValue={(value) => choose('language', value)}
    />
  );
}

export function HoursField() {
  return (
    <SelectField
      label={t('hours.label')}
      value={chosenHours}
      choices={hourChoices.map((value) => ({ value, label: t(`hours.${value}`) }))}
      onValue={(value) => choose('hours', value)}
    />
  );
}

export function WeekField() {
  return (
    <SelectField
      label={t('week.label')}
      value={chosenWeek}
      choices={weekChoices.map((value) => ({ value, label: t(`week.${value}`) }))}
      onValue={(value) => choose('week', value)}
    />
  );
}

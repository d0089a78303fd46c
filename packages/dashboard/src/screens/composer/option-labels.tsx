import { mapTold } from '../../lib/told.js';
import { t } from '../../messages/composer.js';
import type { AccountChoices } from './api.js';
import type { TargetDraft } from './draft.js';
import { saidOf, type Form, type Said } from './form.js';
import { withLabels, type OptionField, type SchemaLabels } from './option-schema.js';
import { Notes } from './said.js';

export interface OptionContext {
  form: Form;
  target: TargetDraft;
  choices: AccountChoices | undefined;
  labels: SchemaLabels;
}

export interface FieldProps {
  context: OptionContext;
  field: OptionField;
  value: unknown;
  path: string;
  onValue: (value: unknown) => void;
}

/** Returns the label, hint and error of a field. */
export function labelsFor({ context, field, path }: Pick<FieldProps, 'context' | 'field' | 'path'>) {
  const { form, target, labels } = context;
  const { description = '' } = field.schema;
  const { isRequired, isUsed } = field;
  const told = saidOf(form, 'options', {
    accountId: target.accountId,
    matches: ({ detail }) => detail === path || isEntryOf(path, detail),
  });
  const said = saidWithLabels(told, labels);
  return {
    label: isRequired && (isUsed ?? true) ? t('required', { label: field.label }) : field.label,
    error: said.error,
    hint: (
      <>
        {withLabels(description, labels)}
        <Notes notes={said.notes} />
      </>
    ),
  };
}

/** Replaces API names in messages with the labels of the form. */
export const saidWithLabels = ({ error, notes }: Said, labels: SchemaLabels): Said => ({
  error: error && mapTold(error, (words) => withLabels(words, labels)),
  notes: notes.map((note) => mapTold(note, (words) => withLabels(words, labels))),
});

/**
 * Whether a message is about an entry of the list at `path`. Entries have no fields of their own: a message about
 * `tags.2` is shown at `tags`.
 */
const isEntryOf = (path: string, detail: string): boolean =>
  detail.startsWith(`${path}.`) && /^\d+$/.test(detail.slice(path.length + 1));

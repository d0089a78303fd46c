import type { AccountChoices } from './api.js';
import type { TargetDraft } from './draft.js';
import { saidOf, type Form, type Said } from './form.js';
import { inWords, type OptionField, type SchemaWords } from './option-schema.js';
import { Notes } from './said.js';

export interface OptionContext {
  form: Form;
  target: TargetDraft;
  choices: AccountChoices | undefined;
  words: SchemaWords;
}

export interface FieldProps {
  context: OptionContext;
  field: OptionField;
  value: unknown;
  path: string;
  onValue: (value: unknown) => void;
}

/** The label, hint and error of a field. */
export function wordsFor({ context, field, path }: Pick<FieldProps, 'context' | 'field' | 'path'>) {
  const { form, target, words } = context;
  const { description } = field.schema;
  const told = saidOf(form, 'options', {
    accountId: target.accountId,
    matches: ({ detail }) => detail === path || isEntryOf(path, detail),
  });
  const said = saidInWords(told, words);
  return {
    label: field.isRequired ? `${field.label} (required)` : field.label,
    error: said.error,
    hint: (
      <>
        {description !== undefined && inWords(description, words)}
        <Notes notes={said.notes} />
      </>
    ),
  };
}

/** Replaces API names in messages with the labels of the form. */
export const saidInWords = ({ error, notes }: Said, words: SchemaWords): Said => ({
  error: error === undefined ? undefined : inWords(error, words),
  notes: notes.map((note) => inWords(note, words)),
});

/** A message about `tags.2` belongs to `tags`, because its entries have no fields. */
const isEntryOf = (path: string, detail: string): boolean =>
  detail.startsWith(`${path}.`) && /^\d+$/.test(detail.slice(path.length + 1));

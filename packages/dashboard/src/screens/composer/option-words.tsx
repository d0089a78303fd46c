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

/** Label, what it is for, and what is wrong with it. */
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

/** The same with the options named as in the form. */
export const saidInWords = ({ error, notes }: Said, words: SchemaWords): Said => ({
  error: error === undefined ? undefined : inWords(error, words),
  notes: notes.map((note) => inWords(note, words)),
});

/** `tags.2` is said of `tags`, whose entries have no fields of their own. */
const isEntryOf = (path: string, detail: string): boolean =>
  detail.startsWith(`${path}.`) && /^\d+$/.test(detail.slice(path.length + 1));

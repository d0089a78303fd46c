import type { AccountChoices } from './api.js';
import type { TargetDraft } from './draft.js';
import { saidOf, type Form } from './form.js';
import type { OptionField } from './option-schema.js';
import { Notes } from './said.js';

export interface OptionContext {
  form: Form;
  target: TargetDraft;
  choices: AccountChoices | undefined;
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
  const { form, target } = context;
  const said = saidOf(form, 'options', {
    accountId: target.accountId,
    matches: ({ detail }) => detail === path || isEntryOf(path, detail),
  });
  return {
    label: field.isRequired ? `${field.label} (required)` : field.label,
    error: said.error,
    hint: (
      <>
        {field.schema.description}
        <Notes notes={said.notes} />
      </>
    ),
  };
}

/** `tags.2` is said of `tags`, whose entries have no fields of their own. */
const isEntryOf = (path: string, detail: string): boolean =>
  detail.startsWith(`${path}.`) && /^\d+$/.test(detail.slice(path.length + 1));

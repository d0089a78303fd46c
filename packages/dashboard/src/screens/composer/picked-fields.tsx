import { serverText } from '../../messages/server-texts.js';
import { t } from '../../messages/composer.js';
import { SelectField } from '../../ui/field.js';
import { valueLabel } from './option-schema.js';
import { labelsFor, type FieldProps } from './option-labels.js';

/** A select for values that the schema lists. */
export function EnumField(props: FieldProps) {
  const { field, value, onValue } = props;
  const { schema, isRequired } = field;
  const values = schema.enum ?? [true, false];
  const wordOf = (one: unknown): string =>
    typeof one === 'boolean' && schema['x-value-titles'] === undefined
      ? one === (schema['x-opposite'] !== true)
        ? t('yes')
        : t('no')
      : valueLabel(schema, one);
  // A program may have set a value that the form does not offer.
  const isOther = value !== undefined && !([...values, schema.default] as unknown[]).includes(value);
  const usual =
    schema.default === undefined ? t('platformDefault') : t('byDefault', { value: wordOf(schema.default) });
  return (
    <SelectField
      {...labelsFor(props)}
      choices={[
        { value: '', label: isRequired ? t('choose') : usual },
        ...(isOther ? [...values, value] : values)
          .filter((one) => one !== schema.default)
          .map((one) => ({ value: JSON.stringify(one), label: wordOf(one) })),
      ]}
      value={value === undefined ? '' : JSON.stringify(value)}
      onValue={(text) => onValue(text === '' ? undefined : JSON.parse(text))}
    />
  );
}

/** A select for values that the platform knows for the account, such as its boards. */
export function ChoiceField(props: FieldProps) {
  const { context, field, value, path, onValue } = props;
  const { target, choices } = context;
  const fitting = (choices?.options[path] ?? []).filter(
    ({ within }) => within === undefined || target.options[within.option] === within.value,
  );
  // The names of boards and the like are those of the account.
  const isOurs = field.schema.enum !== undefined || field.schema.type === 'boolean';
  const known = fitting.map(({ value: one, label }) => ({
    value: JSON.stringify(one),
    label: isOurs ? serverText(label) : label,
  }));
  const current = value === undefined ? '' : JSON.stringify(value);
  const isGone = current !== '' && !known.some((choice) => choice.value === current);
  return (
    <SelectField
      {...labelsFor(props)}
      choices={[
        { value: '', label: field.isRequired ? t('choose') : t('none') },
        ...known,
        ...(isGone ? [{ value: current, label: t('gone') }] : []),
      ]}
      value={current}
      onValue={(text) => onValue(text === '' ? undefined : JSON.parse(text))}
    />
  );
}

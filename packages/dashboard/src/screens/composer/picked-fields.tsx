import { SelectField } from '../../ui/field.js';
import { useWorkspace } from '../../api/workspace.js';
import { useLibrary } from './api.js';
import { valueLabel } from './option-schema.js';
import { labelsFor, type FieldProps } from './option-labels.js';

/** A select for values that the schema lists. */
export function EnumField(props: FieldProps) {
  const { field, value, onValue } = props;
  const { schema, isRequired } = field;
  const values = schema.enum ?? [true, false];
  const wordOf = (one: unknown): string =>
    one === true ? 'Yes' : one === false ? 'No' : valueLabel(schema, one);
  const usual = schema.default === undefined ? 'Platform default' : `${wordOf(schema.default)} (default)`;
  return (
    <SelectField
      {...labelsFor(props)}
      choices={[
        { value: '', label: isRequired ? 'Choose' : usual },
        ...values
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
  const known = fitting.map((choice) => ({ value: JSON.stringify(choice.value), label: choice.label }));
  const current = value === undefined ? '' : JSON.stringify(value);
  const isGone = current !== '' && !known.some((choice) => choice.value === current);
  return (
    <SelectField
      {...labelsFor(props)}
      choices={[
        { value: '', label: field.isRequired ? 'Choose' : 'None' },
        ...known,
        ...(isGone ? [{ value: current, label: 'No longer available' }] : []),
      ]}
      value={current}
      onValue={(text) => onValue(text === '' ? undefined : JSON.parse(text))}
    />
  );
}

/** A select for an image from the library, for instance a cover. */
export function MediaField(props: FieldProps) {
  const { value, onValue } = props;
  const library = useLibrary(useWorkspace().id, 'IMAGE');
  const current = typeof value === 'string' ? value : '';
  const known = library.rows.map((media) => ({
    value: media.id,
    label: media.originalFilename ?? media.altText ?? 'Image without a name',
  }));
  const isElsewhere = current !== '' && !known.some((one) => one.value === current);
  return (
    <SelectField
      {...labelsFor(props)}
      choices={[
        { value: '', label: 'None' },
        ...known,
        ...(isElsewhere ? [{ value: current, label: 'The image that is set now' }] : []),
      ]}
      value={current}
      onValue={onValue}
    />
  );
}

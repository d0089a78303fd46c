import { useState, type ReactNode } from 'react';
import { t } from '../../messages/composer.js';
import { Button } from '../../ui/button.js';
import { ErrorNote } from '../../ui/error-state.js';
import { ChoiceBox, SelectField, TextArea, TextField } from '../../ui/field.js';
import { ToldText } from '../../ui/told-text.js';
import { useChoices, type PlatformInfo } from './api.js';
import { MediaField, PlaceField } from './cover-fields.js';
import type { TargetDraft } from './draft.js';
import { FindField } from './find-field.js';
import type { PlacedFinding } from './findings.js';
import { splitOptions } from './featured-options.js';
import { changeTarget, saidOf, type Form } from './form.js';
import {
  fieldsOf,
  isMediaOption,
  isPlaceOption,
  valueLabel,
  withOption,
  withoutPositions,
  labelsIn,
  type OptionSchema,
} from './option-schema.js';
import { labelsFor, type FieldProps, type OptionContext } from './option-labels.js';
import { ChoiceField, EnumField } from './picked-fields.js';
import { RowsField } from './rows-field.js';

const longTextChars = 200;

type Values = Readonly<Record<string, unknown>>;

/** Generates form fields from the JSON Schema of the platform's options and the account's choices. */
export function OptionFields({
  form,
  target,
  platform,
}: {
  form: Form;
  target: TargetDraft;
  platform: PlatformInfo;
}) {
  const choices = useChoices(target.accountId, platform.choices.length > 0);
  if (platform.optionsSchema === null) return null;
  const context = { form, target, choices: choices.data, labels: labelsIn(platform.optionsSchema) };
  const { first, more } = splitOptions(target.platform, platform.optionsSchema);
  const fields = (schema: OptionSchema) => (
    <FieldsOf
      context={context}
      schema={schema}
      values={target.options}
      path=""
      onValues={(options) => changeTarget(form, target.accountId, { options })}
    />
  );
  const isInMore = ({ detail }: PlacedFinding): boolean =>
    more.properties?.[detail.split('.')[0] ?? ''] !== undefined;
  return (
    <div className="flex flex-col gap-3">
      {choices.isError && (
        <>
          <ErrorNote error={choices.error} />
          <Button className="self-start" onClick={() => void choices.refetch()}>
            {t('reloadChoices')}
          </Button>
        </>
      )}
      {fields(first)}
      {Object.keys(more.properties ?? {}).length > 0 && (
        <Fold
          label={t('moreOptions')}
          isTold={
            saidOf(form, 'options', { accountId: target.accountId, matches: isInMore }).error !== undefined
          }
        >
          {fields(more)}
        </Fold>
      )}
    </div>
  );
}

function FieldsOf(props: {
  context: OptionContext;
  schema: OptionSchema;
  values: Values;
  /** The path of the parent option with a dot at the end; empty at the top level. */
  path: string;
  onValues: (values: Values) => void;
}) {
  const { context, schema, values, path, onValues } = props;
  const isUsed = Object.keys(values).length > 0;
  return fieldsOf(schema).map((field) => (
    // A problem with the option leads to this.
    <div key={field.name} data-field={`options.${path}${field.name}`}>
      <OneField
        context={context}
        field={path === '' ? field : { ...field, isUsed }}
        value={values[field.name]}
        path={`${path}${field.name}`}
        onValue={(value) => onValues(withOption(values, field.name, value))}
      />
    </div>
  ));
}

function OneField(props: FieldProps) {
  const search = searchOf(props);
  if (search === undefined) return <OwnField {...props} />;
  return (
    <div className="flex flex-col gap-1.5">
      <OwnField {...props} />
      <FindField {...props} isPaid={search.paid} />
    </div>
  );
}

/** Returns the search for values of an option that is a text, or a list of texts. */
function searchOf({ context: { form, target }, field: { schema }, path }: FieldProps) {
  if (schema.type !== 'string' && schema.items?.type !== 'string') return undefined;
  const option = withoutPositions(path);
  return form.platforms.get(target.platform)?.searches.find((search) => search.option === option);
}

function OwnField(props: FieldProps) {
  const { context, field, value, path, onValue } = props;
  const { schema } = field;
  const plain = schema.anyOf?.find((one) => one.enum !== undefined);
  const rich = schema.anyOf?.find((one) => one.properties !== undefined);
  const offered = context.choices?.options[path];
  // A switch for which the account offers both values is a checkbox.
  const isSwitch = schema.type === 'boolean' && offered?.length === 2;
  if (offered !== undefined && !isSwitch) return <ChoiceField {...props} />;
  if (isMediaOption(field.name)) return <MediaField {...props} />;
  if (isPlaceOption(field.name)) return <PlaceField {...props} />;
  if (plain !== undefined && rich !== undefined) return <EitherField {...props} plain={plain} rich={rich} />;
  if (schema.properties !== undefined) {
    return (
      <Group {...props}>
        <FieldsOf
          context={context}
          schema={schema}
          values={recordOf(value)}
          path={`${path}.`}
          onValues={onValue}
        />
      </Group>
    );
  }
  if (schema.type === 'array') return <ListField {...props} />;
  return <SimpleField {...props} />;
}

/** Shows the parts of an option. The group is opened if the option or a part has an error. */
function Group({ context, field, path, children }: FieldProps & { children: ReactNode }) {
  const { form, target } = context;
  const isInside = ({ detail }: PlacedFinding): boolean => detail.startsWith(`${path}.`);
  const inside = saidOf(form, 'options', { accountId: target.accountId, matches: isInside });
  const { label, error, hint } = labelsFor({ context, field, path });
  const isTold = error !== undefined || inside.error !== undefined;
  return (
    <Fold label={label} isTold={isTold}>
      <p className="text-sm text-muted empty:hidden">{hint}</p>
      {error !== undefined && (
        <p className="text-sm font-medium text-bad">
          <ToldText told={error} />
        </p>
      )}
      {children}
    </Fold>
  );
}

/** Fields that are hidden until the user opens them, or until one of them has an error. */
function Fold({ label, isTold, children }: { label: string; isTold: boolean; children: ReactNode }) {
  return (
    <details open={isTold || undefined} className="rounded-md border border-line px-3 py-2">
      <summary className="py-1 text-sm leading-6 font-medium">{label}</summary>
      <div className="flex flex-col gap-3 pt-2">{children}</div>
    </details>
  );
}

function SimpleField(props: FieldProps) {
  const { field, value, onValue } = props;
  const { schema, isRequired } = field;
  const labels = labelsFor(props);
  // A checkbox cannot express "not set", so it is used only for options that have a default.
  const isBox = typeof schema.default === 'boolean' && !isRequired && labels.error === undefined;
  if (schema.type === 'boolean' && isBox) {
    const normally = schema.default === true;
    const isOpposite = schema['x-opposite'] === true;
    return (
      <ChoiceBox
        label={labels.label}
        hint={labels.hint}
        checked={(typeof value === 'boolean' ? value : normally) !== isOpposite}
        onChange={({ target }) => {
          const isOn = target.checked !== isOpposite;
          onValue(isOn === normally ? undefined : isOn);
        }}
      />
    );
  }
  if (schema.type === 'boolean' || schema.enum !== undefined) return <EnumField {...props} />;
  if (schema.type === 'integer' || schema.type === 'number') {
    return (
      <TextField
        {...labels}
        type="number"
        step={schema.type === 'integer' ? 1 : 'any'}
        min={schema.minimum}
        max={schema.maximum}
        value={typeof value === 'number' ? value : ''}
        onChange={({ target }) => onValue(target.value === '' ? undefined : target.valueAsNumber)}
      />
    );
  }
  const Control =
    (schema.maxLength ?? 0) > longTextChars && !/link|ur[il]|source/i.test(field.name) ? TextArea : TextField;
  return (
    <Control
      {...labels}
      value={typeof value === 'string' ? value : ''}
      onChange={({ target }: { target: { value: string } }) => onValue(target.value)}
    />
  );
}

/** A field for one of a few values or, with "Custom rules", for an object. */
function EitherField(props: FieldProps & { plain: OptionSchema; rich: OptionSchema }) {
  const { context, field, value, path, onValue, plain, rich } = props;
  const [isRich, setRich] = useState(typeof value === 'object' && value !== null);
  const choices = (plain.enum ?? []).map((one) => ({ value: String(one), label: valueLabel(plain, one) }));
  return (
    <>
      <SelectField
        {...labelsFor(props)}
        choices={[
          { value: '', label: t('platformDefault') },
          ...choices,
          { value: ' rules', label: t('customRules') },
        ]}
        value={isRich ? ' rules' : typeof value === 'string' ? value : ''}
        onValue={(text) => {
          setRich(text === ' rules');
          onValue(text === ' rules' ? undefined : text);
        }}
      />
      {isRich && (
        <div
          role="group"
          aria-label={field.label}
          className="flex flex-col gap-2 border-l-2 border-line pl-3"
        >
          <FieldsOf
            context={context}
            schema={rich}
            values={recordOf(value)}
            path={`${path}.`}
            onValues={onValue}
          />
        </div>
      )}
    </>
  );
}

function ListField(props: FieldProps) {
  const { context, field, value, path, onValue } = props;
  const { items = {} } = field.schema;
  const list: readonly unknown[] = Array.isArray(value) ? value : [];
  if (items.enum !== undefined) {
    return (
      <Group {...props}>
        {items.enum.map((one) => (
          <ChoiceBox
            key={one}
            label={valueLabel(items, one)}
            checked={list.includes(one)}
            onChange={({ target }) =>
              onValue(target.checked ? [...list, one] : list.filter((other) => other !== one))
            }
          />
        ))}
      </Group>
    );
  }
  if (items.properties === undefined) return <RowsField {...props} />;
  return (
    <Group {...props}>
      {list.map((entry, index) => (
        <fieldset key={index} className="flex flex-col gap-2 border-l-2 border-line pl-3">
          <legend className="text-sm font-medium">
            {field.label}, {index + 1}
          </legend>
          <FieldsOf
            context={context}
            schema={items}
            values={recordOf(entry)}
            path={`${path}.${index}.`}
            onValues={(values) => onValue(list.map((other, at) => (at === index ? values : other)))}
          />
          <Button className="self-start" onClick={() => onValue(list.filter((_, at) => at !== index))}>
            {t('remove')}
          </Button>
        </fieldset>
      ))}
      <Button className="self-start" onClick={() => onValue([...list, {}])}>
        {t('add')}
      </Button>
    </Group>
  );
}

const recordOf = (value: unknown): Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Values) : {};

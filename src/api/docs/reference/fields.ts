import { html, raw } from 'hono/html';
import { nounFor } from '../../../domain/count-message.js';
import type { Html } from '../../errors/page-frame.js';
import type { Parameter, Reference, Schema } from './description.js';

/** Fields within fields are shown to this depth; below it, only their types. */
const depthMax = 5;
/** A longer list of values is shown collapsed. */
const unfoldedValuesMax = 12;

export interface FieldTerms {
  reference: Reference;
  /** Renders the Markdown of a description. */
  prose: (text: string) => string;
}

/** The fields of a body, nested as the body is. Where it may have several shapes, each of them. */
export function fieldsOf(schema: Schema, terms: FieldTerms): Html {
  const whole = resolved(schema, terms.reference);
  const shapes = shapesOf(whole, terms.reference);
  if (shapes.length === 0) return list(whole, terms, []);
  return html`${shapes.map(({ title, shape }, index) => {
    const about = shape.description === undefined ? '' : html`${raw(terms.prose(shape.description))}`;
    return html`<details class="shape" ${index === 0 ? html`open` : ''}>
      <summary>${index === 0 ? title : `Also accepted: ${title}`}</summary>
      ${about}${list(shape, terms, [])}
    </details>`;
  })}`;
}

/** The shapes of a union of objects; the one that all examples have comes first. */
function shapesOf(schema: Schema, reference: Reference): { title: string; shape: Schema }[] {
  const shapes = (schema.oneOf ?? schema.anyOf ?? []).map((one, index) => {
    const shape = resolved(one, reference);
    const fields = Object.keys(shape.properties ?? {}).filter((name) => name !== 'workspaceId');
    const title = fields.length === 0 ? `shape ${index + 1}` : `with ${fields.slice(0, 2).join(' and ')}`;
    return { title, shape, isShown: one.$ref?.endsWith('Nested') === true };
  });
  return [...shapes].sort((a, b) => Number(b.isShown) - Number(a.isShown));
}

export function parameterRows(parameters: readonly Parameter[], terms: FieldTerms): Html {
  const rows = parameters.map(({ name, required = false, description, schema = {} }) => {
    const { description: own, ...rest } = schema;
    return row({ name, required, schema: { ...rest, description: description ?? own ?? '' } }, terms, []);
  });
  return html`<ul class="fields">
    ${rows}
  </ul>`;
}

function list(schema: Schema, terms: FieldTerms, above: readonly string[]): Html {
  const rows = Object.entries(schema.properties ?? {}).map(([name, field]) =>
    row({ name, required: schema.required?.includes(name) ?? false, schema: field }, terms, above),
  );
  if (rows.length === 0) return html`<p>An object without fields.</p>`;
  return html`<ul class="fields">
    ${rows}
  </ul>`;
}

interface Field {
  name: string;
  required: boolean;
  schema: Schema;
}

function row({ name, required, schema }: Field, terms: FieldTerms, above: readonly string[]): Html {
  const whole = resolved(schema, terms.reference);
  const limits = limitsOf(whole);
  return html`<li>
    <div class="field">
      <code>${name}</code> <small>${typeOf(whole, terms.reference)}</small>
      ${required ? html`<small class="required">required</small>` : ''}
      ${limits === '' ? '' : html`<small>${limits}</small>`}
    </div>
    ${whole.description === undefined ? '' : html`${raw(terms.prose(whole.description))}`}
    ${valuesOf(whole, terms.reference)} ${innerFields(schema, terms, above)}
  </li>`;
}

/** The fields of an object, or of the objects in a list. A schema within itself is not repeated. */
function innerFields(schema: Schema, terms: FieldTerms, above: readonly string[]): Html | '' {
  const { reference } = terms;
  const refs = [...above, ...refsOf(schema)];
  const whole = objectIn(resolved(schema, reference), reference);
  const isRepeated = refs.length !== new Set(refs).size;
  const count = Object.keys(whole?.properties ?? {}).length;
  if (whole === undefined || isRepeated || count === 0 || above.length >= depthMax) return '';
  return html`<details>
    <summary>${count === 1 ? '1 field' : `${count} fields`}</summary>
    ${list(whole, terms, refs)}
  </details>`;
}

function objectIn(schema: Schema, reference: Reference, depth = 0): Schema | undefined {
  if (schema.properties !== undefined || depth > depthMax) return schema;
  if (schema.items !== undefined) return objectIn(resolved(schema.items, reference), reference, depth + 1);
  const members = (schema.oneOf ?? schema.anyOf ?? []).map((one) => resolved(one, reference));
  return members.find(({ properties }) => properties !== undefined);
}

const refsOf = ({ $ref, items, allOf = [], anyOf = [], oneOf = [] }: Schema): string[] => {
  const inner = items === undefined ? [] : refsOf(items);
  const own = [...($ref === undefined ? [] : [$ref]), ...inner];
  return own.length > 0 ? own : [...allOf, ...anyOf, ...oneOf].flatMap(refsOf).slice(0, 1);
};

/** Follows references and joins the schemas that `allOf` lists. The outer description takes precedence. */
function resolved(schema: Schema, reference: Reference, depth = 0): Schema {
  const { $ref, allOf = [], ...own } = schema;
  if (depth > depthMax) return own;
  const parts = [...($ref === undefined ? [] : [reference.schemaOf($ref)]), ...allOf];
  if (parts.length === 0) return own;
  return [...parts.map((part) => resolved(part, reference, depth + 1)), own].reduce((joined, part) => ({
    ...joined,
    ...part,
    ...((joined.properties ?? part.properties) !== undefined && {
      properties: { ...joined.properties, ...part.properties },
    }),
    ...((joined.required ?? part.required) !== undefined && {
      required: [...(joined.required ?? []), ...(part.required ?? [])],
    }),
  }));
}

function typeOf(schema: Schema, reference: Reference, depth = 0): string {
  if (depth > depthMax) return 'any';
  const inner = (part: Schema): string => typeOf(resolved(part, reference), reference, depth + 1);
  const members = schema.oneOf ?? schema.anyOf;
  if (members !== undefined) return [...new Set(members.map(inner))].join(' or ');
  if (schema.type === undefined) return schema.properties === undefined ? 'any' : 'object';
  return [schema.type]
    .flat()
    .map((type) => {
      if (type === 'array') return schema.items === undefined ? 'list' : `list of ${inner(schema.items)}`;
      return type === 'string' && schema.format !== undefined ? schema.format : type;
    })
    .join(' or ');
}

const bounds = [
  ['minLength', 'at least', 'character'],
  ['maxLength', 'at most', 'character'],
  ['minItems', 'at least', 'item'],
  ['maxItems', 'at most', 'item'],
  ['minimum', 'from', ''],
  ['maximum', 'up to', ''],
] as const;

function limitsOf(schema: Schema): string {
  const limits = bounds.flatMap(([name, word, unit]) => {
    const limit = schema[name];
    const isTelling = limit !== undefined && Math.abs(limit) < Number.MAX_SAFE_INTEGER;
    return isTelling ? [`${word} ${limit} ${unit === '' ? '' : nounFor(unit, limit)}`.trim()] : [];
  });
  const given = schema.default === undefined ? [] : [`default ${JSON.stringify(schema.default)}`];
  return [...limits, ...given].join(', ');
}

function valuesOf(schema: Schema, reference: Reference): Html | '' {
  const values = enumIn(schema, reference);
  if (values.length < 2) return '';
  const codes = values.map((value) => html`<code>${String(value)}</code> `);
  if (values.length <= unfoldedValuesMax) return html`<p class="values">One of ${codes}</p>`;
  return html`<details>
    <summary>One of ${values.length} values</summary>
    <p class="values">${codes}</p>
  </details>`;
}

function enumIn(schema: Schema, reference: Reference): readonly unknown[] {
  if (schema.enum !== undefined) return schema.enum;
  const inner = [...(schema.items === undefined ? [] : [schema.items]), ...(schema.anyOf ?? [])];
  return inner.map((one) => resolved(one, reference).enum ?? []).find((found) => found.length > 0) ?? [];
}

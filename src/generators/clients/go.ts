import { camelCase, firstSentence, pascalCase } from './names.js';
import type { Api, Operation } from './operations.js';
import type { Definition, Field, Shape } from './shapes.js';

const head = '// Code generated from openapi.json by npm run openapi; DO NOT EDIT.\n\npackage punctual\n';

/** How a union is written: a closed set of structs in requests, JSON in responses, and anything else as any. */
type UnionForm = 'interface' | 'json' | 'any';

class GoTypes {
  private readonly api: Api;

  constructor(api: Api) {
    this.api = api;
  }

  unionForm({ of }: { of: readonly Shape[] }, isRequest: boolean, isResponse: boolean): UnionForm {
    const isStructs = of.every(
      (each) => each.kind === 'named' && this.api.catalog.definitions.get(each.name)?.kind === 'object',
    );
    if (!isStructs || (isRequest && isResponse)) return 'any';
    return isRequest ? 'interface' : 'json';
  }

  /** Whether a type has a value of its own for "absent": nil. */
  isNilable(shape: Shape): boolean {
    if (shape.kind === 'list' || shape.kind === 'map' || shape.kind === 'any') return true;
    if (shape.kind === 'union' || shape.kind === 'nullable') return true;
    const definition = shape.kind === 'named' ? this.api.catalog.definitions.get(shape.name) : undefined;
    return definition?.kind === 'alias' && this.isNilable(definition.of);
  }

  text(shape: Shape): string {
    switch (shape.kind) {
      case 'string':
        return 'string';
      case 'literal':
        return typeof shape.value === 'number'
          ? 'int64'
          : typeof shape.value === 'boolean'
            ? 'bool'
            : 'string';
      case 'time':
        return 'time.Time';
      case 'integer':
        return 'int64';
      case 'number':
        return 'float64';
      case 'boolean':
        return 'bool';
      case 'any':
        return 'any';
      case 'list':
        return `[]${this.text(shape.of)}`;
      case 'map':
        return `map[string]${this.text(shape.of)}`;
      case 'nullable':
        return this.isNilable(shape.of) ? this.text(shape.of) : `*${this.text(shape.of)}`;
      case 'union':
        return this.unionForm(shape, false, true) === 'json' ? 'json.RawMessage' : 'any';
      case 'named':
        return pascalCase(shape.name);
    }
  }

  /** Returns the type and the tag of a field. In requests, an absent field differs from a null one. */
  field({ name, shape, isRequired }: Field, isRequest: boolean): { type: string; tag: string } {
    const inner = shape.kind === 'nullable' ? shape.of : shape;
    if (isRequired) return { type: this.text(shape), tag: name };
    if (this.isNilable(inner)) return { type: this.text(inner), tag: `${name},omitzero` };
    if (isRequest) return { type: `Optional[${this.text(inner)}]`, tag: `${name},omitzero` };
    return { type: `*${this.text(inner)}`, tag: `${name},omitempty` };
  }
}

/** Returns the text of models.go: the types of requests, responses and events, and the codes of errors. */
export function goModels(api: Api): string {
  const types = new GoTypes(api);
  const used = [...api.catalog.definitions.values()].filter(
    ({ name, kind }) => kind === 'values' || api.inRequests.has(name) || api.inResponses.has(name),
  );
  const parts = used.map((definition) => definitionText(definition, api, types));
  const codes = api.errors.map(
    ({ name, code }) => [`Code${pascalCase(name.replace(/Error$/, ''))}`, code] as const,
  );
  const body = [
    ...parts,
    valuesText('ErrorCode', 'ErrorCode says what kind of error a response is.', codes),
  ].join('\n');
  const imports = ['encoding/json', 'time'].filter((name) =>
    body.includes(`${name.split('/').pop() ?? ''}.`),
  );
  return `${head}\nimport (\n${imports.map((name) => `\t"${name}"\n`).join('')})\n\n${body}`;
}

/** A comment that begins with the name of what it describes, as tools for Go expect. */
function comment(name: string, about: string): string {
  const text = firstSentence(about);
  return text === '' ? '' : `// ${name}: ${text}\n`;
}

function definitionText(definition: Definition, api: Api, types: GoTypes): string {
  const name = pascalCase(definition.name);
  const about = comment(name, definition.about);
  const isRequest = api.inRequests.has(definition.name);
  if (definition.kind === 'values') {
    // Such values are as easy to write as a constant.
    if (name.startsWith('SortBy'))
      return `// ${name} is one of ${definition.values.join(', ')}.\ntype ${name} string\n`;
    const constants = definition.values.map((value) => [name + pascalCase(value), value] as const);
    return valuesText(name, `${name} is one of the values below. The service may add others.`, constants);
  }
  if (definition.kind === 'alias') return aliasText(definition, about, api, types);
  const fields = definition.fields.map((field) => ({
    name: pascalCase(field.name),
    ...types.field(field, isRequest),
  }));
  if (fields.length === 0) return `${about}type ${name} struct{}\n`;
  const nameWidth = Math.max(...fields.map((field) => field.name.length));
  const typeWidth = Math.max(...fields.map((field) => field.type.length));
  const lines = fields.map(
    (field) => `\t${field.name.padEnd(nameWidth)} ${field.type.padEnd(typeWidth)} \`json:"${field.tag}"\`\n`,
  );
  return `${about}type ${name} struct {\n${lines.join('')}}\n`;
}

function aliasText(
  definition: Extract<Definition, { kind: 'alias' }>,
  about: string,
  api: Api,
  types: GoTypes,
): string {
  const { of } = definition;
  const name = pascalCase(definition.name);
  if (of.kind !== 'union') return `${about}type ${name} ${types.text(of)}\n`;
  const members = of.of.map((each) => (each.kind === 'named' ? pascalCase(each.name) : types.text(each)));
  const list = `// ${name} is one of ${members.join(', ')}.\n`;
  const form = types.unionForm(of, api.inRequests.has(definition.name), api.inResponses.has(definition.name));
  if (form === 'any') return `${list}type ${name} = any\n`;
  if (form === 'json') return `${list}type ${name} = json.RawMessage\n`;
  const methods = members.map((member) => `\nfunc (${member}) is${name}() {}\n`).join('');
  return `${list}type ${name} interface{ is${name}() }\n${methods}`;
}

function valuesText(name: string, about: string, constants: readonly (readonly [string, string])[]): string {
  const width = Math.max(...constants.map(([constant]) => constant.length));
  const lines = constants.map(
    ([constant, value]) => `\t${constant.padEnd(width)} ${name} = ${JSON.stringify(value)}\n`,
  );
  return `// ${about}\ntype ${name} string\n\nconst (\n${lines.join('')})\n`;
}

/** Returns the text of operations.go: one method for each operation that an API key may call. */
export function goOperations(api: Api): string {
  const types = new GoTypes(api);
  const body = api.operations.map((operation) => operationText(operation, types)).join('\n');
  const imports = ['context', 'iter', 'net/url', 'time'].filter((name) =>
    body.includes(`${name.split('/').pop() ?? ''}.`),
  );
  return `${head}\nimport (\n${imports.map((name) => `\t"${name}"\n`).join('')})\n\n${body}`;
}

/** Parameters in which an empty text has a meaning. In all others, it counts as absent. */
const emptyMatters = new Set(['metadataValue']);

function queryType({ name, shape }: Field, types: GoTypes): string {
  const isPointer = shape.kind === 'boolean' || emptyMatters.has(name);
  return `${isPointer ? '*' : ''}${types.text(shape)}`;
}

function queryStruct(name: string, id: string, fields: readonly Field[], types: GoTypes): string {
  if (fields.length === 0) return '';
  const rows = fields.map((field) => [pascalCase(field.name), queryType(field, types)] as const);
  const width = Math.max(...rows.map(([field]) => field.length));
  const lines = rows.map(([field, type]) => `\t${field.padEnd(width)} ${type}\n`).join('');
  const values = fields.map((field) => `\taddTo(values, "${field.name}", q.${pascalCase(field.name)})\n`);
  return `// ${name} has the parameters of ${id}. What is zero is not sent.
type ${name} struct {\n${lines}}

func (q *${name}) addTo(values url.Values) {
\tif q == nil {
\t\treturn
\t}
${values.join('')}}

`;
}

function operationText(operation: Operation, types: GoTypes): string {
  const { id, method, path, summary, ids, query, body, result } = operation;
  const name = pascalCase(id);
  const required = query.filter(({ isRequired }) => isRequired);
  const optional = query.filter(({ isRequired }) => !isRequired);
  const struct = queryStruct(`${name}Query`, name, optional, types);
  const bodyType = body === null ? '' : types.text(body.shape);
  const parameters = [
    'ctx context.Context',
    ...ids.map((each) => `${camelCase(each)} string`),
    ...required.map((field) => `${camelCase(field.name)} ${types.text(field.shape)}`),
    ...(optional.length === 0 ? [] : [`query *${name}Query`]),
    ...(body === null ? [] : [`body ${body.isRequired ? '' : '*'}${bodyType}`]),
    'options ...CallOption',
  ];
  const pathText = `pathOf(${[JSON.stringify(path), ...ids.map(camelCase)].join(', ')})`;
  const values = [
    ...(query.length === 0 ? [] : ['\tvalues := url.Values{}\n']),
    ...required.map((field) => `\taddTo(values, "${field.name}", ${camelCase(field.name)})\n`),
    ...(optional.length === 0 ? [] : ['\tquery.addTo(values)\n']),
  ].join('');
  const valuesName = query.length === 0 ? 'nil' : 'values';
  const about = `// ${name}: ${summary} (${method} ${path}).\n`;
  const open = (returned: string): string =>
    `${struct}${about}func (c *Client) ${name}(${parameters.join(', ')}) ${returned} {\n${values}`;
  if (result.kind === 'page') {
    const of = types.text(result.shape);
    return `${open(`iter.Seq2[*${of}, error]`)}\treturn pages[${of}](ctx, c, ${pathText}, ${valuesName}, options)\n}\n`;
  }
  const sent = body === null ? 'nil' : body.isRequired ? 'body' : 'orNothing(body)';
  const given = `"${method}", ${pathText}, ${valuesName}, ${sent}`;
  if (result.kind === 'none') return `${open('error')}\treturn c.Call(ctx, ${given}, nil, options...)\n}\n`;
  const of = types.text(result.shape);
  return `${open(`(*${of}, error)`)}\treturn call[${of}](ctx, c, ${given}, options)\n}\n`;
}

/** Keywords that say what a value may be. All others, such as descriptions and examples, are left out. */
const kept = [
  'type',
  'enum',
  'const',
  'required',
  'pattern',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'minItems',
  'maxItems',
];
const formats = new Set(['date-time', 'uri']);

/**
 * Turns the schemas of one description into plain JSON Schema. Objects are closed: a field that they do not define is a
 * fault. The schemas that are referred to are gathered in `defs`. The schemas in `opened` are large, and nothing of
 * them is used.
 */
export function createPlainer(schemas, opened = []) {
  const defs = {};
  const target = ($ref) => {
    const name = $ref.split('/').at(-1);
    const schema = schemas[name];
    if (schema === undefined) throw new Error(`There is no schema ${name}.`);
    return [name, schema];
  };
  const resolved = (schema) => (schema.$ref === undefined ? schema : resolved(target(schema.$ref)[1]));

  function plain(schema) {
    if (schema.$ref !== undefined) {
      const [name, found] = target(schema.$ref);
      if (!(name in defs)) {
        defs[name] = null;
        defs[name] = opened.includes(name) ? {} : plain(found);
      }
      return { $ref: `#/$defs/${name}` };
    }
    if (schema.allOf !== undefined) return plain(merged(schema));
    const { oneOf, anyOf, discriminator, ...shared } = schema;
    const options = oneOf ?? anyOf ?? mapped(discriminator);
    if (options !== undefined) {
      return { anyOf: options.map((option) => plain(merged({ ...shared, allOf: [option] }))) };
    }
    return withNull(schema, { ...copied(schema), ...inner(schema) });
  }

  function inner({ properties, additionalProperties, items }) {
    return {
      ...(properties && {
        properties: Object.fromEntries(
          Object.entries(properties).map(([name, value]) => [name, plain(value)]),
        ),
      }),
      ...(typeof additionalProperties === 'object' && Object.keys(additionalProperties).length > 0
        ? { additionalProperties: plain(additionalProperties) }
        : properties && additionalProperties === undefined
          ? { additionalProperties: false }
          : additionalProperties === false && { additionalProperties }),
      ...(items && { items: plain(items) }),
    };
  }

  /** Merges the parts into one object with the properties of all. */
  function merged({ allOf, ...own }) {
    const all = [own, ...allOf.map((part) => flat(resolved(part)))];
    const required = all.flatMap((part) => part.required ?? []);
    const properties = Object.assign({}, ...all.map((part) => part.properties));
    return {
      ...Object.assign({}, ...all, { discriminator: undefined }),
      ...(Object.keys(properties).length > 0 && { type: 'object', properties }),
      ...(required.length > 0 && { required: [...new Set(required)] }),
    };
  }
  const flat = (schema) => (schema.allOf === undefined ? schema : merged(schema));

  return { plain, resolved, defs };
}

/** Returns the kinds of an object, each with its value of the property that distinguishes them. */
function mapped({ propertyName, mapping } = {}) {
  if (mapping === undefined) return undefined;
  return Object.entries(mapping).map(([value, $ref]) => ({
    allOf: [{ $ref }, { properties: { [propertyName]: { const: value } } }],
  }));
}

function copied(schema) {
  const entries = kept.filter((name) => schema[name] !== undefined).map((name) => [name, schema[name]]);
  if (formats.has(schema.format)) entries.push(['format', schema.format]);
  return Object.fromEntries(entries);
}

function withNull({ nullable }, schema) {
  if (nullable !== true) return schema;
  return { anyOf: [schema, { type: 'null' }] };
}

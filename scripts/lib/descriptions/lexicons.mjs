const formats = {
  datetime: { format: 'date-time' },
  uri: { format: 'uri' },
  did: { pattern: '^did:[a-z]+:[a-zA-Z0-9._:%-]+$' },
  'at-uri': { pattern: '^at://' },
  nsid: { pattern: '^[a-z-]+(\\.[a-zA-Z0-9-]+){2,}$' },
  handle: { pattern: '^[a-zA-Z0-9-]+(\\.[a-zA-Z0-9-]+)+$' },
  'at-identifier': { pattern: '^(did:|[a-zA-Z0-9-]+\\.)' },
  'record-key': { pattern: '^[a-zA-Z0-9._:~-]{1,512}$' },
  language: { pattern: '^[a-zA-Z]{2,8}(-[a-zA-Z0-9]+)*$' },
};
const link = closed({ $link: { type: 'string' } });
const errorSchema = closed({ error: { type: 'string' }, message: { type: 'string' } }, ['error']);

function closed(properties, required = Object.keys(properties)) {
  return { type: 'object', properties, required, additionalProperties: false };
}

/**
 * Reads methods, such as "com.atproto.repo.createRecord", from lexicons. Fields that hold any record hold one of
 * `records`. The definitions in `opened` are not described. The limits of the result are in characters, although
 * lexicons count bytes.
 */
export function readLexicons(texts, { methods, records, opened }) {
  const lexicons = new Map(
    texts.map((text) => JSON.parse(text)).map((lexicon) => [lexicon.id, lexicon.defs]),
  );
  const $defs = {};

  /** `isTyped`: the place allows several types, so the object must contain the name of its type. */
  function referTo(id, isTyped) {
    const [nsid, name = 'main'] = id.split('#');
    const key = `${id.replace('#', '.')}${isTyped ? '.typed' : ''}`;
    if (!(key in $defs)) {
      const found = lexicons.get(nsid)?.[name];
      if (found === undefined) throw new Error(`${id} is not described.`);
      $defs[key] = null;
      $defs[key] = opened.includes(id) ? {} : defined(found, id, isTyped);
    }
    return { $ref: `#/$defs/${key}` };
  }

  function defined(found, id, isTyped) {
    const nsid = id.split('#')[0];
    const object = found.type === 'record' ? found.record : found;
    const schema = plain(object, nsid);
    if (object.type !== 'object') return schema;
    const properties = { $type: { const: id.replace(/#main$/, '') }, ...schema.properties };
    const required = [...(isTyped || found.type === 'record' ? ['$type'] : []), ...(schema.required ?? [])];
    return closed(properties, required);
  }

  const anyRecord = () => ({ anyOf: records.map((id) => referTo(id, true)) });
  const full = (ref, nsid) => (ref.startsWith('#') ? `${nsid}${ref}` : ref);

  function object({ properties = {}, required = [], nullable = [] }, nsid) {
    const entries = Object.entries(properties).map(([name, one]) => {
      const holdsRecord = one.type === 'unknown' && ['record', 'value'].includes(name);
      const schema = holdsRecord ? anyRecord() : plain(one, nsid);
      return [name, nullable.includes(name) ? { anyOf: [schema, { type: 'null' }] } : schema];
    });
    return closed(Object.fromEntries(entries), required);
  }

  function plain(schema, nsid) {
    switch (schema.type) {
      case 'object':
      case 'params':
        return object(schema, nsid);
      case 'ref':
        return referTo(full(schema.ref, nsid), false);
      case 'union':
        return { anyOf: schema.refs.map((ref) => referTo(full(ref, nsid), true)) };
      case 'array':
        return only({
          type: 'array',
          items: plain(schema.items, nsid),
          minItems: schema.minLength,
          maxItems: schema.maxLength,
        });
      default:
        return leaf(schema);
    }
  }

  return {
    operations: Object.fromEntries(methods.map((id) => operationOf(lexicons, id, { object, plain }))),
    $defs,
  };
}

function operationOf(lexicons, id, { object, plain }) {
  const { type, parameters, input, output } = lexicons.get(id)?.main ?? {};
  if (type !== 'query' && type !== 'procedure') throw new Error(`${id} is not described.`);
  const read = {
    query: object(parameters ?? {}, id),
    ...(input && { body: { [input.encoding]: input.schema ? plain(input.schema, id) : {} } }),
    answers: { 200: output?.schema ? plain(output.schema, id) : {}, default: errorSchema },
  };
  return [`${type === 'query' ? 'GET' : 'POST'} /xrpc/${id}`, read];
}

/** Converts a schema that refers to no other. */
function leaf(schema) {
  switch (schema.type) {
    case 'blob':
      return blob(schema);
    case 'cid-link':
      return link;
    case 'string':
      return only({
        type: 'string',
        ...formats[schema.format],
        enum: schema.enum,
        const: schema.const,
        minLength: schema.minLength,
        maxLength: schema.maxLength,
      });
    case 'integer':
      return only({ type: 'integer', minimum: schema.minimum, maximum: schema.maximum });
    case 'boolean':
      return only({ type: 'boolean', const: schema.const });
    default:
      return {};
  }
}

function blob({ accept = ['*/*'], maxSize }) {
  const kinds = accept.map((type) => type.replaceAll('*', '.*').replace('/', '\\/'));
  return closed({
    $type: { const: 'blob' },
    ref: link,
    mimeType: { type: 'string', pattern: `^(${kinds.join('|')})$` },
    size: only({ type: 'integer', maximum: maxSize }),
  });
}

function only(schema) {
  return Object.fromEntries(Object.entries(schema).filter(([, value]) => value !== undefined));
}

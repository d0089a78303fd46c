import path from 'node:path';

/** The parameters that the Graph API's overview names for all calls. */
const shared = ['access_token', 'fields', 'limit', 'since', 'until', 'after', 'before', 'appsecret_proof'];
const types = {
  string: { type: 'string' },
  datetime: { type: 'string' },
  bool: { type: 'boolean' },
  int: { type: 'integer' },
  'unsigned int': { type: 'string', pattern: '^[0-9]+$' },
  float: { type: 'number' },
};
const errorSchema = closed({
  error: closed(
    Object.fromEntries(
      [
        'message',
        'type',
        'code',
        'error_subcode',
        'error_data',
        'error_user_title',
        'error_user_msg',
        'fbtrace_id',
        'is_transient',
      ].map((name) => [name, {}]),
    ),
  ),
});

function closed(properties) {
  return { type: 'object', properties, additionalProperties: false };
}

/**
 * Reads operations from Meta's specifications of its objects. Each operation lists the calls that can be meant, because
 * an id in a path can be the id of a post or of a video. `answer` has the fields of an answer that the specifications
 * do not contain.
 */
export function readGraph(texts, operations, files) {
  const specs = new Map(files.map((file, index) => [path.basename(file, '.json'), JSON.parse(texts[index])]));
  const specOf = (name) => {
    const spec = specs.get(name);
    if (spec === undefined) throw new Error(`There is no ${name}.`);
    return spec;
  };
  const $defs = {};
  /** Refers to an object, or to the names of its fields. */
  function referTo(name, part = '') {
    const { fields, apis } = specOf(name);
    // An edge can be asked for like a field.
    const edges = apis.filter(({ method, endpoint }) => method === 'GET' && endpoint !== undefined);
    const properties = Object.fromEntries([
      ['id', types.string],
      ...edges.map(({ endpoint }) => [endpoint, {}]),
      ...fields.map((field) => [field.name, types[field.type] ?? {}]),
    ]);
    $defs[name] = closed(properties);
    $defs[`${name}.fields`] = { enum: Object.keys(properties) };
    return { $ref: `#/$defs/${name}${part}` };
  }

  function callOf(method, [object, edge]) {
    const call = specOf(object).apis.find((one) => one.method === method && one.endpoint === edge);
    if (call === undefined) throw new Error(`${method} ${object}/${edge ?? ''} is not described.`);
    return call;
  }

  function read([name, { calls, gives = [], answer = [] }]) {
    const method = name.split(' ')[0];
    const found = calls.map((one) => callOf(method, one));
    const params = found.flatMap((one) => one.params);
    const fields = { type: 'array', items: { anyOf: gives.map((one) => referTo(one, '.fields')) } };
    const properties = Object.fromEntries([
      ...shared.map((one) => [one, {}]),
      ...params.map((one) => [one.name, types[one.type] ?? {}]),
      ...(gives.length > 0 ? [['fields', fields]] : []),
    ]);
    const isList = method === 'GET' && calls.some(([, edge]) => edge !== undefined);
    const own = closed({ id: types.string, ...Object.fromEntries(answer.map((one) => [one, {}])) });
    const item = {
      anyOf: [...gives.map((one) => referTo(one)), ...(answer.length > 0 || gives.length === 0 ? [own] : [])],
    };
    const form = closed(properties);
    const operation = {
      query: method === 'POST' ? closed({ access_token: {} }) : form,
      ...(method === 'POST' && {
        body: { 'application/x-www-form-urlencoded': form, 'multipart/form-data': form },
      }),
      answers: {
        200: isList ? closed({ data: { type: 'array', items: item }, paging: {}, summary: {} }) : item,
        default: errorSchema,
      },
    };
    return [name, operation];
  }
  return { operations: Object.fromEntries(Object.entries(operations).map(read)), $defs };
}

const errorFields = ['message', 'type', 'code', 'error_subcode', 'error_data', 'fbtrace_id', 'is_transient'];
const listed = ['data', 'paging'];
/** The parameters that take several values at once. */
const lists = new Set(['fields', 'metric']);

function closed(properties, required = []) {
  return { type: 'object', properties, required, additionalProperties: false };
}
const any = (names) => Object.fromEntries(names.map((name) => [name, {}]));

/**
 * Reads calls of the Graph API from one of Meta's Postman collections: the parameters of all requests of a path together. The
 * variables of the collection name the fields and some values. `answer` has the fields of an answer that it does not name.
 */
export function readPostman(text, operations) {
  const collection = JSON.parse(text);
  const variables = new Map(collection.variable.map(({ key, value }) => [key, value]));
  const requests = requestsIn(collection.item);

  /** Variables are ids in a path, and lists in a query. */
  function valuesOf(parameter) {
    const variable = /^\{\{(\w+)\}\}$/.exec(parameter.value ?? '')?.[1];
    return { name: parameter.key, values: namesIn(variables.get(variable) ?? '') };
  }

  function read([name, { path, answer = [], isList = false }]) {
    const [method] = name.split(' ');
    const found = requests.filter(
      ({ method: one, url }) => one === method && [path].flat().includes(url.path.join('/')),
    );
    if (found.length === 0) throw new Error(`${method} ${path} is not described.`);
    const parameters = found.flatMap(({ url }) => url.query ?? []).map(valuesOf);
    const properties = { access_token: {} };
    for (const { name: parameter, values } of parameters) {
      const before = properties[parameter]?.items?.enum ?? [];
      const options = { enum: [...new Set([...before, ...values])] };
      if (lists.has(parameter)) properties[parameter] = { type: 'array', items: options };
      else properties[parameter] = values.length > 1 ? options : (properties[parameter] ?? {});
    }
    const fields = closed(any([...(properties.fields?.items.enum ?? []), ...answer]));
    const form = closed(properties);
    return [
      name,
      {
        query: method === 'POST' ? closed({}) : form,
        ...(method === 'POST' && { body: { 'application/x-www-form-urlencoded': form } }),
        answers: {
          200: isList ? closed({ ...any(listed), data: { type: 'array', items: fields } }, ['data']) : fields,
          default: closed({ error: closed(any(errorFields)) }, ['error']),
        },
      },
    ];
  }
  return { operations: Object.fromEntries(Object.entries(operations).map(read)) };
}

function requestsIn(items) {
  return items.flatMap(({ item, request }) => (item === undefined ? [request] : requestsIn(item)));
}

/** The names of a list, without the names in braces, which belong to one of its fields. */
function namesIn(text) {
  return text
    .replaceAll(/\{[^}]*\}/g, '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

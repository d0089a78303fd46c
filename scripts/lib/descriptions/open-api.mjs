import { createPlainer } from './schemas.mjs';

/** Reads operations, such as "GET /pins", from an OpenAPI description. */
export function readOpenApi(text, operations) {
  const { paths, components, info } = JSON.parse(text);
  const { plain, defs } = createPlainer(components.schemas);
  const at = (item) =>
    item.$ref === undefined ? item : components[item.$ref.split('/').at(-2)][item.$ref.split('/').at(-1)];
  const schemesOf = ({ security = [] }) =>
    security.flatMap((one) => Object.keys(one)).map((name) => components.securitySchemes[name]);
  const contents = (content = {}) =>
    Object.fromEntries(Object.entries(content).map(([type, { schema = {} }]) => [type, plain(schema)]));

  function read(name) {
    const [method, path] = name.split(' ');
    const operation = paths[path]?.[method.toLowerCase()];
    if (operation === undefined) throw new Error(`${name} is not described.`);
    const query = [...(paths[path].parameters ?? []), ...(operation.parameters ?? [])]
      .map(at)
      .filter((parameter) => parameter.in === 'query');
    const body = operation.requestBody && at(operation.requestBody);
    return {
      basic: schemesOf(operation).every(({ type, scheme }) => type === 'http' && scheme === 'basic'),
      query: {
        type: 'object',
        properties: Object.fromEntries(query.map((one) => [one.name, plain(one.schema)])),
        required: query.filter(({ required }) => required === true).map((one) => one.name),
        additionalProperties: false,
      },
      ...(body && { body: contents(body.content) }),
      answers: Object.fromEntries(
        Object.entries(operation.responses).map(([status, answer]) => {
          const { content } = at(answer);
          return [status, content ? { anyOf: Object.values(contents(content)) } : { const: '' }];
        }),
      ),
    };
  }
  return {
    version: info.version,
    operations: Object.fromEntries(operations.map((name) => [name, read(name)])),
    $defs: defs,
  };
}

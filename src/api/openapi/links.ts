/** The parts of an OpenAPI description from which links are made. */
interface DescribedOperation {
  operationId?: string;
  responses?: Record<string, { links?: Record<string, Link> }>;
}

interface Link {
  operationId: string;
  parameters?: Record<string, string>;
}

type Paths = Record<string, Record<string, DescribedOperation>>;

const firstOfList = '$response.body#/data/0/id';
const theResource = '$response.body#/id';

/** The path parameters, other than `{id}`, whose value is in a resource's response. */
const partsOfResource: Readonly<Record<string, string>> = { tid: '$response.body#/targets/0/id' };

/**
 * Adds OpenAPI links, which say in which response to find the id that another operation needs. They begin at the
 * operation that creates a resource and at the list that contains it.
 */
export function withLinks<D extends { paths?: object }>(document: D): D {
  const paths = (document.paths ?? {}) as Paths;
  for (const [path, methods] of Object.entries(paths)) {
    const consumers = Object.entries(paths).filter(([other]) => other.startsWith(`${path}/{id}`));
    if (consumers.length === 0) continue;
    for (const status of ['200', '201']) {
      addLinks(methods['post']?.responses?.[status], consumers, theResource);
    }
    addLinks(methods['get']?.responses?.['200'], consumers, firstOfList);
  }
  return document;
}

function addLinks(
  response: { links?: Record<string, Link> } | undefined,
  consumers: [string, Record<string, DescribedOperation>][],
  id: string,
): void {
  if (response === undefined) return;
  for (const [path, methods] of consumers) {
    for (const { operationId } of Object.values(methods)) {
      if (operationId === undefined) continue;
      const parameters = parametersOf(path, id);
      if (parameters !== null)
        response.links = { ...response.links, [operationId]: { operationId, parameters } };
    }
  }
}

/** Returns the parameters for a path. Null if the response does not contain all of them. */
function parametersOf(path: string, id: string): Record<string, string> | null {
  const parameters: Record<string, string> = {};
  for (const [, name = ''] of path.matchAll(/\{(\w+)\}/g)) {
    const part = name === 'id' ? id : id === theResource ? partsOfResource[name] : undefined;
    if (part === undefined) return null;
    parameters[name] = part;
  }
  return parameters;
}

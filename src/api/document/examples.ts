/** The part of JSON Schema that the description uses. */
interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  example?: unknown;
  default?: unknown;
  const?: unknown;
  enum?: unknown[];
  properties?: Record<string, Schema>;
  items?: Schema;
  allOf?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
}

type Example = { value: unknown } | { $ref: string };

interface Media {
  schema?: Schema;
  example?: unknown;
  examples?: Record<string, Example>;
}

interface Described {
  requestBody?: { content?: Record<string, Media> };
  responses?: Record<string, { content?: Record<string, Media> }>;
}

interface Document {
  paths?: object;
  webhooks?: object;
  components?: { schemas?: object; examples?: object };
}

const depthMax = 12;
const refPrefix = '#/components/schemas/';

/**
 * Gives every JSON body of the description an example, composed from the examples of its fields, so that
 * people can try it and tools can mock it. Each example is stored once among the components, and referenced.
 */
export function withExamples<D extends Document>(document: D): D {
  const components: NonNullable<Document['components']> = document.components ?? {};
  const schemas = (components.schemas ?? {}) as Record<string, Schema>;
  const examples: Record<string, Example> = {};
  const shared = (name: string, example: Example): Example => {
    examples[name] ??= example;
    return { $ref: `#/components/examples/${name}` };
  };
  for (const media of jsonBodiesOf(document)) {
    const { schema, examples: given } = media;
    if (given !== undefined) {
      media.examples = Object.fromEntries(
        Object.entries(given).map(([name, one]) => [name, shared(name, one)]),
      );
      continue;
    }
    if (schema === undefined || media.example !== undefined) continue;
    const names = (schema.oneOf ?? schema.anyOf ?? [schema]).map(({ $ref }) => $ref?.slice(refPrefix.length));
    if (names.every((name) => name !== undefined)) {
      media.examples = Object.fromEntries(
        names.map((name) => [name, shared(name, { value: exampleOf(schemas[name] ?? {}, schemas) })]),
      );
    } else media.example = exampleOf(schema, schemas);
  }
  Object.assign(document, { components: { ...components, examples } });
  return document;
}

function jsonBodiesOf({ paths, webhooks }: Document): Media[] {
  const groups = [paths, webhooks] as (Record<string, Record<string, Described>> | undefined)[];
  const operations = groups.flatMap((group) => Object.values(group ?? {}).flatMap(Object.values<Described>));
  return operations.flatMap(({ requestBody, responses }) =>
    [requestBody, ...Object.values(responses ?? {})].flatMap(
      (part) => part?.content?.['application/json'] ?? [],
    ),
  );
}

function exampleOf(schema: Schema, schemas: Record<string, Schema>, depth = 0): unknown {
  if (depth > depthMax) return null;
  const inner = (part: Schema): unknown => exampleOf(part, schemas, depth + 1);
  if (schema.$ref !== undefined) return inner(schemas[schema.$ref.slice(refPrefix.length)] ?? {});
  for (const given of [schema.example, schema.const, schema.default, schema.enum?.[0]]) {
    if (given !== undefined) return given;
  }
  if (schema.allOf !== undefined) return mergedExample(schema.allOf.map(inner));
  const [first] = schema.oneOf ?? schema.anyOf ?? [];
  if (first !== undefined) return inner(first);
  return exampleOfType(schema, inner);
}

function exampleOfType(schema: Schema, inner: (part: Schema) => unknown): unknown {
  const types = [schema.type ?? 'null'].flat();
  if (types.includes('null')) return null;
  if (types.includes('array')) return schema.items === undefined ? [] : [inner(schema.items)];
  if (types.includes('object')) {
    const fields = Object.entries(schema.properties ?? {});
    return Object.fromEntries(fields.map(([name, field]) => [name, inner(field)]));
  }
  if (types.includes('boolean')) return false;
  return types.includes('string') ? 'text' : 1;
}

function mergedExample(parts: readonly unknown[]): unknown {
  return Object.assign({}, ...parts) as unknown;
}

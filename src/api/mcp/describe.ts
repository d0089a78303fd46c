import { z, type OpenAPIHono } from '@hono/zod-openapi';
import { documentedSchemas } from '../routes/index.js';
import type { ApiEnv } from '../types.js';
import { plain } from './plain.js';
import { isSchema, type Schema } from './schemas.js';
import { isOperationTool, type OperationTool, type Tool } from './tool.js';

/** A tool as clients see it, in the form of the MCP specification. */
export interface DescribedTool {
  name: string;
  title: string;
  description: string;
  inputSchema: ObjectSchema;
  outputSchema: ObjectSchema;
  annotations: {
    title: string;
    readOnlyHint: boolean;
    destructiveHint: boolean;
    idempotentHint: boolean;
    openWorldHint: boolean;
  };
}

type ObjectSchema = Schema & { type: 'object' };

/**
 * Describes the tools by the schemas of the operations in `app`, as the API's description has them. The options of
 * platforms are left out, because they are long; describe_platform returns them for one platform.
 */
export function describeTools(app: OpenAPIHono<ApiEnv>, tools: readonly Tool[]): DescribedTool[] {
  const registry = app.openAPIRegistry;
  registry.registerComponent('schemas', 'PlatformOptions', platformOptions);
  for (const [name, schema] of Object.entries(documentedSchemas)) registry.register(name, schema);
  for (const tool of tools) registry.register(tool.name, z.object(partsOf(tool)));
  const document = app.getOpenAPI31Document({ openapi: '3.1.0', info: { title: 'Tools', version: '1' } });
  // The generator's types allow what it never writes, such as references in the place of operations.
  const description = document as unknown as Description;
  return tools.map((tool) => describe(tool, description));
}

const platformOptions = {
  type: 'object' as const,
  additionalProperties: true,
  description:
    'describe_platform returns their JSON Schema as optionsSchema. Leave them out unless you need one of them.',
};

const partsOf = (tool: Tool): Record<string, z.ZodType> =>
  isOperationTool(tool) ? { own: tool.own } : { input: tool.input, output: tool.output };

interface Description {
  paths: Record<string, Record<string, DescribedOperation>>;
  components: { schemas: Record<string, Schema> };
}

interface DescribedOperation {
  parameters?: { in?: string; name: string; required?: boolean; schema: Schema }[];
  requestBody?: Content;
  responses: Record<string, Content>;
}

interface Content {
  content?: { 'application/json'?: { schema: Schema } };
}

function describe(tool: Tool, description: Description): DescribedTool {
  const { name, title, hints } = tool;
  const { properties } = description.components.schemas[name] as { properties: Record<string, Schema> };
  const [input, output] = isOperationTool(tool)
    ? ofOperation(tool, description, properties['own'] ?? {})
    : [inlined(properties['input'] ?? {}, description), properties['output'] ?? {}];
  const result = withDefinitions(output, description);
  return {
    name,
    title,
    description: tool.description,
    inputSchema: { ...plain(input, updatesStored(tool)), type: 'object' },
    outputSchema: hints.readOnly ? result : withReplay(result),
    annotations: {
      title,
      readOnlyHint: hints.readOnly,
      destructiveHint: hints.destructive,
      idempotentHint: hints.idempotent,
      openWorldHint: hints.openWorld,
    },
  };
}

/** Whether the arguments change stored data, so that the sentences about updates apply. */
const updatesStored = (tool: Tool): boolean =>
  isOperationTool(tool) && tool.operation.route.method === 'patch';

/**
 * Adds a mark to a result that an earlier call has already made. The API marks it in a header, which models do not see.
 */
const withReplay = (result: ObjectSchema): ObjectSchema => ({
  ...result,
  properties: { ...(result['properties'] as Schema | undefined), replayed: { type: 'boolean', const: true } },
});

/** The arguments and the result of an operation. The arguments are those of the tool, the query and the body. */
function ofOperation(tool: OperationTool, description: Description, own: Schema): [Schema, Schema] {
  const { path, method } = tool.operation.route;
  const operation = description.paths[path]?.[method];
  if (operation === undefined) throw new Error(`The operation of ${tool.name} is not described.`);
  const queried = (operation.parameters ?? []).filter((parameter) => parameter.in === 'query');
  const sent =
    tool.bodyComponent === undefined
      ? schemaIn(operation.requestBody)
      : { $ref: `#/components/schemas/${tool.bodyComponent}` };
  const [ofTool, ofBody] = [own, sent].map((schema) => inlined(schema, description) as Arguments);
  const ofQuery = queried.map(({ name, schema }) => [name, inlined(schema, description)] as const);
  const required = [
    ...(ofTool?.required ?? []),
    ...(ofBody?.required ?? []),
    ...queried.filter((parameter) => parameter.required === true).map(({ name }) => name),
  ];
  const properties = {
    ...ofTool?.properties,
    ...Object.fromEntries(ofQuery),
    ...ofBody?.properties,
    ...ofTool?.properties,
  };
  const input = {
    properties: Object.fromEntries(
      Object.entries(properties).filter(([name]) => !Object.hasOwn(tool.leavesOut ?? {}, name)),
    ),
    ...(required.length > 0 && { required: [...new Set(required)] }),
    additionalProperties: false,
  };
  const described = operation.responses['200'] ?? operation.responses['201'];
  return [input, described === undefined ? done : schemaIn(described)];
}

/** The result of an operation that returns nothing. */
const done = { properties: { done: { type: 'boolean', const: true } } };

interface Arguments extends Schema {
  properties?: Record<string, Schema>;
  required?: string[];
}

const schemaIn = (content: Content | undefined): Schema =>
  content?.content?.['application/json']?.schema ?? {};

/**
 * Replaces references by the schemas that they refer to. Not every client follows references in the arguments of a
 * tool.
 */
function inlined(schema: Schema, description: Description): Schema {
  return cleaned(schema, (name) => inlined(description.components.schemas[name] ?? {}, description));
}

/** Keeps references, and adds the schemas that they refer to as `$defs`. */
function withDefinitions(schema: Schema, { components }: Description): ObjectSchema {
  const definitions = new Map<string, Schema>();
  const refer = (name: string): Schema => {
    if (!definitions.has(name)) {
      // The entry is stored first, so that a schema that refers to itself does not cause an endless recursion.
      definitions.set(name, {});
      definitions.set(name, cleaned(components.schemas[name] ?? {}, refer, leftOutOfResults));
    }
    return { $ref: `#/$defs/${name}` };
  };
  const name = nameIn(schema);
  // Clients expect the fields of a result at the root.
  const result = name === undefined ? schema : (components.schemas[name] ?? {});
  const root = cleaned(result, refer, leftOutOfResults);
  return { ...root, type: 'object', ...(definitions.size > 0 && { $defs: Object.fromEntries(definitions) }) };
}

/** Parts of a description that JSON Schema does not know, and that would only make it longer. */
const leftOut = new Set(['example', 'examples', 'discriminator', 'x-enum-varnames']);
/** The API reference describes the fields of results, which are the same for many tools. */
const leftOutOfResults = new Set([...leftOut, 'description']);
/** Parts that contain values, and no schemas. */
const values = new Set(['default', 'const', 'enum', 'required', 'type']);

function cleaned(
  schema: Schema,
  refer: (name: string) => Schema,
  omitted: ReadonlySet<string> = leftOut,
): Schema {
  const each = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(each);
    return isSchema(value) ? cleaned(value, refer, omitted) : value;
  };
  const kept = Object.entries(schema).filter(([key]) => key !== '$ref' && !omitted.has(key));
  const own = kept.map(([key, value]): [string, unknown] => {
    if (values.has(key)) return [key, value];
    if (key !== 'properties' || !isSchema(value)) return [key, each(value)];
    return [key, Object.fromEntries(Object.entries(value).map(([name, field]) => [name, each(field)]))];
  });
  const name = nameIn(schema);
  return { ...(name !== undefined && refer(name)), ...Object.fromEntries(own) };
}

const nameIn = ({ $ref }: Schema): string | undefined =>
  typeof $ref === 'string' ? $ref.replace('#/components/schemas/', '') : undefined;

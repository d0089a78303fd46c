/** The part of JSON Schema that the description of the API uses. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  description?: string;
  example?: unknown;
  default?: unknown;
  const?: unknown;
  enum?: unknown[];
  required?: string[];
  properties?: Record<string, Schema>;
  additionalProperties?: boolean | Schema;
  items?: Schema;
  allOf?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
}

type Ref<V> = V | { $ref: string };
type Security = Readonly<Record<string, readonly string[]>>;

interface Content {
  schema?: Schema;
  example?: unknown;
  examples?: Record<string, Ref<{ value: unknown }>>;
}

export interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  example?: unknown;
  schema?: Schema;
}

interface Described {
  operationId: string;
  tags?: string[];
  summary?: string;
  description?: string;
  security?: Security[];
  parameters?: Ref<Parameter>[];
  requestBody?: { required?: boolean; content: Record<string, Content> };
  responses: Record<string, { description: string; content?: Record<string, Content> }>;
}

/** The part of an OpenAPI description that the reference shows. */
export interface ApiDescription {
  servers?: { url: string }[];
  tags?: { name: string; description?: string }[];
  paths?: Record<string, Record<string, Described>>;
  components?: {
    schemas?: Record<string, Schema>;
    parameters?: Record<string, Parameter>;
    examples?: Record<string, { value: unknown }>;
  };
}

/** The credential that an operation takes. Only `key` and `client` are sent by programs. */
export type Credential = 'key' | 'client' | 'session' | 'none';

export interface ResponseDoc {
  status: string;
  description: string;
  schema?: Schema;
  example?: unknown;
}

export interface OperationDoc {
  id: string;
  url: string;
  /** The method in upper case. */
  method: string;
  path: string;
  tag: string;
  summary: string;
  description: string;
  credential: Credential;
  /** Whether the dashboard's session is accepted. */
  takesSession: boolean;
  parameters: Parameter[];
  body?: { required: boolean; schema: Schema; example: unknown };
  responses: ResponseDoc[];
}

export interface TagDoc {
  name: string;
  description: string;
  operations: OperationDoc[];
}

export interface Reference {
  /** The part of the path that is the same for all operations. */
  basePath: string;
  tags: readonly TagDoc[];
  byId: ReadonlyMap<string, OperationDoc>;
  schemaOf: (ref: string) => Schema;
}

export const referenceUrl = '/docs/api';
const json = 'application/json';
const methods = ['get', 'post', 'put', 'patch', 'delete'];
/** The order of the menu. Groups that are not named here come between these. */
const firstTags = [
  'Posts',
  'Media',
  'Social accounts',
  'Connect',
  'Platforms',
  'Comments',
  'Webhook endpoints',
  'Workspaces',
];
const lastTags = ['Client links', 'Client reviews', 'Apps', 'Changes', 'Sessions'];
/**
 * If a request has two examples, the one whose name ends like this is shown, so that all examples have the same shape.
 */
const shownShape = /Nested$/;

/** Reads what the pages of the reference show from a description of the API. */
export function readReference(description: object): Reference {
  const { servers = [], tags = [], paths = {}, components = {} }: ApiDescription = description;
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const described = item[method];
      return described === undefined ? [] : [operationOf({ path, method, described, components })];
    }),
  );
  const docs = tags
    .map(({ name, description: about = '' }) => ({
      name,
      description: about,
      operations: operations.filter(({ tag }) => tag === name),
    }))
    .filter((tag) => tag.operations.length > 0)
    .sort((a, b) => rankOf(a.name) - rankOf(b.name));
  const { schemas = {} } = components;
  return {
    basePath: servers[0]?.url ?? '',
    tags: docs,
    byId: new Map(operations.map((operation) => [operation.id, operation])),
    schemaOf: (ref) => schemas[nameOf(ref)] ?? {},
  };
}

function rankOf(tag: string): number {
  const first = firstTags.indexOf(tag);
  if (first >= 0) return first;
  const last = lastTags.indexOf(tag);
  return firstTags.length + (last >= 0 ? 1 + last : 0);
}

interface Found {
  path: string;
  method: string;
  described: Described;
  components: NonNullable<ApiDescription['components']>;
}

function operationOf({ path, method, described, components }: Found): OperationDoc {
  const { operationId: id, tags = [], summary = id, description = '', security = [] } = described;
  const { parameters = [], requestBody, responses } = described;
  const content = requestBody?.content[json];
  const accepts = (scheme: string): boolean => security.some((one) => Object.hasOwn(one, scheme));
  return {
    id,
    url: `${referenceUrl}/${id}`,
    method: method.toUpperCase(),
    path,
    tag: tags[0] ?? '',
    summary,
    description,
    credential: credentialOf(accepts),
    takesSession: accepts('session'),
    parameters: parameters.flatMap((one) => {
      const found = '$ref' in one ? components.parameters?.[nameOf(one.$ref)] : one;
      return found === undefined ? [] : [found];
    }),
    ...(content?.schema !== undefined && {
      body: {
        required: requestBody?.required ?? false,
        schema: content.schema,
        example: exampleIn(content, components),
      },
    }),
    responses: Object.entries(responses).map(([status, response]) =>
      responseOf(status, response, components),
    ),
  };
}

function responseOf(
  status: string,
  { description, content }: Described['responses'][string],
  components: Found['components'],
): ResponseDoc {
  const shown = content?.[json];
  if (shown === undefined) return { status, description };
  const example = exampleIn(shown, components);
  return { status, description, example, ...(shown.schema !== undefined && { schema: shown.schema }) };
}

function credentialOf(accepts: (scheme: string) => boolean): Credential {
  if (accepts('bearer')) return 'key';
  if (accepts('clientLink')) return 'client';
  return accepts('session') ? 'session' : 'none';
}

function exampleIn({ example, examples }: Content, components: Found['components']): unknown {
  if (example !== undefined) return example;
  const named = Object.entries(examples ?? {});
  const [, shown] = named.find(([name]) => shownShape.test(name)) ?? named[0] ?? [];
  if (shown === undefined) return undefined;
  return '$ref' in shown ? components.examples?.[nameOf(shown.$ref)]?.value : shown.value;
}

const nameOf = (ref: string): string => ref.slice(ref.lastIndexOf('/') + 1);

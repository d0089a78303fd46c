import { describe, expect, it } from 'vitest';
import { errorCodes, statusByCode } from '../../src/api/errors/codes.js';
import { openApiDocument } from '../harness/description.js';
import { operations } from '../../src/api/routes/index.js';

interface Schema {
  $ref?: string;
  enum?: string[];
  'x-enum-varnames'?: string[];
  oneOf?: Schema[];
  properties?: {
    code?: { const?: string; enum?: string[] };
    statusCode?: { const?: number; enum?: number[] };
  };
}
interface Body {
  content?: Record<
    string,
    { schema?: Schema; example?: unknown; examples?: Record<string, { $ref?: string }> }
  >;
  description?: string;
  headers?: object;
  links?: Record<string, object>;
}
interface Operation {
  operationId?: string;
  summary?: string;
  tags?: string[];
  security?: Record<string, string[]>[];
  requestBody?: Body;
  responses: Record<string, Body>;
}
interface Document {
  paths: Record<string, Record<string, Operation>>;
  tags: { name: string }[];
  components: {
    schemas: Record<string, Schema>;
    securitySchemes: Record<string, object>;
    examples: Record<string, { value: unknown }>;
  };
}

const document = openApiDocument() as Document;
const described = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    id: operation.operationId ?? `${method} ${path}`,
    method,
    path,
    operation,
  })),
);
const resolved = (schema: Schema): Schema =>
  schema.$ref === undefined
    ? schema
    : (document.components.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {});

/** Returns the codes that the schema of an error response allows. */
function codesOf(body: Body): string[] {
  const schema = body.content?.['application/json']?.schema ?? {};
  return (schema.oneOf ?? [schema]).flatMap((choice) => {
    const code = resolved(choice).properties?.code;
    return code?.const ?? code?.enum ?? [];
  });
}

describe('the API description', () => {
  it('contains exactly the operations of the service', () => {
    expect(described.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(
      operations.map(({ route }) => `${route.method} ${route.path}`).sort(),
    );
  });

  it('gives each operation a unique name', () => {
    const ids = described.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it.each(described)('$id has a summary, known tags and known security', ({ operation }) => {
    expect(operation.operationId).toMatch(/^[a-z][A-Za-z]+$/);
    expect(operation.summary?.length).toBeGreaterThan(5);
    const known = document.tags.map(({ name }) => name);
    expect(operation.tags).toHaveLength(1);
    expect(known).toContain(operation.tags?.[0]);
    for (const scheme of (operation.security ?? [{ missing: [] }]).flatMap(Object.keys)) {
      expect(Object.keys(document.components.securitySchemes)).toContain(scheme);
    }
  });

  it.each(described)('$id has an example of each JSON body', ({ operation }) => {
    const bodies = [operation.requestBody, ...Object.values(operation.responses)];
    for (const media of bodies.flatMap((body) => body?.content?.['application/json'] ?? [])) {
      const shared = Object.values(media.examples ?? {}).map(({ $ref }) => $ref?.split('/').at(-1) ?? '');
      expect(media.example !== undefined || shared.length > 0).toBe(true);
      for (const name of shared) expect(document.components.examples[name]).toHaveProperty('value');
    }
  });

  it.each(described)('$id lists the codes of each error status, with examples', ({ operation }) => {
    const failures = Object.entries(operation.responses).filter(([status]) => Number(status) >= 400);
    const statuses = failures.map(([status]) => status);
    const open = operation.security?.length === 0;
    expect(statuses).toEqual(expect.arrayContaining(open ? ['500'] : ['401', '500', '503']));
    for (const [status, body] of failures) {
      const codes = codesOf(body);
      if (codes.length === 0) {
        expect(body.content?.['application/json']?.schema?.$ref).toMatch(/\/BareUnauthorized$/);
        continue;
      }
      for (const code of codes) {
        expect(errorCodes as string[]).toContain(code);
        expect(statusByCode[code as keyof typeof statusByCode]).toBe(Number(status));
      }
      expect(Object.keys(body.content?.['application/json']?.examples ?? {}).sort()).toEqual(codes.sort());
    }
  });

  it('can be read by generators of clients in other languages', () => {
    const lists = Object.values(document.components.schemas).filter((schema) => schema.enum !== undefined);
    const constants = lists.flatMap((schema) => schema['x-enum-varnames'] ?? schema.enum);
    expect(new Set(constants).size).toBe(constants.length);
    expect(lists.length).toBeGreaterThan(1);
    const text = JSON.stringify(document);
    // Python does not know the Unicode classes of patterns.
    expect(text).not.toContain(String.raw`\\p{`);
    const links = described.flatMap(({ operation }) =>
      Object.values(operation.responses).flatMap((response) => Object.values(response.links ?? {})),
    );
    expect(links.length).toBeGreaterThan(10);
    for (const link of links) expect(link).not.toHaveProperty('requestBody');
  });

  it('shows both forms of a 401: the envelope, and the bare form for the operations that the contract names', () => {
    const bare = described.filter(({ operation }) => {
      const unauthorized = operation.responses['401'];
      return unauthorized !== undefined && codesOf(unauthorized).length === 0;
    });
    expect(bare.map(({ path }) => path)).toContain('/posts/{id}/schedule');
    for (const { path } of bare) {
      expect(path).toMatch(
        /^\/(posts\/\{id\}\/schedule|comments\/\{id\}\/read|connect-sessions\/\{id\}\/import)$/,
      );
    }
  });
});

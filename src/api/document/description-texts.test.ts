import { describe, expect, it } from 'vitest';
import { stilted } from '../../../test/docs/stilted.js';
import { openApiDocument } from '../../../test/harness/description.js';

interface Schema {
  $ref?: string;
  description?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  additionalProperties?: Schema | boolean;
  allOf?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
}
interface Named {
  $ref?: string;
  name?: string;
  description?: string;
}
interface Response extends Named {
  headers?: Record<string, Named>;
  content?: Record<string, { schema?: Schema }>;
}
interface Operation {
  operationId: string;
  summary?: string;
  description?: string;
  parameters?: Named[];
  requestBody?: { content: Record<string, { schema?: Schema }> };
  responses: Record<string, Response>;
}
interface Document {
  tags: Named[];
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, Schema>;
    parameters: Record<string, Named>;
    headers: Record<string, Named>;
    securitySchemes: Record<string, Named>;
    examples: Record<string, { value: unknown }>;
  };
}

const document = openApiDocument() as Document;
const { schemas, parameters, headers, securitySchemes } = document.components;
const operations = [document.paths, document.webhooks].flatMap((group) =>
  Object.values(group).flatMap((methods) => Object.values(methods)),
);

const isEmpty = (text: string | undefined): boolean => text === undefined || text.trim().length < 5;

/** Whether the schema has a description of its own, or that of the one component that it refers to. */
function isDescribed({ $ref, description, allOf = [] }: Schema): boolean {
  if (!isEmpty(description)) return true;
  if ($ref !== undefined) return !isEmpty(schemas[$ref.split('/').at(-1) ?? '']?.description);
  return allOf.some(isDescribed);
}

/** The properties without a description, at any depth. Components are checked separately. */
function undescribed(schema: Schema, at: string): string[] {
  const { properties = {}, items, additionalProperties, allOf = [], anyOf = [], oneOf = [] } = schema;
  const parts = [...allOf, ...anyOf, ...oneOf];
  if (items !== undefined) parts.push(items);
  if (typeof additionalProperties === 'object') parts.push(additionalProperties);
  return [
    ...Object.entries(properties).flatMap(([name, property]) => [
      ...(isDescribed(property) ? [] : [`${at}.${name}`]),
      ...undescribed(property, `${at}.${name}`),
    ]),
    ...parts.flatMap((part) => undescribed(part, at)),
  ];
}

describe('the API description', () => {
  it('explains every schema, and every property of it', () => {
    const missing = Object.entries(schemas).flatMap(([name, schema]) => [
      ...(isDescribed(schema) ? [] : [name]),
      ...undescribed(schema, name),
    ]);
    expect(missing).toEqual([]);
  });

  it('explains every operation, including the schemas that only it has', () => {
    const missing = operations.flatMap(({ operationId, summary, description, requestBody, responses }) => [
      ...(isEmpty(summary) ? [`${operationId}: summary`] : []),
      ...(isEmpty(description) ? [`${operationId}: description`] : []),
      ...[requestBody, ...Object.values(responses)].flatMap((part) =>
        undescribed(part?.content?.['application/json']?.schema ?? {}, operationId),
      ),
    ]);
    expect(missing).toEqual([]);
  });

  it('explains every parameter, response and header', () => {
    const own = operations.flatMap(({ operationId, parameters: of = [], responses }) =>
      [
        ...of,
        ...Object.values(responses),
        ...Object.values(responses).flatMap((response) => Object.values(response.headers ?? {})),
      ]
        .filter(({ $ref, description }) => $ref === undefined && isEmpty(description))
        .map(({ name }) => `${operationId} ${name ?? 'a response or header'}`),
    );
    const shared = Object.entries({ ...parameters, ...headers, ...securitySchemes })
      .filter(([, { description }]) => isEmpty(description))
      .map(([name]) => name);
    expect([...own, ...shared]).toEqual([]);
  });
});

/** More patterns for the API description. In it, an address is always an email or IP address, never a URL. */
const stiltedHere = [
  ...stilted,
  /\bnobody\b(?! can\b)/i,
  /(?<!email |IP |client |network )\baddress(es)?\b/i,
];

/** Returns the texts that people read: descriptions, summaries, and the messages in examples. */
function textsIn(value: unknown, name = ''): string[] {
  if (typeof value === 'string')
    return ['description', 'summary', 'message', 'title'].includes(name) ? [value] : [];
  if (Array.isArray(value)) return value.flatMap((each) => textsIn(each));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) => textsIn(each, key));
}

describe('the API description', () => {
  const texts = [...new Set(textsIn(document))];

  it.each(stiltedHere)('avoids %s', (words) => {
    expect(texts.filter((text) => words.test(text))).toEqual([]);
  });

  it('starts each description with a capital letter and ends it with a period', () => {
    const operationTexts = operations.flatMap(({ description = '' }) => description);
    const schemaTexts = Object.values(schemas).flatMap(({ description = '' }) => description);
    const broken = [...operationTexts, ...schemaTexts].filter((text) => !/^[A-Z`].*[.…]$/s.test(text));
    expect(broken).toEqual([]);
  });
});

/** Returns every value that is shown as an example, of a whole object or of a field. */
function examplesIn(value: unknown, isExample = false): unknown[] {
  if (Array.isArray(value)) return value.flatMap((each) => examplesIn(each, isExample));
  if (typeof value !== 'object' || value === null) return isExample ? [value] : [];
  // The values of an enumeration are names, and none is a placeholder.
  if ('items' in value && JSON.stringify(value.items).startsWith('{"type":"string","enum"')) return [];
  return Object.entries(value).flatMap(([key, each]) =>
    examplesIn(each, isExample || key === 'example' || key === 'examples'),
  );
}

it('no example in the API description is the placeholder "text"', () => {
  const examples = examplesIn(document);
  expect(examples.length).toBeGreaterThan(1_000);
  expect(examples.filter((value) => value === 'text')).toEqual([]);
});

it('the example of a timeline is possible: each entry has only the details of its kind', () => {
  const { examples } = document.components;
  const { data } = examples['TimelinePage']?.value as {
    data: { kind: string; targetId: string | null; detail: object }[];
  };
  const detailsOf = Object.fromEntries(data.map(({ kind, detail }) => [kind, Object.keys(detail)]));
  expect(detailsOf).toEqual({
    SCHEDULED: ['scheduledAt', 'workflowId'],
    ATTEMPT_STARTED: ['step', 'attempt'],
    ATTEMPT_ENDED: ['step', 'attempt', 'outcome'],
    PUBLISHED: ['step'],
    FINISHED: ['status', 'workflowId'],
  });
  expect(schemas['TimelineDetail']?.properties).toMatchObject(
    Object.fromEntries(Object.values(detailsOf).flatMap((names) => names.map((name) => [name, {}]))),
  );
});

describe('the API description of limits and exclusions', () => {
  it('includes Retry-After and the current limits for a 429 of each operation', () => {
    for (const { operationId, responses } of Object.values(document.paths).flatMap((methods) =>
      Object.values(methods),
    )) {
      const names = Object.keys(responses['429']?.headers ?? {});
      expect([operationId, names]).toEqual([operationId, expect.arrayContaining(['Retry-After'])]);
      const isOpen = [
        'signUp',
        'signIn',
        'oneTimeSignIn',
        'previewOneTimeSignIn',
        'previewInvitation',
      ].includes(operationId);
      expect([operationId, names.includes('RateLimit')]).toEqual([operationId, true]);
      const success = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1];
      expect([operationId, 'RateLimit' in (success?.headers ?? {})]).toEqual([operationId, !isOpen]);
    }
  });

  it.each(['PlatformEntry', 'TargetEntry'])('excludes mediaIds together with mediaItems in %s', (name) => {
    expect(schemas[name]).toMatchObject({ not: { required: ['mediaIds', 'mediaItems'] } });
  });

  it('says how far ahead a post can be scheduled', () => {
    for (const [name, field] of [
      ['SchedulePost', 'scheduledAt'],
      ['CreatePostFlat', 'scheduledFor'],
      ['UpdatePostNested', 'scheduledFor'],
    ] as const) {
      expect(schemas[name]?.properties?.[field]?.description).toMatch(/five years.*too_far_ahead/);
    }
  });
});

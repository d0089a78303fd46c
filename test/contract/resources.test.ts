import { describe, expect, it } from 'vitest';
import { openApiDocument } from '../harness/description.js';

interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  enum?: string[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
}
interface Parameter {
  $ref?: string;
  name: string;
  in: string;
  required?: boolean;
}
interface Document {
  paths: Record<string, Record<string, { parameters?: Parameter[] }>>;
  components: { schemas: Record<string, Schema>; parameters: Record<string, Parameter> };
}

// The responses of every test are compared with this description (src/api/middleware/validate-responses.ts).
const { paths, components } = openApiDocument() as Document;

const named = (name: string): Schema => components.schemas[name.split('/').at(-1) ?? ''] ?? {};
const parts = (schema: Schema): Schema[] => {
  const { $ref, anyOf = [], oneOf = [], allOf = [] } = schema;
  const further = [...anyOf, ...oneOf, ...allOf, ...($ref === undefined ? [] : [named($ref)])];
  return [schema, ...further.flatMap(parts)];
};
/** The JSON types that a field can have, with `date-time` in place of a string that is one. */
function typesOf(schema: Schema | undefined): string[] {
  const found = parts(schema ?? {}).flatMap(({ type = [], format }) =>
    [type].flat().map((each) => (each === 'string' && format === 'date-time' ? format : each)),
  );
  return [...new Set(found)].sort();
}
const valuesOf = (schema: Schema | undefined): string[] =>
  parts(schema ?? {}).flatMap((each) => each.enum ?? []);

/** Checks each field and its type; `?` means that it may be null. */
function expectFields(schema: string, fields: Record<string, string>): void {
  const { properties = {}, required = [] } = named(schema);
  const wanted = Object.entries(fields).map(([name, type]) => {
    const types = type.endsWith('?') ? [type.slice(0, -1), 'null'] : [type];
    return [name, types.sort()];
  });
  expect(wanted.map(([name = '']) => [name, typesOf(properties[String(name)])])).toEqual(wanted);
  expect(required).toEqual(expect.arrayContaining(Object.keys(fields)));
}

describe('the resources of the contract', () => {
  it('Resources 1: a post always has all fields of the contract', () => {
    expectFields('Post', {
      id: 'string',
      workspaceId: 'string',
      createdByUserId: 'string',
      status: 'string',
      caption: 'string?',
      scheduledAt: 'date-time?',
      timezone: 'string?',
      workflowId: 'string?',
      pendingWorkflowId: 'string?',
      approvedByUserId: 'string?',
      approvedAt: 'date-time?',
      createdViaApi: 'boolean',
      createdViaFlatShape: 'boolean',
      deletedAt: 'date-time?',
      createdAt: 'date-time',
      updatedAt: 'date-time',
      targets: 'array',
      media: 'array',
    });
  });

  it('Resources 2: a target always has all fields of the contract', () => {
    expectFields('Target', {
      id: 'string',
      postId: 'string',
      socialAccountId: 'string',
      platform: 'string',
      status: 'string',
      captionOverride: 'string?',
      firstComment: 'string?',
      firstCommentError: 'string?',
      firstCommentAttempt: 'integer',
      mediaIds: 'array',
      scheduledFor: 'date-time?',
      publishedAt: 'date-time?',
      externalPostId: 'string?',
      externalUrl: 'string?',
      errorCode: 'string?',
      errorMessage: 'string?',
      attemptCount: 'integer',
      lastAttemptAt: 'date-time?',
      createdAt: 'date-time',
      updatedAt: 'date-time',
    });
    const { properties, required } = named('Target');
    expect(typesOf(properties?.['platformOptions'])).toEqual(expect.arrayContaining(['null', 'object']));
    expect(required).toContain('platformOptions');
  });

  it('Resources 3: the media of a post always have all fields of the contract', () => {
    expectFields('PostMedia', {
      postId: 'string',
      mediaAssetId: 'string',
      order: 'integer',
      altText: 'string?',
    });
  });

  it('Resources 4: the platforms and the statuses are those of the contract', () => {
    const { properties: post } = named('Post');
    const { properties: target } = named('Target');
    expect(valuesOf(post?.['status'])).toEqual([
      'DRAFT',
      'NEEDS_APPROVAL',
      'SCHEDULED',
      'PUBLISHING',
      'PARTIALLY_PUBLISHED',
      'PUBLISHED',
      'FAILED',
      'CANCELED',
    ]);
    const targetStatuses = ['DRAFT', 'SCHEDULED', 'PUBLISHING', 'PUBLISHED', 'FAILED', 'SKIPPED', 'CANCELED'];
    expect([...valuesOf(target?.['status'])].sort()).toEqual(targetStatuses.sort());
    expect(valuesOf(named('SocialAccount').properties?.['status'])).toEqual(['ACTIVE', 'TOKEN_EXPIRED']);
    expect([...valuesOf(target?.['platform'])].sort()).toEqual([
      'BLUESKY',
      'FACEBOOK_PAGE',
      'INSTAGRAM',
      'LINKEDIN_COMPANY',
      'LINKEDIN_PERSON',
      'PINTEREST',
      'THREADS',
      'TIKTOK_BUSINESS',
      'TIKTOK_PERSONAL',
      'X',
      'YOUTUBE',
    ]);
  });

  it.each([
    ['/workspaces', ['get', 'post']],
    ['/workspaces/{id}', ['get']],
    ['/workspaces/{id}/api-keys', ['post']],
    ['/workspaces/{id}/api-keys/{keyId}', ['delete']],
    ['/posts', ['get', 'post']],
    ['/posts/{id}', ['get', 'patch', 'delete']],
    ['/posts/{id}/schedule', ['post']],
    ['/posts/{id}/reschedule', ['post']],
    ['/posts/{id}/cancel', ['post']],
    ['/posts/{id}/retry', ['post']],
    ['/posts/{id}/targets/{tid}/retry-first-comment', ['post']],
    ['/social-accounts', ['get']],
    ['/social-accounts/{id}', ['get', 'delete']],
    ['/media', ['get']],
    ['/media/presign', ['post']],
    ['/media/from-url', ['post']],
    ['/media/{id}/complete', ['post']],
    ['/media/{id}', ['get', 'patch', 'delete']],
    ['/comments', ['get']],
    ['/comments/refresh', ['post']],
    ['/comments/{id}/reply', ['post']],
    ['/comments/{id}/read', ['post']],
    ['/connect-sessions/{id}/import', ['post']],
  ])('Resources 5: %s has the operations of the contract', (path, methods) => {
    expect(Object.keys(paths[path] ?? {})).toEqual(expect.arrayContaining(methods));
  });

  it('Resources 6: the query of an operation has a required or an optional workspaceId as in the contract', () => {
    const inQuery = (path: string, method: string): string => {
      const parameters = (paths[path]?.[method]?.parameters ?? []).map((each) =>
        each.$ref === undefined ? each : components.parameters[each.$ref.split('/').at(-1) ?? ''],
      );
      const found = parameters.find((each) => each?.in === 'query' && each.name === 'workspaceId');
      if (found === undefined) return 'absent';
      return found.required === true ? 'required' : 'optional';
    };
    for (const [path, method, expected] of [
      ['/posts', 'get', 'optional'],
      ['/social-accounts', 'get', 'optional'],
      ['/comments', 'get', 'optional'],
      ['/media', 'get', 'required'],
      ['/media/presign', 'post', 'required'],
      ['/media/from-url', 'post', 'required'],
      ['/comments/refresh', 'post', 'required'],
      ['/posts', 'post', 'absent'],
    ] as const) {
      expect([path, method, inQuery(path, method)]).toEqual([path, method, expected]);
    }
  });
});

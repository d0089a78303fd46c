import type { JsonSchemaType } from '@modelcontextprotocol/client';
import { Ajv, AjvJsonSchemaValidator } from '@modelcontextprotocol/client/validators/ajv';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { image } from '../media/support.js';
import { eq } from 'drizzle-orm';
import { exampleIds } from '../../src/api/examples/ids.js';
import { scopes } from '../../src/domain/scopes.js';
import * as tables from '../../src/db/schema/index.js';
import { mintComment } from '../harness/comments.js';
import { connectMcp, type McpClient } from '../harness/mcp.js';
import { mintAccount, mintTenantWithoutAccounts } from '../harness/tenants.js';
import { useTenant, useTestApi } from '../harness/use-test-api.js';

const hourMs = 3_600_000;
const names = [
  'check_setup',
  'list_accounts',
  'describe_platform',
  'validate_post',
  'create_post',
  'update_post',
  'delete_draft',
  'schedule',
  'cancel',
  'reschedule',
  'get_post',
  'list_posts',
  'get_timeline',
  'get_metrics',
  'explain_error',
  'add_media_from_url',
  'request_upload',
  'complete_upload',
  'list_comments',
  'reply_to_comment',
];
/** The tools that only read. */
const reading = [
  'check_setup',
  'list_accounts',
  'describe_platform',
  'validate_post',
  'get_post',
  'list_posts',
  'get_timeline',
  'get_metrics',
  'explain_error',
  'list_comments',
];
/** The tools that a client asks about before each call: they publish, or undo and replace what is planned. */
const destructive = [
  'create_post',
  'update_post',
  'delete_draft',
  'schedule',
  'cancel',
  'reschedule',
  'reply_to_comment',
];
/** The maximum size of the list of tools, which a client reads once. */
const listBytesMax = 165_000;
/** The maximum size of all arguments with names and descriptions, which a client gives to its model. */
const argumentsBytesMax = 40_000;

const api = useTestApi();
const tenant = useTenant(api);
let mcp: McpClient;
beforeAll(async () => {
  mcp = await connectMcp(api.url, tenant.key);
});
afterAll(() => mcp.close());

const ahead = (hours: number): string => new Date(Date.now() + hours * hourMs).toISOString();
const draft = (more: object = {}): Record<string, unknown> => ({
  content: 'A post',
  platforms: [{ accountId: tenant.accountIds[0] }],
  ...more,
});

describe('the list of tools', () => {
  it('has the same order in both revisions', async () => {
    const older = await connectMcp(api.url, tenant.key, 'legacy');
    const listed = [await mcp.client.listTools(), await older.client.listTools()];
    for (const { tools } of listed) expect(tools.map(({ name }) => name)).toEqual(names);
    expect([mcp.client.getProtocolEra(), older.client.getProtocolEra()]).toEqual(['modern', 'legacy']);
    await older.close();
  });

  it.each(names)('%s has a title, a description, every hint, and schemas that are valid', async (name) => {
    const { tools } = await mcp.client.listTools();
    const tool = tools.find((each) => each.name === name);
    expect(tool?.title).toMatch(/^[A-Z]/);
    expect(tool?.description?.length).toBeGreaterThan(40);
    const { readOnlyHint, ...hints } = tool?.annotations ?? {};
    expect(readOnlyHint).toBe(reading.includes(name));
    expect(hints).toEqual({
      title: tool?.title,
      destructiveHint: destructive.includes(name),
      idempotentHint: expect.any(Boolean) as unknown,
      openWorldHint: expect.any(Boolean) as unknown,
    });
    for (const schema of [tool?.inputSchema, tool?.outputSchema]) {
      expect(schema).toMatchObject({ type: 'object' });
      expectSchema(schema as JsonSchemaType);
    }
    expect(tool?.inputSchema).toMatchObject({ additionalProperties: false });
    // Clients handle references in arguments in different ways.
    expect(JSON.stringify(tool?.inputSchema)).not.toContain('$ref');
    expect(JSON.stringify(tool?.outputSchema)).not.toContain('#/components');
    for (const [field, schema] of Object.entries(tool?.inputSchema.properties ?? {})) {
      expect(schema, `the argument ${field}`).toHaveProperty('description');
    }
  });

  it.each(names)('%s has arguments that every client can read', async (name) => {
    const { tools } = await mcp.client.listTools();
    const { inputSchema } = tools.find((each) => each.name === name) ?? {};
    const text = JSON.stringify(inputSchema);
    expect(text).not.toMatch(/"(anyOf|oneOf|allOf|not|if|pattern|propertyNames)":|"type":\[|null/i);
    // Some clients treat an object that names no field as empty.
    expect(text).not.toMatch(/"type":"object"(?![^{}]*"properties")/);
    if (name !== 'update_post') expect(text).not.toMatch(/\bupdate/i);
    const formats = [...text.matchAll(/"format":"([^"]+)"/g)].map(([, format]) => format);
    expect(formats.filter((format) => format !== 'date-time')).toEqual([]);
  });

  it.each([
    ['delete_draft', 'removePublic', { postId: exampleIds.post }],
    [
      'reply_to_comment',
      'republishUnconfirmed',
      { commentId: exampleIds.comment, idempotencyKey: 'k', text: 'Hi' },
    ],
  ])('%s leaves %s to people', async (name, argument, args) => {
    const { tools } = await mcp.client.listTools();
    const { inputSchema } = tools.find((each) => each.name === name) ?? {};
    expect(Object.keys(inputSchema?.properties ?? {})).not.toContain(argument);
    expect(await mcp.refused(name, { ...args, [argument]: true })).toMatchObject({
      code: 'VALIDATION_FAILED',
      details: [{ path: argument, code: 'unknown_field' }],
    });
  });

  it('offers lists even if the server also accepts a single value', async () => {
    const { tools } = await mcp.client.listTools();
    const argument = (name: string, field: string): unknown =>
      tools.find((each) => each.name === name)?.inputSchema.properties?.[field];
    for (const [name, field] of [
      ['list_accounts', 'platform'],
      ['list_posts', 'status'],
      ['get_post', 'expand'],
      ['get_timeline', 'kind'],
      ['list_comments', 'platform'],
    ] as const) {
      expect(argument(name, field), `${name}.${field}`).toMatchObject({
        type: 'array',
        items: { type: 'string', enum: expect.any(Array) as unknown },
      });
    }
    for (const name of ['validate_post', 'create_post']) {
      expect(argument(name, 'parts')).toMatchObject({
        type: 'array',
        items: { type: 'object', properties: { text: { type: 'string' }, mediaIds: { type: 'array' } } },
      });
    }
    expect(argument('create_post', 'scheduledFor')).toMatchObject({ type: 'string', format: 'date-time' });
    expect(argument('create_post', 'platforms')).toMatchObject({
      items: {
        properties: {
          platformOptions: {
            type: 'string',
            description: expect.stringContaining('describe_platform') as unknown,
          },
        },
      },
    });
  });

  it('is short enough for the context of a model', async () => {
    const { tools } = await mcp.client.listTools();
    const size = (value: unknown): number => JSON.stringify(value).length;
    const toModel = tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
    expect(size(toModel)).toBeLessThan(argumentsBytesMax);
    expect(size(tools)).toBeLessThan(listBytesMax);
  });

  it('requires a clientReferenceId for posts, and an idempotencyKey for replies', async () => {
    const { tools } = await mcp.client.listTools();
    const required = (name: string) => tools.find((each) => each.name === name)?.inputSchema.required;
    expect(required('create_post')).toContain('clientReferenceId');
    expect(required('reply_to_comment')).toEqual(
      expect.arrayContaining(['commentId', 'idempotencyKey', 'text']),
    );
    expect(required('schedule')).toEqual(['postId', 'scheduledAt']);
    expect(required('list_posts')).toBeUndefined();
  });
});

const metaschema = new Ajv({ strict: false });
const engine = new AjvJsonSchemaValidator();

/** Compares a schema with the schema of schemas, and compiles it, which fails for a reference that leads nowhere. */
function expectSchema(schema: JsonSchemaType): void {
  for (const part of [schema, ...Object.values(schema.$defs ?? {})]) {
    expect(metaschema.validateSchema(part), metaschema.errorsText()).toBe(true);
  }
  expect(engine.getValidator(schema)('no object').valid).toBe(false);
}

describe('the tools', () => {
  it('schedule, move and cancel a post, and report its new state', async () => {
    const { use } = mcp;
    const scheduled = { clientReferenceId: 'later', scheduledFor: ahead(1) };
    const { id: postId } = await use<{ id: string }>('create_post', draft(scheduled));
    const scheduledAt = ahead(2);
    expect(await use('reschedule', { postId, scheduledAt })).toMatchObject({
      status: 'SCHEDULED',
      scheduledAt,
    });
    const canceled = { status: 'CANCELED', cancelResults: [{ result: 'CANCELED' }] };
    expect(await use('cancel', { postId })).toMatchObject(canceled);
    expect(await use('cancel', { postId })).toMatchObject({ status: 'CANCELED' });
    expect(await use('schedule', { postId, scheduledAt })).toMatchObject({ status: 'SCHEDULED' });
    expect(await use('get_post', { postId, expand: ['targets.account'] })).toMatchObject({
      targets: [{ account: { id: tenant.accountIds[0] } }],
    });
  });

  it('accept null for an argument that is not given', async () => {
    const post = draft({ clientReferenceId: 'nulls', scheduledFor: null, timezone: null });
    expect(await mcp.use('create_post', post)).toMatchObject({ status: 'DRAFT' });
    const page = await mcp.use<{ data: unknown[] }>('list_posts', { status: null, dated: false, limit: 1 });
    expect(page.data).toHaveLength(1);
    expect(await mcp.use('list_posts', { status: 'DRAFT', limit: 1 })).toMatchObject(page);
  });

  it('accept names and values as a list, options as JSON text, and both as objects', async () => {
    const [accountId] = tenant.accountIds;
    const options = { platform: 'BLUESKY', langs: ['en'] };
    const forms = [
      { metadata: [{ name: 'order', value: '4711' }], platformOptions: JSON.stringify(options) },
      { metadata: { order: '4711' }, platformOptions: options },
    ];
    for (const [index, { metadata, platformOptions }] of forms.entries()) {
      const platforms = [{ accountId, platformOptions }];
      const post = draft({ clientReferenceId: `forms-${index}`, metadata, platforms });
      expect(await mcp.use('create_post', post)).toMatchObject({
        metadata: { order: '4711' },
        targets: [{ platformOptions: options }],
      });
    }
    const platforms = [{ accountId, platformOptions: '{langs' }];
    expect(await mcp.refused('validate_post', { content: 'A post', platforms })).toMatchObject({
      details: [{ path: 'platforms.0.platformOptions', code: 'invalid_json' }],
    });
    const named = draft({ metadata: [{ name: '__proto__', value: 'a' }] });
    expect(await mcp.refused('validate_post', named)).toMatchObject({ details: [{ path: 'metadata' }] });
  });

  it('check, store and show the parts of a post', async () => {
    const long = draft({ parts: [{ text: 'Two' }, { text: 'x'.repeat(5_000) }] });
    const checked = await mcp.use<{ targets: { findings: { path: string; code: string }[] }[] }>(
      'validate_post',
      long,
    );
    expect(checked.targets[0]?.findings).toContainEqual(
      expect.objectContaining({ path: 'parts.1.text', code: 'text_too_long' }),
    );
    const parts = [{ text: 'Two' }, { text: 'Three' }];
    const { id: postId } = await mcp.use<{ id: string }>(
      'create_post',
      draft({ clientReferenceId: 'in-parts', parts }),
    );
    expect(await mcp.use('get_post', { postId })).toMatchObject({
      parts,
      targets: [
        {
          parts: [
            { order: 2, text: 'Two', status: 'DRAFT' },
            { order: 3, text: 'Three', status: 'DRAFT' },
          ],
        },
      ],
    });
  });

  it('report that the new text of a repeated post was not used', async () => {
    const once = draft({ clientReferenceId: 'once' });
    const first = await mcp.use<{ id: string }>('create_post', once);
    expect(first).not.toHaveProperty('replayed');
    expect(await mcp.use('create_post', { ...once, content: 'Another text' })).toMatchObject({
      id: first.id,
      caption: 'A post',
      replayed: true,
    });
  });

  it('accept a file that the agent sends to a signed URL', async () => {
    const bytes = await image(1);
    const { workspaceId } = tenant;
    const begun = await mcp.use<{
      media: { id: string };
      upload: { url: string; headers: Record<string, string> };
    }>('request_upload', {
      workspaceId,
      mime: 'image/png',
      sizeBytes: bytes.byteLength,
      idempotencyKey: 'a-file',
    });
    const { url, headers } = begun.upload;
    const sent = await fetch(url, { method: 'PUT', headers, body: new Uint8Array(bytes) });
    expect(sent.status).toBe(204);
    const mediaId = begun.media.id;
    expect(await mcp.use('complete_upload', { mediaId })).toMatchObject({ id: mediaId, status: 'READY' });
    const post = draft({ clientReferenceId: 'with-a-file', mediaIds: [mediaId] });
    expect(await mcp.use('create_post', post)).toMatchObject({ media: [{ mediaAssetId: mediaId }] });
  });

  it('refuse to fetch a file if the installation does not allow it', async () => {
    const { workspaceId } = tenant;
    const refusal = await mcp.refused('add_media_from_url', {
      workspaceId,
      url: 'https://images.example.com/a.jpg',
    });
    expect(refusal).toMatchObject({ code: 'URL_INGEST_DISABLED' });
  });

  it('list comments, and reply once for each idempotencyKey', async () => {
    const commentId = await mintComment(api, tenant);
    const listed = await mcp.use<{ data: { id: string }[] }>('list_comments', { unread: true });
    expect(listed.data.map(({ id }) => id)).toContain(commentId);
    const reply = { commentId, text: 'Thank you', idempotencyKey: 'reply-1' };
    const first = await mcp.use<{ id: string }>('reply_to_comment', reply);
    expect(first).toMatchObject({ parentId: commentId, mine: true });
    expect(first).not.toHaveProperty('replayed');
    expect(await mcp.use('reply_to_comment', reply)).toMatchObject({ id: first.id, replayed: true });
    const other = await mcp.refused('reply_to_comment', { ...reply, text: 'Something else' });
    expect(other).toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' });
  });

  it('say what a person must do before a post can be published', async () => {
    const { userId, key, workspaceId } = await mintTenantWithoutAccounts(api, 'CLIENT_REVIEWER');
    const reviewer = await connectMcp(api.url, key);
    expect(await reviewer.use('check_setup')).toMatchObject({
      scopes: [...scopes],
      accountsCount: 0,
      workspaces: [{ id: workspaceId, role: 'CLIENT_REVIEWER' }],
      problems: [
        { code: 'MAY_NOT_WRITE', workspaceId },
        { code: 'NO_ACCOUNT', workspaceId },
      ],
    });
    const id = await mintAccount(api, workspaceId, 'X');
    const { socialAccounts: accounts } = tables;
    await api.deps.db.update(accounts).set({ status: 'TOKEN_EXPIRED' }).where(eq(accounts.id, id));
    await api.deps.db.delete(tables.memberships).where(eq(tables.memberships.userId, userId));
    expect(await reviewer.use('check_setup')).toMatchObject({
      workspaces: [],
      problems: [{ code: 'NO_WORKSPACE' }],
    });
    await api.addMember(workspaceId, userId, 'OWNER');
    expect(await reviewer.use('check_setup')).toMatchObject({
      accountsCount: 1,
      problems: [{ code: 'ACCOUNT_TOKEN_EXPIRED', workspaceId, socialAccountId: id }],
    });
    await reviewer.close();
  });

  it('explain the errors of calls, and refuse codes that do not exist', async () => {
    expect(await mcp.use('explain_error', { code: 'INVALID_STATE' })).toMatchObject({
      onTarget: null,
      ofCall: { retry: 'never' },
      advice: null,
    });
    expect(await mcp.use('explain_error', { code: 'PLATFORM_AUTH_FAILED' })).toMatchObject({
      onTarget: { retryable: 'after' },
      ofCall: { retry: expect.any(String) as unknown },
    });
    expect(await mcp.refused('explain_error', { code: 'NO_SUCH_CODE' })).toMatchObject({
      code: 'VALIDATION_FAILED',
      details: [{ path: 'code', code: 'unknown_code' }],
    });
  });
});

import { describe, expect, it } from 'vitest';
import { platformNames } from '../../src/domain/platform-names.js';
import { platformDefinitions } from '../../src/platforms/index.js';
import { optionsSchemaOf } from '../../src/platforms/kit/options.js';
import { openApiDocument, optionsSchemas } from '../harness/description.js';
import { field } from '../harness/api.js';
import { useTenant, useTestApi } from '../harness/use-test-api.js';

const api = useTestApi();
const tenant = useTenant(api);

interface Schema {
  $ref?: string;
  type?: string;
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  example?: unknown;
  default?: unknown;
  description?: string;
  required?: string[];
}
const { schemas } = (openApiDocument() as { components: { schemas: Record<string, Schema> } }).components;
const named = (schema: Schema | undefined): string => schema?.$ref?.split('/').at(-1) ?? '';

describe('platformOptions in the API description', () => {
  const union = schemas['PlatformOptions']?.anyOf ?? [];

  it('are a union with one uniquely named schema for each platform', () => {
    expect(union).toHaveLength(platformNames.length);
    const ofPlatforms = union.map((choice) => schemas[named(choice)]?.properties?.['platform']);
    expect(ofPlatforms).toMatchObject(platformNames.map((platform) => ({ const: platform })));
    expect(union.map(named)).toContain('InstagramOptions');
    expect(union.map(named)).toContain('LinkedinPersonOptions');
  });

  it.each(platformDefinitions)('have the same schema for $name that validation uses', ({ name, options }) => {
    const component = schemas[named(union[platformNames.indexOf(name)])];
    expect(component).toMatchObject(optionsSchemaOf(options));
  });

  it.each(['PlatformEntry', 'TargetEntry', 'Target'])(
    'in %s are a union of the schemas of all platforms, or null',
    (component) => {
      expect(schemas[component]?.properties?.['platformOptions']?.anyOf).toEqual([
        { $ref: '#/components/schemas/PlatformOptions' },
        { type: 'null' },
      ]);
    },
  );
});

describe('platformOptions in requests', () => {
  const create = (platformOptions: unknown) =>
    api.as(tenant).post('/posts', {
      content: 'A post',
      platforms: [{ accountId: tenant.accountIds[0], platformOptions }],
    });

  it('are returned as they were sent, without defaults', async () => {
    for (const given of [null, {}, { platform: 'BLUESKY', langs: ['en'] }]) {
      const answer = await create(given);
      expect(answer.status, answer.text).toBe(201);
      expect(answer.body).toMatchObject({ targets: [{ platformOptions: given }] });
    }
  });

  it('are refused for another platform by a platform rule, not by the parser', async () => {
    const answer = await create({ platform: 'X', poll: { options: ['a', 'b'], durationMinutes: 5 } });
    expect(answer.status).toBe(422);
    expect(answer.body).toMatchObject({ code: 'PLATFORM_RULE_VIOLATION' });
    const { details } = answer.body as { details: { path: string }[] };
    expect(details.map(({ path }) => path)).toContain('platforms.0.platformOptions.platform');
  });
});

it('GET /platforms says which platforms have comments, and which charge for reading them', async () => {
  const { data } = (await api.as(tenant).get('/platforms')).body as {
    data: { platform: string; comments: { read: boolean; listedForMs: number | null } }[];
  };
  const commentsOf = (name: string) => data.find(({ platform }) => platform === name)?.comments;
  expect(commentsOf('BLUESKY')).toMatchObject({ read: true, paidReads: false, listedForMs: null });
  expect(commentsOf('X')).toMatchObject({ read: true, paidReads: true });
  expect(commentsOf('X')?.listedForMs).toBeGreaterThan(6 * 24 * 60 * 60_000);
  for (const name of ['LINKEDIN_PERSON', 'TIKTOK_PERSONAL', 'PINTEREST']) {
    expect(commentsOf(name)).toMatchObject({ read: false, paidReads: false, hide: false, delete: null });
  }
});

describe('the optionsSchema of GET /platforms', () => {
  it('has descriptions, defaults and required options, and is null without a connector', async () => {
    const answer = await api.as(tenant).get('/platforms');
    const labels = field<{ label: string }[]>(answer, 'data').map(({ label }) => label);
    expect(labels).toEqual(expect.arrayContaining(['YouTube', 'TikTok (personal)', 'X']));
    const { data } = answer.body as { data: { platform: string; optionsSchema: Schema | null }[] };
    for (const { name, connector } of platformDefinitions) {
      const shown = data.find(({ platform }) => platform === name)?.optionsSchema;
      expect(shown).toEqual(connector === null ? null : optionsSchemas.get(name));
    }
    const schemaOf = (platform: string) => data.find((info) => info.platform === platform)?.optionsSchema;
    expect(schemaOf('PINTEREST')?.required).toContain('boardId');
    expect(schemaOf('INSTAGRAM')?.properties?.['commentsEnabled']).toMatchObject({
      default: true,
      description: expect.stringMatching(/./) as string,
    });
  });

  it.each(platformDefinitions)('describes every option of $name', ({ options }) => {
    const { properties = {} }: Schema = optionsSchemaOf(options);
    const silent = Object.entries(properties).filter(([, { description = '' }]) => description === '');
    expect(silent.map(([name]) => name)).toEqual([]);
  });

  it('matches the example of a platform in the API description', () => {
    const { platform, optionsSchema } = schemas['PlatformInfo']?.properties ?? {};
    const name = platformNames.find((known) => known === platform?.example);
    expect(optionsSchema?.example).toEqual(name && optionsSchemas.get(name));
    expect(name).toBeDefined();
  });
});

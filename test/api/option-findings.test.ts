import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { JsonObject } from '../../src/domain/json.js';
import { platformDefinitions } from '../../src/platforms/index.js';
import type { PlatformDefinition } from '../../src/platforms/kit/definition.js';
import { ahead, call, field, type Answer } from '../harness/api.js';
import { simulators } from '../harness/sandbox.js';
import { mintAccount, mintTenant } from '../harness/tenants.js';
import { useTenant, useTestApi } from '../harness/use-test-api.js';
import { upload } from '../media/support.js';
import { loadSubjects, type SentMedia } from '../platforms/contract-case.js';

const api = useTestApi();
const tenant = useTenant(api);
const accounts = new Map<string, string>();
let media: { picture: string; video: string; foreign: string };

const example = (filename: string): Buffer =>
  readFileSync(path.join(import.meta.dirname, '../../examples', filename));

beforeAll(async () => {
  for (const { name } of platformDefinitions) {
    accounts.set(name, await mintAccount(api, tenant.workspaceId, name));
  }
  const [picture, video] = [example('picture.jpg'), example('video.mp4')];
  const elsewhere = await mintTenant(api);
  media = {
    picture: (await upload(api, tenant, picture, { mime: 'image/jpeg' })).id,
    video: (await upload(api, tenant, video, { mime: 'video/mp4' })).id,
    foreign: (await upload(api, elsewhere, picture, { mime: 'image/jpeg' })).id,
  };
});

interface Finding {
  path: string;
  code: string;
  message: string;
  limit?: number;
  actual?: number;
}

const optionsPath = 'targets.0.platformOptions';

/** The options that every post on this platform requires. */
const needed = (name: string): JsonObject =>
  simulators.find((simulator) => simulator.name === name)?.exampleOptions ?? {};

/** The default options: the minimum that the platform accepts. */
function usualKind({ mediaRules: { required, slots } }: PlatformDefinition): SentMedia {
  if (!required) return 'text';
  return slots.some(({ image, optionKind }) => image !== null && optionKind === null) ? 'picture' : 'video';
}

function mediaOf(kind: SentMedia): string[] {
  const { picture, video } = media;
  return { text: [], picture: [picture], video: [video], several: [picture, picture] }[kind];
}

interface Sent {
  kind?: SentMedia;
  isDraft?: boolean;
  firstComment?: string;
  caption?: string;
}

function post(definition: PlatformDefinition, platformOptions: JsonObject | null, more: Sent = {}) {
  const { kind = usualKind(definition), isDraft = false, firstComment, caption = 'A post' } = more;
  const socialAccountId = accounts.get(definition.name);
  const target = { socialAccountId, platformOptions, ...(firstComment !== undefined && { firstComment }) };
  const scheduledFor = isDraft ? {} : { scheduledFor: ahead(api) };
  const body = { caption, mediaIds: mediaOf(kind), targets: [target], ...scheduledFor };
  return call(api, 'POST', '/posts', { key: tenant.key, body });
}

function findingsOf(answer: Answer, refused: [number, string] = [422, 'PLATFORM_RULE_VIOLATION']): Finding[] {
  expect([answer.status, field(answer, 'code')], answer.text).toEqual(refused);
  return field<Finding[]>(answer, 'details');
}

/** Checks that the refusal has the expected fields, and that its message names the platform and is one sentence. */
function expectFinding(answer: Answer, { name }: PlatformDefinition, expected: Partial<Finding>): void {
  const found = findingsOf(answer).find((finding) => finding.path === expected.path);
  expect(found, answer.text).toMatchObject(expected);
  expect(found?.message).toMatch(new RegExp(`^${name}: .+\\.$`));
}

const propertySchema = z.looseObject({
  type: z.string().optional(),
  maxLength: z.number().optional(),
  maximum: z.number().optional(),
  maxItems: z.number().optional(),
  items: z.looseObject({ type: z.string().optional() }).optional(),
});
type Property = z.infer<typeof propertySchema>;
const schemaSchema = z.object({
  properties: z.record(z.string(), propertySchema),
  required: z.array(z.string()).default([]),
});

/** The options as GET /platforms shows them to callers. */
function optionsOf({ name }: PlatformDefinition) {
  const { properties, required } = schemaSchema.parse(api.deps.platforms.get(name)?.optionsSchema);
  const { platform, ...own } = properties;
  expect(platform).toBeDefined();
  return { properties: Object.entries(own), required };
}

/** A value that exceeds a limit of the schema by one, with the limit; undefined if there is none. */
function beyond({ type, maxLength, maximum, maxItems, items }: Property) {
  if (maxLength !== undefined) return { value: 'a'.repeat(maxLength + 1), limit: maxLength };
  if (type === 'integer' && maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER) {
    return { value: maximum + 1, limit: maximum };
  }
  if (maxItems === undefined || items?.type !== 'string') return undefined;
  return { value: Array.from({ length: maxItems + 1 }, (_, index) => `a${index}`), limit: maxItems };
}

const wrongValue = ({ type }: Property): string | number =>
  type === 'string' || type === undefined ? 7 : 'wrong';

const link = 'https://example.com/';
const subjects = await loadSubjects(platformDefinitions);

describe.each(subjects.map((subject) => ({ name: subject.definition.name, ...subject })))(
  'options of $name',
  ({ name, definition, contract: { optionRules: { conflict, alsoRequired = [] } = {} } }) => {
    it('may name their own platform, but no other', async () => {
      const own = await post(definition, { ...needed(name), platform: name });
      expect(own.status, own.text).toBe(201);
      const other = name === 'X' ? 'THREADS' : 'X';
      expectFinding(await post(definition, { ...needed(name), platform: other }), definition, {
        path: `${optionsPath}.platform`,
        code: 'invalid_option',
        message: `${name}: The option "platform" must be ${name}.`,
      });
    });

    it('are refused if they are unknown', async () => {
      for (const isDraft of [true, false]) {
        const answer = await post(definition, { ...needed(name), nonsense: 1 }, { isDraft });
        expectFinding(answer, definition, { path: `${optionsPath}.nonsense`, code: 'unknown_option' });
      }
    });

    it('must have the types of their schema', async () => {
      for (const [option, property] of optionsOf(definition).properties) {
        const answer = await post(definition, { ...needed(name), [option]: wrongValue(property) });
        expectFinding(answer, definition, { path: `${optionsPath}.${option}`, code: 'invalid_option' });
      }
    });

    it('must respect the limits of their schema', async () => {
      for (const [option, property] of optionsOf(definition).properties) {
        const broken = beyond(property);
        if (broken === undefined || /MediaId$/.test(option)) continue;
        const { value, limit } = broken;
        const answer = await post(definition, { ...needed(name), [option]: value });
        const path = `${optionsPath}.${option}`;
        const bounds = findingsOf(answer).filter((finding) => finding.path === path && 'limit' in finding);
        expect(bounds, answer.text).toMatchObject([{ code: 'invalid_option', limit, actual: limit + 1 }]);
      }
    });

    it('may be missing in a draft even if they are required, but not in a scheduled post', async () => {
      const required = Object.keys(needed(name));
      expect(required).toEqual(expect.arrayContaining(optionsOf(definition).required));
      const draft = await post(definition, null, { isDraft: true });
      expect(draft.status, draft.text).toBe(201);
      const scheduled = await post(definition, null);
      const missing = [...optionsOf(definition).required, ...alsoRequired];
      if (missing.length === 0) {
        expect(scheduled.status, scheduled.text).toBe(201);
        return;
      }
      const found = findingsOf(scheduled).map(({ path, code }) => ({ path, code }));
      expect(found).toEqual(
        missing.map((option) => ({ path: `${optionsPath}.${option}`, code: 'option_required' })),
      );
      const later = await call(api, 'POST', `/posts/${field<string>(draft, 'id')}/schedule`, {
        key: tenant.key,
        body: { scheduledAt: ahead(api) },
      });
      expect(findingsOf(later)).toMatchObject(found);
    });

    it.skipIf(conflict === undefined)(
      'are refused with the limit and the actual value if they conflict',
      async () => {
        if (conflict === undefined) return;
        const { options, sentWith, expected } = conflict;
        const { option, ...rest } = expected;
        const sent = sentWith === undefined ? {} : { kind: sentWith };
        const answer = await post(definition, { ...needed(name), ...options }, sent);
        expectFinding(answer, definition, { path: `${optionsPath}.${option}`, ...rest });
      },
    );
  },
);

const withOptionMedia = platformDefinitions.flatMap((definition) =>
  Object.entries(definition.optionMedia).map(([option, rules]) => {
    const wanted = 'ratioMin' in rules ? 'an image' : 'a file with subtitles';
    return { name: definition.name, option, definition, wanted };
  }),
);
const cues = Buffer.from('1\n00:00:01,000 --> 00:00:02,000\nHello\n');

describe.each(withOptionMedia)('$wanted in $option on $name', ({ name, option, definition, wanted }) => {
  const isImage = wanted === 'an image';
  const [outer, inner] = option.split('.');
  const beside = isImage ? { source: link, title: 'A page' } : { language: 'en' };
  const named = (assetId: string): JsonObject =>
    inner === undefined
      ? { ...needed(name), [option]: assetId }
      : { ...needed(name), [outer ?? '']: { ...beside, [inner]: assetId } };
  const kind: SentMedia = inner === undefined || !isImage ? 'video' : 'text';
  const at = `${optionsPath}.${option}`;

  it('can be used if it belongs to the workspace, and is kept until the post has ended', async () => {
    const own = isImage
      ? await upload(api, tenant, example('picture.jpg'), { mime: 'image/jpeg' })
      : await upload(api, tenant, cues, { mime: 'application/x-subrip' });
    const made = await post(definition, named(own.id), { kind });
    expect(made.status, made.text).toBe(201);
    const refused = await call(api, 'DELETE', `/media/${own.id}`, { key: tenant.key });
    expect(refused.body).toMatchObject({ statusCode: 409, code: 'MEDIA_IN_USE', postCount: 1 });
    await call(api, 'POST', `/posts/${field<string>(made, 'id')}/cancel`, { key: tenant.key });
    expect((await call(api, 'DELETE', `/media/${own.id}`, { key: tenant.key })).status).toBe(204);
  });

  it('is refused with the same error if it does not exist or belongs to another workspace', async () => {
    const answers = [
      await post(definition, named('med_aaaaaaaaaaaaaaaaaaaaaaaa'), { kind }),
      await post(definition, named(media.foreign), { kind }),
    ];
    for (const answer of answers) {
      expect([answer.status, field(answer, 'code')]).toEqual([400, 'VALIDATION_FAILED']);
      expect(field<Finding[]>(answer, 'details')).toMatchObject([{ path: at, code: 'unknown_media' }]);
    }
    const [unknown, foreign] = answers.map((answer) => field(answer, 'details'));
    expect(foreign).toEqual(unknown);
  });

  it('must not be a video', async () => {
    const answer = await post(definition, named(media.video), { kind });
    const found = findingsOf(answer, [400, 'UNSUPPORTED_MIME']);
    expect(found).toMatchObject([{ path: at, code: 'media_type_not_allowed', limit: 0 }]);
    expect(field(answer, 'mime')).toBe('video/mp4');
    expect(answer.text).toContain(
      `${definition.name}: This must be ${wanted}: ${isImage ? 'image' : 'text'}/`,
    );
  });
});

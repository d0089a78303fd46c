import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { humanizeName } from '../../packages/dashboard/src/lib/humanize-name.js';
import connecting from '../../packages/dashboard/src/messages/server/de/connecting.js';
import fieldNames from '../../packages/dashboard/src/messages/server/de/field-names.js';
import failures from '../../packages/dashboard/src/messages/server/de/failures.js';
import options from '../../packages/dashboard/src/messages/server/de/options.js';
import refusals from '../../packages/dashboard/src/messages/server/de/refusals.js';
import { errorCodes } from '../../src/api/errors/codes.js';
import { connectErrors } from '../../src/domain/connect-sessions.js';
import { platformDefinitions } from '../../src/platforms/index.js';
import { optionsSchemaOf } from '../../src/platforms/kit/options.js';

const texts = { ...options, ...connecting, ...failures };

interface Schema {
  title?: string;
  description?: string;
  enum?: readonly unknown[];
  properties?: Readonly<Record<string, Schema>>;
  items?: Schema;
  anyOf?: readonly Schema[];
  'x-value-titles'?: Readonly<Record<string, string>>;
}

/**
 * Returns every text of a schema that a form shows. Values without a title are shown with a readable form of their
 * name.
 */
function textsIn(schema: Schema): string[] {
  const { title, description, properties = {}, items, anyOf = [] } = schema;
  const titles = schema['x-value-titles'] ?? {};
  const values = (schema.enum ?? []).map((value) => titles[String(value)] ?? humanizeName(String(value)));
  const parts = [...Object.values(properties), ...anyOf, ...(items === undefined ? [] : [items])];
  return [title, description, ...values, ...parts.flatMap(textsIn)].filter((text) => text !== undefined);
}

const src = new URL('../../src/', import.meta.url);
const sources = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.ts$/.test(name) && !/\.test\.ts$|(^|[\\/])(test|sandbox|cli|mcp)[\\/]/.test(name))
  .map((name) => readFileSync(new URL(name, src), 'utf8'));

const found = (pattern: RegExp, ofSources = sources): string[] => [
  ...new Set(ofSources.flatMap((source) => [...source.matchAll(pattern)].map(([, text = '']) => text))),
];

/** The names of all options and their parts. */
function namesIn({ properties = {}, items = {}, anyOf = [] }: Schema): string[] {
  const parts = [...Object.values(properties), ...anyOf];
  return [...Object.keys(properties), ...[...parts, ...(items.properties ? [items] : [])].flatMap(namesIn)];
}

/** The sources of failures that targets keep. */
const publishing = sources.filter((source) => /\bStepError\b/.test(source));
const tables = sources.filter((source) => /\b(?:giveUp|loadFailure)Texts: /.test(source));

/** Texts that name how long a post, or a reply, may take to be published. */
const withWindow = found(/`([A-Z][^`$]*\$\{window(?:Words\(post\))?\}[^`$]*)`/g).flatMap((text) =>
  found(/\bms: \w+, words: '([^']+)'/g).map((words) => text.replace(/\$\{[^}]+\}/, words)),
);

it.each(platformDefinitions)('the options of $name have German texts', (platform) => {
  const shown = textsIn(optionsSchemaOf(platform.options));
  expect(shown.length).toBeGreaterThan(1);
  expect(shown.filter((text) => !Object.hasOwn(texts, text))).toEqual([]);
  const names = namesIn(optionsSchemaOf(platform.options));
  expect(names.filter((name) => !Object.hasOwn(fieldNames, name))).toEqual([]);
});

it.each([
  ['purposes of permissions', found(/\bpurpose:\s*'([^']+)'/g)],
  ['fields for credentials', found(/\blabel: '([^']+)', kind: '/g)],
  [
    'choices of accounts',
    found(
      /^ {2}[A-Z_]+: '([^']+)',$/gm,
      sources.filter((one) => /privacyLabels/.test(one)),
    ),
  ],
  ['failures of posts and comments', found(/\bcode: '[A-Z_]+',\s*message:\s*'([^']+)'/g, publishing)],
  ['failures that end publishing', found(/\b[A-Z_]+: (?:\(\) =>\s*)?'([^']+)'/g, tables)],
  ['failures that name a time', withWindow],
  ['failures of connecting', Object.values(connectErrors)],
  [
    'advice about credentials',
    platformDefinitions.flatMap(({ dashboard: { credentialAdvice } }) =>
      Object.values(credentialAdvice ?? {}).flatMap(({ text, linkText }) => [text, linkText]),
    ),
  ],
])('%s have German texts', (_what, shown) => {
  expect(shown.length).toBeGreaterThan(1);
  expect(shown.filter((text) => !Object.hasOwn(texts, text))).toEqual([]);
});

it('the fields that the audit log records have German names', () => {
  const recording = sources.filter((source) => /\brecordAudit\(|\baudit\/changes\.js/.test(source));
  const audit = readFileSync(new URL('../packages/dashboard/src/messages/de/audit.ts', src), 'utf8');
  const fields = found(/\b(?:set\(|field: )'([\w.]+)'/g, recording);
  expect(fields.length).toBeGreaterThan(10);
  expect(fields.filter((field) => !audit.includes(`    ${field.replace('.', '_')}: '`))).toEqual([]);
});

it('every error code has a German message, except the one whose message quotes the platform', () => {
  const missing = errorCodes.filter((code) => !Object.hasOwn(refusals.error, code));
  expect(missing).toEqual(['CREDENTIALS_REFUSED']);
  expect(Object.keys(refusals.error).filter((code) => !errorCodes.some((one) => one === code))).toEqual([]);
});

/**
 * Names in snake case that are no rules, in the sources of rules: values and quotas of platforms, and zod's own codes.
 */
const otherNames = new Set([
  'accounts_you_follow',
  'drafts_per_day',
  'followers_only',
  'mentioned_only',
  'parent_post_author_only',
  'posts_per_day',
  'posts_with_media_per_day',
  'unrecognized_keys',
  'custom',
  'auth_code',
]);

it('every finding has a German sentence', () => {
  const ofRules = sources.filter((source) => /RuleViolation|OptionRule/.test(source));
  const codes = [
    ...found(/'([a-z]+(?:_[a-z\d]+)+)'/g, ofRules),
    ...found(/\bcode: '([a-z][a-z_]*)'/g),
    ...['video', 'audio'].map((track) => `media_${track}_codec_not_allowed`),
    // Codes that the schemas of requests return.
    'invalid',
    'invalid_element',
    'invalid_format',
    'invalid_key',
    'not_multiple_of',
    // Errors of OAuth that the authorization page shows.
    'invalid_client',
    'invalid_client_metadata',
    'invalid_redirect_uri',
    'invalid_request',
    // Codes of errors that validation reports, in lower case.
    'fetch_failed',
    'plan_limit_api_posts',
    'plan_limit_posts',
    'url_rejected',
  ].filter((code) => !otherNames.has(code));
  const told = { ...refusals.field, ...refusals.sentence };
  expect(codes.length).toBeGreaterThan(100);
  expect(codes.filter((code) => !Object.hasOwn(told, code))).toEqual([]);
  expect(Object.keys(told).filter((code) => !codes.includes(code))).toEqual([]);
  expect(Object.keys(refusals.field).filter((code) => Object.hasOwn(refusals.sentence, code))).toEqual([]);
});

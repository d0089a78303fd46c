import { z } from '@hono/zod-openapi';
import { expect, it } from 'vitest';
import { nestedCreateSchema } from '../routes/posts/content-schema.js';
import { isAppError } from '../../domain/errors.js';
import { knownFieldsAt, meantField } from './known-fields.js';
import { parseWith } from './validation.js';

const entry = ['socialAccountId', 'captionOverride', 'firstComment', 'platformOptions', 'mediaIds'];

it.each([
  ['captionOveride', 'captionOverride'],
  ['caption', 'captionOverride'],
  ['text', 'captionOverride'],
  ['caption_override', 'captionOverride'],
  ['frstComment', 'firstComment'],
  ['media', 'mediaIds'],
  ['options', 'platformOptions'],
  ['account', 'socialAccountId'],
])('%s is taken for %s', (sent, meant) => {
  expect(meantField(sent, entry)).toBe(meant);
});

it('a name that resembles no field, or is very long, has no suggestion', () => {
  for (const name of ['surprise', 'id', '', '…', `captionOverride${'e'.repeat(100)}`])
    expect([name, meantField(name, entry)]).toEqual([name, undefined]);
  expect(meantField('to', ['id', 'at'])).toBeUndefined();
  expect(meantField('constructor', entry)).toBeUndefined();
});

it('the known fields are those of the object that contains the unknown one', () => {
  const schema = z.strictObject({
    list: z.array(z.strictObject({ name: z.string() })).optional(),
    map: z.record(z.string(), z.strictObject({ size: z.number() })),
  });
  const sent = { list: [{}], map: { a: {} } };
  expect(knownFieldsAt(schema, sent, [])).toEqual(['list', 'map']);
  expect(knownFieldsAt(schema, sent, ['list', 0])).toEqual(['name']);
  expect(knownFieldsAt(schema, sent, ['map', 'a'])).toEqual(['size']);
  expect(knownFieldsAt(schema, sent, ['list', 0, 'name'])).toEqual([]);
  expect(knownFieldsAt(schema, sent, ['nowhere', 3])).toEqual([]);
});

it('the error of an unknown field names the field that was meant, unless it was sent, too', () => {
  const details = (entryFields: object, fields: object = {}): unknown => {
    try {
      parseWith(nestedCreateSchema, { targets: [{ socialAccountId: 'acc_1', ...entryFields }], ...fields });
    } catch (error) {
      if (isAppError(error) && 'details' in error.extras) return error.extras.details;
      throw error;
    }
    return [];
  };
  expect(details({ captionOveride: 'x' })).toEqual([
    {
      path: 'targets.0.captionOveride',
      code: 'unknown_field',
      message: 'Unknown field. Did you mean captionOverride?',
    },
  ]);
  expect(details({ captionOveride: 'x', captionOverride: 'y' })).toMatchObject([
    { message: 'Unknown field.' },
  ]);
  expect(details({}, { scheduled_for: 'x' })).toMatchObject([
    { message: 'Unknown field. Did you mean scheduledFor?' },
  ]);
});

import { expect, it } from 'vitest';
import { z } from 'zod';
import type { JsonObject } from '../../domain/json.js';
import { optionViolations } from './option-violations.js';
import { platformOptions } from './options.js';

const schema = platformOptions('X', {
  title: z.string().min(2).max(5).optional(),
  count: z.int().min(1).max(3).optional(),
  names: z.array(z.string().min(1)).max(2).optional(),
  isOn: z.boolean().optional(),
  level: z.enum(['low', 'high']).optional(),
  gate: z.union([z.enum(['all', 'none']), z.strictObject({ some: z.boolean() })]).optional(),
  place: z.strictObject({ id: z.string().regex(/^\d+$/, 'must be an id') }).optional(),
});

it.each<[JsonObject, string, { limit?: number; actual?: number }?]>([
  [{ title: 7 }, 'The option "title" must be a string.'],
  [{ isOn: 'yes' }, 'The option "isOn" must be true or false.'],
  [{ count: 'a' }, 'The option "count" must be a number.'],
  [{ count: 1.5 }, 'The option "count" must be a whole number.'],
  [{ names: 'a' }, 'The option "names" must be an array.'],
  [{ place: 'a' }, 'The option "place" must be an object.'],
  [{ level: 'middle' }, 'The option "level" must be one of low, high.'],
  [{ platform: 'BLUESKY' }, 'The option "platform" must be X.'],
  [{ gate: 7 }, 'The option "gate" must be one of all, none, or an object.'],
  [{ Titel: 'abc' }, 'This platform has no option "Titel". Did you mean "title"?'],
  [{ gate: { other: true } }, 'This platform has no option "gate.other".'],
  [{ place: {} }, 'The option "place.id" is required.'],
  [{ place: { id: 'x' } }, 'The option "place.id" must be an id.'],
  [{ names: [''] }, 'The option "names.0" must not be empty.', { limit: 1, actual: 0 }],
  [{ title: 'abcdef' }, 'The option "title" must have at most 5 characters.', { limit: 5, actual: 6 }],
  [{ title: 'a' }, 'The option "title" must have at least 2 characters.', { limit: 2, actual: 1 }],
  [{ count: 4 }, 'The option "count" must be at most 3.', { limit: 3, actual: 4 }],
  [{ count: 0 }, 'The option "count" must be at least 1.', { limit: 1, actual: 0 }],
  [{ names: ['a', 'b', 'c'] }, 'The option "names" must have at most 2 items.', { limit: 2, actual: 3 }],
])('an error about the options %o is written in plain words', (options, message, bound = {}) => {
  const found = optionViolations(schema, options);
  expect(found.map((violation) => violation.message)).toContain(message);
  expect(found[0]).toMatchObject({ field: 'platformOptions', ...bound });
});

import type { JsonObject } from '../../domain/json.js';
import type { Platform } from './platform.js';

/** The options of a target that apply to each of its further parts. Null: none do. */
export function optionsOfPart(
  { parts }: Pick<Platform, 'parts'>,
  options: JsonObject | null,
): JsonObject | null {
  const given = Object.entries(options ?? {}).filter(([name]) => parts?.options.includes(name));
  return given.length === 0 ? null : Object.fromEntries(given);
}

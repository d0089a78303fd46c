import { z } from 'zod';
import type { JsonObject } from '../../domain/json.js';
import type { MediaKind } from '../../domain/media.js';

/** A schema of `platformOptions`, as the function of that name creates it. */
export type OptionsSchema = z.ZodObject<z.ZodRawShape>;

/**
 * The schema of a platform's options. It is strict. `platform` distinguishes it from other platforms' schemas, and is
 * optional because the account determines it. Each option has a `title`, the label of its field in a form.
 */
export function platformOptions<Name extends string, Shape extends z.ZodRawShape>(name: Name, shape: Shape) {
  return z.strictObject({
    platform: z
      .literal(name)
      .optional()
      .meta({ title: 'Platform', description: 'Optional: the account already determines it.' }),
    ...shape,
  });
}

/** Labels for the values of an option, for forms that are generated from its schema. */
export const valueTitles = (titles: Readonly<Record<string, string>>) => ({ 'x-value-titles': titles });

/** The kind of asset that an option names if it is not an image, for forms that are generated from its schema. */
export const ofMediaKind = (kind: MediaKind) => ({ 'x-media-kind': kind });

/** The schema of a platform's options as JSON Schema, for callers. */
export function optionsSchemaOf(options: z.ZodType): JsonObject {
  const schema = z.toJSONSchema(options, { io: 'input' });
  // The whole API description uses this dialect. The library's type has functions that JSON does not have.
  return JSON.parse(JSON.stringify({ ...schema, $schema: undefined })) as JsonObject;
}

/** The value of an option at a path with dots. Undefined if there is none. */
export function optionAt(options: JsonObject | null, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (inner, key) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, key) : undefined),
      options,
    );
}

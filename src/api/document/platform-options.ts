import type { JsonObject } from '../../domain/json.js';
import type { PlatformName } from '../../domain/platforms.js';

/** JSON Schemas of `platformOptions` by platform, including platforms without a connector. */
export type OptionsSchemas = ReadonlyMap<PlatformName, JsonObject>;

interface Components {
  registerComponent(type: 'schemas', name: string, component: object): unknown;
}

/** The name of a platform's component: `SOME_PLATFORM` becomes `SomePlatformOptions`. */
function componentOf(platform: PlatformName): string {
  const words = platform.split('_').map((word) => word.charAt(0) + word.slice(1).toLowerCase());
  return `${words.join('')}Options`;
}

/**
 * Registers a component for the options of each platform, and one for their union. The union has no discriminator,
 * because callers may leave out `platform`; then the account decides.
 */
export function registerPlatformOptions(components: Components, schemas: OptionsSchemas): void {
  for (const [platform, schema] of schemas) {
    components.registerComponent('schemas', componentOf(platform), {
      ...schema,
      description: `Options of a post on ${platform}. \`GET /platforms\` returns the same schema, and docs/platforms.md explains it. More options may be added.`,
    });
  }
  components.registerComponent('schemas', 'PlatformOptions', {
    description:
      'Options that are specific to the account’s platform. You can leave out `platform`, because the account determines it. Options of another platform are rejected with 422. In a draft, required options may be missing.',
    anyOf: [...schemas.keys()].map((platform) => ({ $ref: `#/components/schemas/${componentOf(platform)}` })),
  });
}

interface Described {
  components?: { schemas?: object };
}

/** Gives `optionsSchema` in `GET /platforms` the options of the example's platform as its example. */
export function withOptionsExample<D extends Described>(document: D, schemas: OptionsSchemas): D {
  const all = document.components?.schemas as Record<string, { properties?: Properties }> | undefined;
  const { platform, optionsSchema } = all?.['PlatformInfo']?.properties ?? {};
  const shown = schemas.get(platform?.example as PlatformName);
  if (optionsSchema !== undefined && shown !== undefined) optionsSchema.example = shown;
  return document;
}

type Properties = Partial<Record<'platform' | 'optionsSchema', { example?: unknown }>>;

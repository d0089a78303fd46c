import { z } from 'zod';
import { noChanges, type ChangeRules } from '../../domain/changes.js';
import type { JsonObject } from '../../domain/json.js';
import type { ApiVersion } from './api-version.js';
import type { MediaRules } from '../../domain/media-rules.js';
import type { OptionMediaRules } from '../../domain/option-media.js';
import type { PlatformName } from '../../domain/platforms.js';
import type { Simulator } from '../../sandbox/simulator.js';
import type { Certification } from './certification.js';
import { openConnector, type Connector } from './connector.js';
import type { ConnectorParts } from './parts.js';
import { optionsSchemaOf, platformOptions, type OptionsSchema } from './options.js';
import type { CardRefusal } from './platform.js';
import type { OpenSession } from './session.js';

/** The settings of a platform from the environment. A platform adds the settings that its connector needs. */
export interface PlatformSettings {
  /** The URL of the platform's API, without a trailing slash. Accounts with their own server override it. */
  baseUrl: string;
  /** Further hosts, under the connector's own names. They are configured and trusted, as `baseUrl` is. */
  serviceUrls?: Readonly<Record<string, string>>;
  /** The version of the API that calls name. Absent if the platform has no versions that end. */
  datedVersion?: ApiVersion;
}

/** The settings by platform. A missing platform has its defaults. */
export type PlatformSettingsByName = Partial<Record<PlatformName, PlatformSettings>>;

/** How the connector to the real platform is configured and created. */
interface ConnectorSpec<Shape extends z.ZodRawShape, Settings extends PlatformSettings, Credentials> {
  /** The platform's own variables, with their defaults. */
  environment: Shape;
  settingsOf: (env: z.infer<z.ZodObject<Shape>>) => Settings;
  /** The schema of an account's credentials. */
  credentials: z.ZodType<Credentials>;
  create: (parts: ConnectorParts, settings: Settings) => Connector<OpenSession<Credentials, Settings>>;
  /** Further hosts that accounts' credentials may be sent to. Default: only the configured ones. */
  credentialHosts?: readonly string[] | 'any';
}

/** The form of a post in the dashboard's preview. */
export type PreviewForm = 'short' | 'feed' | 'image' | 'video' | 'pin';

/** Advice that helps users find the credentials that they type. */
export interface CredentialAdvice {
  text: string;
  link: string;
  linkText: string;
}

/** A mark of 16 by 16 units, drawn for Punctual: white lines and white areas on a square of the platform's color. */
export interface PlatformMark {
  color: string;
  /** The path of the lines. */
  lines: string;
  /** The path of the areas. */
  areas: string;
}

/** How the dashboard shows the platform. `npm run openapi` writes it into the dashboard's sources. */
export interface DashboardLook {
  /** The platform's usual name. Default: the label. */
  name: string;
  /** The mark beside the name. Default: a gray dot. */
  mark: PlatformMark;
  /** The form of the preview. Default: `feed`. */
  preview: PreviewForm;
  /** Advice about the credentials, for platforms whose credentials the user types. */
  credentialAdvice?: Readonly<Record<'real' | 'sandbox', CredentialAdvice>>;
}

interface PlatformSpec<Shape extends z.ZodRawShape, Settings extends PlatformSettings, Credentials> {
  /** The name as the contract spells it. */
  name: string;
  /** The name as people know it. */
  label: string;
  /** The platform's folder here, its path in the sandbox, and its word on the command line. */
  path: string;
  /** The domains of the platform's website. A post that a person identifies by its URL is under one of them. */
  websites: readonly string[];
  dashboard?: Partial<DashboardLook>;
  mediaRules: MediaRules;
  /** The schema of a post's `platformOptions`, created by the function of that name in this kit. */
  options?: OptionsSchema;
  /** Rules for files that options name by an asset's id, such as a thumbnail. The key is the option's path. */
  optionMedia?: Readonly<Record<string, OptionMediaRules>>;
  connector?: ConnectorSpec<Shape, Settings, Credentials>;
  /** The ways in which the platform lets us change public posts. Default: none. */
  changeRules?: ChangeRules;
  /** On a hosted plan: the error for a new account without a card on file. Default: the general one. */
  cardRefusal?: CardRefusal;
  /** Features that users may expect but that are missing, in short sentences, for docs/platforms.md. */
  cannot?: readonly string[];
  /** The requirements for an operator before real accounts can publish: a review, a verified domain, a paid tier. */
  operatorNeeds?: readonly string[];
  /** The most important requirement for an operator, in a few words, for the table of platforms. */
  mainNeed?: string;
  /** The server that the connector is tested against. Default: only a simulator. */
  testedWith?: string;
  /** The test with a real account. Default: its posts are public, and a person deletes them. */
  certification?: Certification;
  /** Loads the platform's simulator. Only processes that serve or seed the sandbox load it. */
  sandbox?: () => Promise<{ simulator: Simulator }>;
}

/** Everything that Punctual knows about one platform. */
export interface PlatformDefinition {
  readonly name: PlatformName;
  readonly label: string;
  readonly path: string;
  readonly websites: readonly string[];
  readonly dashboard: DashboardLook;
  readonly mediaRules: MediaRules;
  readonly options: OptionsSchema;
  readonly optionMedia: Readonly<Record<string, OptionMediaRules>>;
  readonly cardRefusal?: CardRefusal;
  readonly changeRules: ChangeRules;
  readonly cannot: readonly string[];
  readonly operatorNeeds: readonly string[];
  readonly mainNeed: string;
  readonly testedWith: string;
  readonly certification: Certification;
  /** The connector. Null if the platform has none yet, so that nothing can be scheduled there. */
  readonly connector: ConnectorDefinition | null;
  readonly sandbox: (() => Promise<{ simulator: Simulator }>) | null;
}

interface ConnectorDefinition {
  readonly environment: z.ZodRawShape;
  /** Reads settings from variables, with defaults for missing ones. Throws a ZodError if a variable is invalid. */
  readSettings: (env: Readonly<Record<string, string | undefined>>) => PlatformSettings;
  /** Creates the connector. `settings` is the result of `readSettings`. */
  create: (parts: ConnectorParts, settings: PlatformSettings) => Connector;
  readonly credentialHosts: readonly string[] | 'any';
}

const plainCertification: Certification = {
  seenBy: 'everybody',
  deleteByHand: 'Open each post on the platform and delete it there.',
};
const plainMark: PlatformMark = { color: '#5b6473', lines: 'M8 8h.01', areas: '' };

export function definePlatform<Shape extends z.ZodRawShape, Settings extends PlatformSettings, Credentials>(
  spec: PlatformSpec<Shape, Settings, Credentials>,
): PlatformDefinition {
  const { name, label, path, websites, mediaRules, connector, cardRefusal, sandbox = null } = spec;
  const { options = platformOptions(name, {}), optionMedia = {}, cannot = [], operatorNeeds = [] } = spec;
  const { mainNeed = 'Nothing', testedWith = 'a simulator', certification = plainCertification } = spec;
  const { changeRules = noChanges } = spec;
  return {
    // The type is generated from the list of these definitions, so it does not contain a new platform's name at first.
    name: name as PlatformName,
    label,
    path,
    websites,
    dashboard: { name: label, mark: plainMark, preview: 'feed', ...spec.dashboard },
    mediaRules,
    options,
    optionMedia,
    ...(cardRefusal && { cardRefusal }),
    changeRules,
    cannot,
    operatorNeeds,
    mainNeed,
    testedWith,
    certification,
    connector: connector === undefined ? null : withoutTypes(connector),
    sandbox,
  };
}

/**
 * Hides the type of a platform's settings, which a list of platforms cannot express. The settings only go
 * back to their own definition.
 */
function withoutTypes<Shape extends z.ZodRawShape, Settings extends PlatformSettings, Credentials>({
  environment,
  settingsOf,
  credentials,
  create,
  credentialHosts = [],
}: ConnectorSpec<Shape, Settings, Credentials>): ConnectorDefinition {
  const variables = z.object(environment);
  return {
    environment,
    readSettings: (env) => settingsOf(variables.parse(env)),
    create: (parts, given) => {
      const settings = given as Settings;
      return openConnector({ ...parts, settings }, credentials, create(parts, settings));
    },
    credentialHosts,
  };
}

/** The variables of all platforms, with their defaults. */
export function environmentOf(definitions: readonly PlatformDefinition[]): z.ZodRawShape {
  return Object.fromEntries(
    definitions.flatMap(({ connector }) => Object.entries(connector?.environment ?? {})),
  );
}

/** The variables of one platform, for documentation. */
export function variablesOf({
  connector,
}: PlatformDefinition): { name: string; byDefault: string | null; description: string }[] {
  return Object.entries(connector?.environment ?? {}).map(([name, schema]) => {
    const { data } = z.safeParse(schema, undefined);
    return {
      name,
      byDefault: data === undefined ? null : textOf(data),
      description: z.globalRegistry.get(schema)?.description ?? '',
    };
  });
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** The options of each platform as JSON Schema, even without a connector. */
export function optionsSchemasOf(
  definitions: readonly PlatformDefinition[],
): ReadonlyMap<PlatformName, JsonObject> {
  return new Map(definitions.map(({ name, options }) => [name, optionsSchemaOf(options)]));
}

/** The settings of all platforms with a connector. Throws a ZodError if a variable is invalid. */
export function readSettings(
  definitions: readonly PlatformDefinition[],
  env: Readonly<Record<string, string | undefined>>,
): PlatformSettingsByName {
  return Object.fromEntries(
    definitions.flatMap(({ name, connector }) =>
      connector === null ? [] : [[name, connector.readSettings(env)] as const],
    ),
  );
}

import { platformDefinitions } from '../platforms/index.js';
import type {
  CredentialAdvice,
  DashboardLook,
  PlatformDefinition,
  PlatformMark,
} from '../platforms/kit/definition.js';

/** As in .prettierrc.json. */
const lineCharsMax = 110;

const head = `// Generated from src/platforms/ by \`npm run openapi\`. Do not edit.
import type { components } from '../../../client/src/api-types.js';

export type Platform = components['schemas']['SocialAccount']['platform'];
`;

/**
 * Returns the text of packages/dashboard/src/lib/platform-looks.ts: how the dashboard, which imports nothing from
 * src, shows each platform.
 */
export function platformLooksText(definitions: readonly PlatformDefinition[] = platformDefinitions): string {
  const forms = [...new Set(definitions.map(({ dashboard }) => dashboard.preview))].sort();
  return [
    head,
    table('The usual names of the platforms.', 'platformNames', 'string', definitions, ({ name }) =>
      quoted(name),
    ),
    `/** A mark of 16 by 16 units: white lines and areas on a square of the color. */
export interface PlatformMark {\n  color: string;\n  lines: string;\n  areas: string;\n}\n`,
    table(
      'The marks of the platforms. Screen readers need the name beside them.',
      'platformMarks',
      'PlatformMark',
      definitions,
      ({ mark }) => markText(mark),
    ),
    `export type PreviewForm = ${forms.map(quoted).join(' | ')};\n`,
    table('The form of a post in the preview.', 'previewForms', 'PreviewForm', definitions, ({ preview }) =>
      quoted(preview),
    ),
    `export interface CredentialAdvice {\n  text: string;\n  link: string;\n  linkText: string;\n}\n`,
    adviceTable(definitions),
  ].join('\n');
}

const markText = ({ color, lines, areas }: PlatformMark): string =>
  `{\n    color: ${quoted(color)},\n${markField('lines', lines)}${markField('areas', areas)}  }`;

/** A field of a mark, broken where Prettier would break it. */
function markField(name: string, path: string): string {
  const line = `    ${name}: ${quoted(path)},`;
  return line.length > lineCharsMax ? `    ${name}:\n      ${quoted(path)},\n` : `${line}\n`;
}

function table(
  comment: string,
  name: string,
  type: string,
  definitions: readonly PlatformDefinition[],
  valueOf: (look: DashboardLook) => string,
): string {
  const rows = definitions.map(({ name: platform, dashboard }) => `  ${platform}: ${valueOf(dashboard)},\n`);
  return `/** ${comment} */\nexport const ${name}: Record<Platform, ${type}> = {\n${rows.join('')}};\n`;
}

function adviceTable(definitions: readonly PlatformDefinition[]): string {
  const rows = definitions.flatMap(({ name, dashboard: { credentialAdvice: advice } }) =>
    advice === undefined
      ? []
      : [
          `  ${name}: {\n    real: ${adviceText(advice.real)},\n    sandbox: ${adviceText(advice.sandbox)},\n  },\n`,
        ],
  );
  return `/** The place where a user finds credentials to enter, on the real platform and in the sandbox. */
export const credentialAdvices: Partial<Record<Platform, Record<'real' | 'sandbox', CredentialAdvice>>> = {
${rows.join('')}};
`;
}

const adviceText = ({ text, link, linkText }: CredentialAdvice): string =>
  `{\n      text: ${quoted(text)},\n      link: ${quoted(link)},\n      linkText: ${quoted(linkText)},\n    }`;

const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

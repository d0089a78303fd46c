import { readFile, writeFile } from 'node:fs/promises';
import { errorCodesMarkdown } from '../api/errors/pages.js';
import { openApiText } from '../api/document/document.js';
import { targetErrorsMarkdown } from '../api/errors/target-pages.js';
import { platformDefinitions } from '../platforms/index.js';
import { optionsSchemasOf } from '../platforms/kit/definition.js';
import { goModels, goOperations } from './clients/go.js';
import { readApi, type Api } from './clients/operations.js';
import { pythonErrors, pythonModels, pythonOperations } from './clients/python.js';
import { configurationMarkdown } from './config-docs.js';
import { platformLooksText } from './dashboard-platforms.js';
import { mediaRulesMarkdown } from './media-docs.js';
import { platformsMarkdown } from './platform-docs.js';
import { publishingMarkdown } from './publishing-docs.js';

/** The committed files that are generated from the code. The paths work from src/generators and dist/generators. */
const generated = [
  {
    name: 'src/domain/platform-names.ts',
    url: new URL('../../src/domain/platform-names.ts', import.meta.url),
    make: platformNamesText,
  },
  {
    name: 'packages/dashboard/src/lib/platform-looks.ts',
    url: new URL('../../packages/dashboard/src/lib/platform-looks.ts', import.meta.url),
    make: () => platformLooksText(),
  },
  {
    name: 'openapi.json',
    url: new URL('../../openapi.json', import.meta.url),
    make: apiDescription,
  },
  client('python/src/punctual_client/models.py', pythonModels),
  client('python/src/punctual_client/errors.py', pythonErrors),
  client('python/src/punctual_client/_operations.py', (api) => pythonOperations(api, false)),
  client('python/src/punctual_client/_async_operations.py', (api) => pythonOperations(api, true)),
  client('go/models.go', goModels),
  client('go/operations.go', goOperations),
  {
    name: 'docs/errors.md',
    url: new URL('../../docs/errors.md', import.meta.url),
    make: errorCodesMarkdown,
  },
  {
    name: 'docs/target-errors.md',
    url: new URL('../../docs/target-errors.md', import.meta.url),
    make: targetErrorsMarkdown,
  },
  { name: 'docs/media.md', url: new URL('../../docs/media.md', import.meta.url), make: mediaRulesMarkdown },
  {
    name: 'docs/platforms.md',
    url: new URL('../../docs/platforms.md', import.meta.url),
    make: () => platformsMarkdown(),
  },
  {
    name: 'docs/internals/publishing.md',
    url: new URL('../../docs/internals/publishing.md', import.meta.url),
    make: publishingMarkdown,
  },
  {
    name: 'docs/configuration.md',
    url: new URL('../../docs/configuration.md', import.meta.url),
    make: configurationMarkdown,
  },
];

function apiDescription(): string {
  return openApiText(optionsSchemasOf(platformDefinitions));
}

/** A file of the Python or the Go client. It is committed, because users install these clients from the repository. */
function client(file: string, write: (api: Api) => string) {
  return {
    name: `packages/${file}`,
    url: new URL(`../../packages/${file}`, import.meta.url),
    make: () => write(readApi(apiDescription())),
  };
}

/** Generates the list of platform names, from which code that knows no platform gets its type. */
function platformNamesText(): string {
  const names = platformDefinitions.map(({ name }) => `  '${name}',\n`);
  const head = '// Generated from src/platforms/index.ts by `npm run openapi`. Do not edit.\n';
  return `${head}\nexport const platformNames = [\n${names.join('')}] as const;\n`;
}

/** Writes the generated files, or with --check reports those that are out of date. Returns the exit code. */
export async function runOpenApi(args: readonly string[]): Promise<number> {
  let stale = 0;
  for (const { name, url, make } of generated) {
    const text = make();
    if (!args.includes('--check')) {
      await writeFile(url, text);
      process.stdout.write(`${name} is written.\n`);
    } else if ((await readFile(url, 'utf8').catch(() => '')) !== text) {
      process.stderr.write(`${name} is out of date. Run: npm run openapi\n`);
      stale += 1;
    }
  }
  return stale === 0 ? 0 : 1;
}

import { readFile, writeFile } from 'node:fs/promises';
import { openApiText } from '../api/openapi.js';

/** `openapi.json` in the project's root, seen from src/cli and from dist/cli alike. */
const committedUrl = new URL('../../openapi.json', import.meta.url);

/** Writes the API's description, or with --check tells whether the committed one is current. Gives the exit code. */
export async function runOpenApi(args: readonly string[]): Promise<number> {
  const text = openApiText();
  if (!args.includes('--check')) {
    await writeFile(committedUrl, text);
    process.stdout.write('openapi.json is written.\n');
    return 0;
  }
  const committed = await readFile(committedUrl, 'utf8').catch(() => '');
  if (committed === text) return 0;
  process.stderr.write('openapi.json is not what the code says. Run: npm run openapi\n');
  return 1;
}

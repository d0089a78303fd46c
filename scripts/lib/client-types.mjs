import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { fail, inProject, readText, say, secondsSince, sha256, tool } from './project.mjs';

const typesFile = inProject('packages', 'client', 'src', 'api-types.ts');
/** Fields with a default are optional in requests. */
const options = ['--default-non-nullable=false'];

/** Generates the types of packages/client from openapi.json, unless they are current. */
export function ensureClientTypes() {
  const generator = inProject('node_modules', 'openapi-typescript', 'package.json');
  if (!existsSync(generator)) fail('Run npm ci in the folder of the repository first.');
  const made = [inProject('openapi.json'), generator].map((file) => sha256(readFileSync(file)));
  const stamp = `// Generated from openapi.json: ${sha256([...options, ...made].join(' '))}\n`;
  if (readText(typesFile)?.startsWith(stamp)) return;
  const startMs = Date.now();
  say('Generating the types of the client ...');
  const draft = `${typesFile}.${process.pid}`;
  const { ok, output } = tool('openapi-typescript', ['openapi.json', '--output', draft, ...options], {
    quiet: true,
  });
  if (!ok) {
    rmSync(draft, { force: true });
    fail(`The types of the client cannot be generated: ${output}`);
  }
  writeFileSync(draft, stamp + readFileSync(draft, 'utf8'));
  renameSync(draft, typesFile);
  say(`Generated the types of the client in ${secondsSince(startMs)}.`);
}

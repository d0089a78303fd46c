import { runDevStack } from '../launcher/dev-stack.js';

/** `npm run dev` runs this TypeScript file, and `npm start` its compiled version. */
const followsSources = import.meta.url.endsWith('.ts');

export async function run(): Promise<void> {
  // oxlint-disable-next-line punctual/no-process-env -- the stack's programs inherit the whole environment
  process.exit(await runDevStack(process.env, { followsSources }));
}

import { runDevStack } from '../launcher/dev-stack.js';

/** `npm run dev` runs this TypeScript file, and `npm start` its compiled version. */
const followsSources = import.meta.url.endsWith('.ts');

export async function run(): Promise<void> {
  // eslint-disable-next-line no-restricted-syntax -- the stack's programs inherit the whole environment
  process.exit(await runDevStack(process.env, { followsSources }));
}

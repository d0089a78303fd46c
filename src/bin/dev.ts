import { runDevStack } from '../launcher/dev-stack.js';

// `npm run dev` runs this file itself, `npm start` what was built from it.
const followsSources = import.meta.url.endsWith('.ts');
// eslint-disable-next-line no-restricted-syntax -- the stack's programs inherit the whole environment
process.exit(await runDevStack(process.env, { followsSources }));

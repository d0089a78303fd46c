import { runDevStack } from '../launcher/dev-stack.js';

// eslint-disable-next-line no-restricted-syntax -- the stack's programs inherit the whole environment
process.exit(await runDevStack(process.env));

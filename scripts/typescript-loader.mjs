// node --import scripts/typescript-loader.mjs: lets a child process of a test run from src/, as its parent does.
import { register } from 'node:module';

register('./lib/typescript-hooks.mjs', import.meta.url);

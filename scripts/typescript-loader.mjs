// node --import scripts/typescript-loader.mjs: lets a child process of a test run from src/, like its parent.
import { register } from 'node:module';

register('./lib/typescript-hooks.mjs', import.meta.url);

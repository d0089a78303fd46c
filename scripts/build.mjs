// npm run build: builds dist/, or only the parts of it that have changed.
import { ensureBuilt } from './lib/build.mjs';
import { ensureClientTypes } from './lib/client-types.mjs';
import { say, secondsSince } from './lib/project.mjs';
import { setUp } from './lib/set-up.mjs';

const startMs = Date.now();
await setUp(ensureClientTypes, ensureBuilt);
say(`dist/ is up to date (${secondsSince(startMs)}).`);

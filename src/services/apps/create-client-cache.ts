import type { Clock } from '../../clock.js';
import { appDocumentKeptMs, type AppClient } from '../../domain/apps.js';
import { createReadCache, type ReadCache } from '../shared/remote-calls/read-cache.js';

const clientsKeptMax = 1_000;

/** Creates the cache of the apps whose metadata documents this process has fetched. */
export const createClientCache = (clock: Clock): ReadCache<AppClient> =>
  createReadCache({ clock, keepMs: () => appDocumentKeptMs, entriesMax: clientsKeptMax });

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { z } from 'zod';
import { scopes } from '../../src/domain/scopes.js';
import { platformDefinitions } from '../../src/platforms/index.js';
import { createPlatforms } from '../../src/platforms/kit/create-platforms.js';
import type { PlatformRegistry } from '../../src/platforms/kit/platform.js';
import { letIn } from '../harness/apps.js';
import { createShiftedClock } from '../harness/clock.js';
import { openApiDocument } from '../harness/description.js';
import { startTestApi } from '../harness/api.js';
import { count, isSmall, seedOr } from '../harness/counts.js';
import { createScriptedConnect } from '../harness/scripted-connect.js';
import { mintKey, mintSession, mintTenant } from '../harness/tenants.js';
import { findSchemathesis, runSchemathesis, runScopes } from './schemathesis.js';

const examplesMax = count({ small: 2, usual: 20, long: 100 });
/** The number of examples in a run that also tests every bound. */
const examplesBesideBoundsMax = count({ usual: 10, long: 100 });
const phases = isSmall ? ['examples', 'fuzzing'] : ['examples', 'coverage', 'fuzzing', 'stateful'];
/**
 * The number of keys with which every bound of the description is tested. That takes ten thousand requests, none of
 * them random.
 */
const keysForEachBound = count({ small: 0, usual: 1, long: 2 });
const modes: readonly ('full' | 'scoped')[] = isSmall ? ['full'] : ['full', 'scoped'];
/** The number of examples for each operation, each with the tokens of all scopes. */
const examplesOfScopesMax = count({ small: 0, usual: 2, long: 10 });
const seed = seedOr(20_261_121);
const runTimeoutMs = count({ usual: 1_800_000, long: 3_600_000 });

const tool = findSchemathesis();
if ('missing' in tool) process.stderr.write(`The conformance tests are skipped: ${tool.missing}.\n`);

const folder = mkdtempSync(path.join(tmpdir(), 'punctual-conformance-'));

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

const requestLine = z.object({
  msg: z.literal('request'),
  status: z.number(),
  method: z.string(),
  path: z.string(),
});

/** Every platform returns what the API requests, because one that is down would lead to the documented 503. */
function answeringPlatforms(): PlatformRegistry {
  const fetchFor = () => () => Promise.reject(new Error('The API must not call a platform.'));
  const platforms = createPlatforms({
    definitions: platformDefinitions,
    fetchFor,
    clock: createShiftedClock(),
  });
  const { answers } = createScriptedConnect('BLUESKY', { by: 'both' });
  return new Map([...platforms].map(([name, platform]) => [name, { ...platform, ...answers }]));
}

/** Counts the responses by status, from the log of the service itself. */
function answersByStatus(lines: readonly string[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const line of lines) {
    const parsed = requestLine.safeParse(JSON.parse(line));
    if (parsed.success) counts.set(parsed.data.status, (counts.get(parsed.data.status) ?? 0) + 1);
  }
  return counts;
}

const described = (openApiDocument() as { paths: Record<string, Record<string, { operationId: string }>> })
  .paths;
/**
 * Only the phase that follows links uses ids that exist, so the small form, which lacks that phase, leaves out paths
 * with ids.
 */
const operationIds = Object.entries(described)
  .filter(([path]) => !isSmall || !path.includes('{'))
  .flatMap(([, methods]) => Object.values(methods).map(({ operationId }) => operationId));

// Both modes run at the same time, because a client and the API that answers it take turns. Each has its own API, whose
// log it reads.
it.skipIf('missing' in tool).each(modes)(
  'the running API conforms to its description, with a %s key',
  { timeout: runTimeoutMs + 10_000, concurrent: true },
  async (mode) => {
    if ('missing' in tool) return;
    const api = await startTestApi({ platforms: answeringPlatforms() });
    try {
      const tenant = await mintTenant(api);
      const key = mode === 'full' ? tenant.key : await mintKey(api, tenant.userId, [tenant.workspaceId]);
      const triesBounds = modes.indexOf(mode) < keysForEachBound;
      const { code, output } = await runSchemathesis(tool, {
        openApiUrl: `${api.url}/openapi.json`,
        operationIds,
        headers: { Authorization: `Bearer ${key}` },
        seed,
        phases: triesBounds ? phases : phases.filter((phase) => phase !== 'coverage'),
        examplesMax: triesBounds ? examplesBesideBoundsMax : examplesMax,
        folder: mkdtempSync(path.join(folder, mode)),
        timeoutMs: runTimeoutMs,
      });
      expect(code, output.slice(-20_000)).toBe(0);
      expect(output).toContain(`Tested: ${operationIds.length}`);
      const answers = answersByStatus(api.logLines);
      expect(answers.get(500) ?? 0).toBe(0);
      // Posts were created and read, so the requests passed authentication.
      expect(answers.get(201) ?? 0).toBeGreaterThan(count({ small: 1, usual: 10, long: 10 }));
      expect(answers.get(200) ?? 0).toBeGreaterThan(count({ small: 10, usual: 100, long: 100 }));
    } finally {
      await api.close();
    }
  },
);

it.skipIf('missing' in tool || examplesOfScopesMax === 0)(
  'an app with the token of one scope gets what that scope allows, and 403 for all else',
  { timeout: runTimeoutMs + 10_000, concurrent: true },
  async () => {
    if ('missing' in tool) return;
    const api = await startTestApi({ platforms: answeringPlatforms() });
    try {
      const tenant = await mintTenant(api);
      const person = { tenant, session: await mintSession(api, tenant.userId) };
      const tokens: Record<string, string> = {};
      for (const scope of scopes) tokens[scope] = (await letIn(api, person, { scopes: [scope] })).accessToken;
      const { code, output } = await runScopes(tool, tokens, {
        openApiUrl: `${api.url}/openapi.json`,
        examplesMax: examplesOfScopesMax,
        seed,
        folder: mkdtempSync(path.join(folder, 'scopes')),
        timeoutMs: runTimeoutMs,
      });
      expect(code, output.slice(-20_000)).toBe(0);
      const counts = JSON.parse(output.trimEnd().split('\n').at(-1) ?? '') as Record<string, number>;
      expect(counts['operations']).toBeGreaterThan(40);
      for (const scope of scopes) {
        expect(counts[`${scope} allowed`]).toBeGreaterThan(0);
        expect(counts[`${scope} refused`]).toBeGreaterThan(40);
      }
      expect(answersByStatus(api.logLines).get(500) ?? 0).toBe(0);
    } finally {
      await api.close();
    }
  },
);

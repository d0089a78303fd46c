import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { platformLooksText } from '../../src/generators/dashboard-platforms.js';
import { createSafeFetch } from '../../src/egress/create-safe-fetch.js';
import { platformDefinitions } from '../../src/platforms/index.js';
import { createPlatforms } from '../../src/platforms/kit/create-platforms.js';
import { environmentOf, readSettings } from '../../src/platforms/kit/definition.js';
import { loadSimulators, seedAccountsOf } from '../../src/platforms/kit/simulators.js';
import type { RunningSandbox } from '../../src/sandbox/start-sandbox.js';
import { startTestSandbox } from '../harness/sandbox.js';
import { loadSubjects } from './contract-case.js';
import { describeContract } from './contract-suite.js';
import { toy } from './toy/definition.js';

/** A new platform needs only its folder and this entry in the list. */
const definitions = [...platformDefinitions, toy];
const simulators = await loadSimulators(definitions);

describe('a twelfth platform', () => {
  const safeFetch = createSafeFetch();
  let sandbox: RunningSandbox;
  beforeAll(async () => {
    sandbox = await startTestSandbox({ simulators });
  });
  afterAll(async () => {
    await sandbox.close();
    await safeFetch[Symbol.asyncDispose]();
  });

  it('needs only its definition to be in the environment, the registry, the sandbox, the seed and the dashboard', async () => {
    expect(Object.keys(environmentOf(definitions))).toContain('TOY_URL');
    expect(readSettings(definitions, { TOY_URL: 'https://toy.test/' })[toy.name]).toEqual({
      baseUrl: 'https://toy.test',
    });
    const clock = { now: () => new Date() };
    expect(createPlatforms({ definitions, fetchFor: () => safeFetch, clock }).has(toy.name)).toBe(true);
    expect(seedAccountsOf(simulators).map(({ handle }) => handle)).toContain('sandbox.toy');
    const answer = await safeFetch({ url: `${sandbox.url}/toy/notes/none`, method: 'GET' });
    expect(JSON.parse(answer.body)).toEqual({ error: 'no such note' });
    const css = await safeFetch({ url: `${sandbox.url}/assets/feed.css`, method: 'GET' });
    expect(css.body).toContain('.badge.toy { background: #080; }');
    expect(platformLooksText(definitions)).toContain("  TOY: 'Toy',\n");
  });
});

describeContract(await loadSubjects([toy], import.meta.dirname));

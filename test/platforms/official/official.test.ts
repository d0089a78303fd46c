import { beforeAll, describe, expect, it } from 'vitest';
import { createSafeFetch } from '../../../src/egress/create-safe-fetch.js';
import { platformDefinitions } from '../../../src/platforms/index.js';
import { createPlatforms } from '../../../src/platforms/kit/create-platforms.js';
import { startTestSandbox } from '../../harness/sandbox.js';
import { loadSubjects, type Subject } from '../contract-case.js';
import { openMediaShelf } from '../media-support.js';
import { connector } from '../support.js';
import { descriptions, faultsOf, operationOf, type Description } from './description.js';
import { deviations, type Deviation } from './deviations.js';
import { drive } from './drive.js';
import { createRecorder, type Exchange } from './exchanges.js';
import { shapesOf } from './shapes.js';

const subjects = await loadSubjects(platformDefinitions);
const cases = descriptions.flatMap((description) =>
  subjects
    .filter(({ definition: { name } }) => description.platforms.includes(name))
    .map((subject) => ({
      subject,
      description,
      title: `${subject.definition.label} and ${description.name}`,
    })),
);
const deviationsFrom = ({ name }: Description): readonly Deviation[] =>
  deviations.filter(({ description }) => description === name);

/**
 * Returns the requests and responses between a connector and its simulator while the connector uses all of its
 * features.
 */
async function exchangesOf(subject: Subject, description: Description): Promise<Exchange[]> {
  const { definition, simulator } = subject;
  await using sandbox = await startTestSandbox();
  await using shelf = await openMediaShelf();
  await using safeFetch = createSafeFetch();
  const refused = deviationsFrom(description).filter(({ isRefused }) => isRefused);
  const { exchanges, recording } = createRecorder(
    () => `${sandbox.url}/${simulator.path}`,
    async (exchange) => {
      if (refused.length === 0 || exchange.method !== 'GET') return null;
      const faults = await faultsOf(description, exchange);
      const isRefused = faults.some((fault) => refused.some((one) => one.fault.test(fault)));
      return isRefused ? { status: 400, headers: {}, body: '{}' } : null;
    },
  );
  const platforms = createPlatforms({
    definitions: [definition],
    fetchFor: () => recording(safeFetch),
    clock: { now: () => new Date() },
  });
  const platform = connector(platforms, definition.name);
  await drive({ subject, platform, sandbox, shelf }, await shapesOf(definition));
  return exchanges;
}

describe.each(cases)('$title', ({ subject, description }) => {
  let exchanges: Exchange[] = [];
  const faults = new Set<string>();
  beforeAll(async () => {
    exchanges = await exchangesOf(subject, description);
    for (const exchange of exchanges) {
      for (const fault of await faultsOf(description, exchange)) faults.add(fault);
    }
  });

  it('know all requests and responses of each other, except accepted deviations', () => {
    const accepted = deviationsFrom(description);
    expect([...faults].filter((fault) => !accepted.some((one) => one.fault.test(fault)))).toEqual([]);
    expect(accepted.filter((one) => ![...faults].some((fault) => one.fault.test(fault)))).toEqual([]);
  });

  it('have the same operations', () => {
    const called = new Set(exchanges.flatMap((exchange) => operationOf(description, exchange) ?? []));
    expect([...called].sort()).toEqual(Object.keys(description.operations).sort());
  });
});

describe.each(subjects.map(({ definition }) => ({ title: definition.label, definition })))(
  'the shapes of $title',
  ({ definition }) => {
    it('have every option of a post', async () => {
      const given = Object.values(await shapesOf(definition)).flatMap(({ options = {} }) =>
        Object.keys(typeof options === 'function' ? options('') : options),
      );
      const known = Object.keys(definition.options.shape).filter((name) => name !== 'platform');
      expect(known.filter((name) => !given.includes(name))).toEqual([]);
    });
  },
);

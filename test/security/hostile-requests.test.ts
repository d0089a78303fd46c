import { beforeAll, describe, expect, it } from 'vitest';
import { checkUrlSyntax } from '../../src/egress/url-guard.js';
import { findEntities } from '../../src/platforms/bluesky/facets.js';
import { findLinks } from '../../src/platforms/kit/links.js';
import { normalizeText } from '../../src/platforms/kit/text.js';
import { call, field } from '../harness/api.js';
import {
  addressOption,
  hostileRequests,
  hostileTexts,
  type HostileText,
} from '../harness/hostile-requests.js';
import { useTestApi } from '../harness/use-test-api.js';
import { mintTenant, type Tenant } from '../harness/tenants.js';

const api = useTestApi();
let attacker: Tenant;
let bystander: Tenant;

beforeAll(async () => {
  attacker = await mintTenant(api);
  bystander = await mintTenant(api);
});

const runsMax = 5;
/** With a limit, runs are repeated until one is below it: the process collects garbage of other test files, too. */
const limitedRunsMax = 40;

/**
 * Returns the processor time of the best of several runs, because other work on the machine can only add to it. Each
 * run has a new text. A run below `enoughMs` is the last one.
 */
function bestMs(
  measure: (text: string) => unknown,
  hostile: HostileText,
  chars: number,
  enoughMs?: number,
): number {
  const text = hostile.of(chars);
  let best = Number.POSITIVE_INFINITY;
  const tries = enoughMs === undefined ? runsMax : limitedRunsMax;
  for (let run = 0; run < tries && best >= (enoughMs ?? 0); run += 1) {
    const before = process.cpuUsage();
    measure(`${text}${run}${chars}`);
    const { user, system } = process.cpuUsage(before);
    best = Math.min(best, (user + system) / 1_000);
  }
  return best;
}

const chars = 10_000;
const chars10kMsMax = 20;
/**
 * Doubling a text doubles the time, but if the search continues to the end from every start, it takes four times as
 * long. The text is doubled twice, so that the difference is clear in spite of garbage collection.
 */
const growthMax = 2.6 ** 2;
/**
 * The possible deviation of a run: with ten thousand matches in 40,000 characters, garbage collection takes some time.
 */
const noiseMs = 10;
/**
 * The time that the runtime itself needs for as many characters shows how slow the machine is. Repeated searches take
 * much longer.
 */
const slowMachineTimes = { once: 3, noise: 1 };
const segmenter = new Intl.Segmenter();
/** One run is enough, because it only raises a limit. */
const segmentMs = (): number =>
  bestMs(
    (text) => [...segmenter.segment(text)].length,
    { name: 'plain', of: (count) => 'a'.repeat(count) },
    chars,
    Number.POSITIVE_INFINITY,
  );

describe('the rules of each platform, and all parsers of texts,', () => {
  const draftOf = (text: string) => ({ text, firstComment: null, options: null, media: [] });
  const optionsWithAddress = [
    ['BLUESKY', 'external'],
    ['BLUESKY', 'quoteUri'],
    ['THREADS', 'linkAttachment'],
  ] as const;
  const measures = (): [string, (text: string) => unknown][] => [
    ...[...api.deps.platforms.values()].map((platform): [string, (text: string) => unknown] => [
      platform.name,
      (text) => platform.validate(draftOf(text)),
    ]),
    ...optionsWithAddress.map(([name, option]): [string, (text: string) => unknown] => [
      `${name} ${option}`,
      (text) => {
        const options = { [option]: addressOption(option, text) };
        return api.deps.platforms.get(name)?.validate({ ...draftOf('x'), options });
      },
    ]),
    ['addresses that are fetched', checkUrlSyntax],
    ['facets', findEntities],
    ['links', findLinks],
    ['comparison', normalizeText],
  ];

  it.each(hostileTexts)('take time proportional to the length of $name', (hostile) => {
    const machineMs = segmentMs();
    const onceMsMax = Math.max(chars10kMsMax, slowMachineTimes.once * machineMs);
    const offMs = Math.max(noiseMs, slowMachineTimes.noise * machineMs);
    for (const [name, measure] of measures()) {
      measure(`${hostile.of(10)}warm`);
      const soon = bestMs(measure, hostile, chars);
      // On a busy machine, all of a few runs can be slow, so they are repeated before they count as too slow.
      const once = soon < onceMsMax ? soon : bestMs(measure, hostile, chars, onceMsMax);
      expect(once, `${name}: 10,000 characters`).toBeLessThan(onceMsMax);
      const fourfoldMsMax = growthMax * once + offMs;
      const fourfold = bestMs(measure, hostile, 4 * chars, fourfoldMsMax);
      expect(fourfold, `${name}: four times as many`).toBeLessThan(fourfoldMsMax);
    }
  });
});

describe('hostile requests', () => {
  it('get the right errors, and do not delay other requests', async () => {
    const { key } = attacker;
    const draft = { content: 'x', platforms: [{ accountId: attacker.accountIds[0] }] };
    const postId = field<string>(await call(api, 'POST', '/posts', { key, body: draft }), 'id');
    for (const request of hostileRequests(attacker.accountIds, postId)) {
      const [answer, calm] = await Promise.all([
        call(api, request.method, request.path, {
          raw: request.body,
          headers: { 'content-type': 'application/json' },
          ...(request.signedIn ? { key } : {}),
        }),
        call(api, 'GET', '/workspaces', { key: bystander.key }),
      ]);
      expect(request.statuses, `${request.name}: ${answer.text.slice(0, 300)}`).toContain(answer.status);
      expect(calm.status).toBe(200);
      expect(answer.text.length, request.name).toBeLessThan(64 * 1024);
    }
  });

  it('get errors with the excess and the limit', async () => {
    const { key, accountIds } = attacker;
    const platforms = accountIds.map((accountId) => ({
      accountId,
      platformOptions: { a: 'x'.repeat(40_000) },
    }));
    const answer = await call(api, 'POST', '/posts/validate', { key, body: { content: 'x', platforms } });
    expect(field(answer, 'details')).toEqual([
      {
        path: 'platforms.2.platformOptions',
        code: 'too_much_text',
        message: 'The texts of a request can have at most 100,000 characters together; they have 120,004.',
        limit: 100_000,
        // The names of options count as characters, too.
        actual: 120_004,
      },
    ]);
  });

  it('have a text that is counted only once for all targets of the same kind', () => {
    const x = api.deps.platforms.get('X');
    if (x === undefined) throw new Error('There is no X.');
    const text = '日.'.repeat(4_000);
    const startedMs = performance.now();
    x.validate({ text, firstComment: text, options: null, media: [] });
    const firstMs = performance.now() - startedMs;
    const againMs = performance.now();
    for (let target = 0; target < 50; target += 1)
      x.validate({ text, firstComment: text, options: null, media: [] });
    // Fifty further targets cost less than ten first ones would.
    expect(performance.now() - againMs).toBeLessThan(10 * firstMs + noiseMs);
  });
});

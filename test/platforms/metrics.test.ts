import { describe, expect, it } from 'vitest';
import { metricNames } from '../../src/domain/metric-names.js';
import type { Measurement } from '../../src/domain/metrics.js';
import { platformDefinitions } from '../../src/platforms/index.js';
import type { MeasuredPost } from '../../src/platforms/kit/metrics.js';
import type { PlatformSession } from '../../src/platforms/kit/session.js';
import { loadSubjects } from './contract-case.js';
import { plainPost, publishAll, settled } from './runner.js';
import { connector } from './support.js';
import { useSubjects } from './use-subjects.js';

const dayMs = 24 * 60 * 60 * 1000;
const subjects = await loadSubjects(platformDefinitions);
const { safeFetch, platforms, sandbox, shelf } = useSubjects(subjects);

/** The numbers that each platform reports for a new post. A platform that is missing here reports none. */
const reported: Readonly<Record<string, readonly string[]>> = {
  BLUESKY: ['likes', 'comments', 'shares'],
  THREADS: ['views', 'likes', 'comments', 'shares'],
  INSTAGRAM: ['views', 'reach', 'likes', 'comments', 'shares', 'saves'],
  FACEBOOK_PAGE: ['likes', 'comments', 'shares'],
  LINKEDIN_COMPANY: ['impressions', 'reach', 'likes', 'comments', 'shares', 'clicks'],
  YOUTUBE: ['views', 'likes', 'comments'],
  PINTEREST: ['impressions', 'saves', 'clicks'],
  TIKTOK_PERSONAL: ['views', 'likes', 'comments', 'shares'],
  X: ['impressions', 'likes', 'comments', 'shares', 'saves'],
};

describe.each(subjects.map((subject) => ({ name: subject.definition.name, ...subject })))(
  'the metrics of $name',
  ({ name, simulator, contract }) => {
    const platform = connector(platforms, name);
    const session = (account: number): PlatformSession => {
      const externalAccountId = contract.accountIdOf(account);
      return {
        externalAccountId,
        handle: 'metrics.test',
        baseUrl: `${sandbox.url}/${simulator.path}`,
        sandboxUrl: `${sandbox.url}/${simulator.path}`,
        credentials: simulator.credentialsOf(externalAccountId, 0),
      };
    };
    const posted = async (at: PlatformSession, text: string): Promise<MeasuredPost> => {
      const publication = plainPost(contract, shelf, text, {});
      const result = await publishAll(platform, at, publication);
      const { externalPostId, reference } = await settled(contract, platform, at, publication, result);
      return { externalPostId, reference, options: publication.options, publishedAt: new Date() };
    };
    const measure = async (
      at: PlatformSession,
      posts: MeasuredPost[],
    ): Promise<(Measurement | undefined)[]> => {
      const answer = await platform.metrics?.measure(at, posts);
      if (answer?.kind !== 'measured') throw new Error(`Not measured: ${JSON.stringify(answer)}`);
      return posts.map(({ externalPostId }) => answer.byPost.get(externalPostId));
    };

    const expected = reported[name];
    if (expected === undefined) {
      it('are not read', () => {
        expect(platform.metrics).toBeUndefined();
      });
      return;
    }

    it('are null where the platform reports nothing, and otherwise whole numbers', async () => {
      const at = session(8_001);
      const [measurement] = await measure(at, [await posted(at, 'to be counted')]);
      const found = metricNames.filter((metric) => measurement?.values[metric] !== null);
      expect(new Set(found)).toEqual(new Set(expected));
      for (const value of Object.values(measurement?.native ?? {})) {
        expect(Number.isSafeInteger(value) && value >= 0).toBe(true);
      }
    });

    it('are missing for a post that does not exist', async () => {
      const at = session(8_002);
      const post = await posted(at, 'the only one');
      const missing = { ...post, externalPostId: `${post.externalPostId.slice(0, -4)}9999` };
      const found = await measure(at, [missing]);
      expect(found).toEqual([undefined]);
      expect((await measure(at, [post]))[0]).toBeDefined();
    });

    it.runIf(name === 'PINTEREST')(
      'are missing for a pin that is older than the days that count',
      async () => {
        const at = session(8_003);
        const old = { ...(await posted(at, 'an old pin')), publishedAt: new Date(Date.now() - 90 * dayMs) };
        expect(await measure(at, [old])).toEqual([undefined]);
      },
    );

    if (simulator.comments === undefined) return;

    it('count comments of visitors', async () => {
      const at = session(8_004);
      const post = await posted(at, 'under discussion');
      const { externalPostId } = post;
      await safeFetch({
        url: `${sandbox.url}/comments`,
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ platform: name, externalPostId, text: 'hello' }),
      });
      expect((await measure(at, [post]))[0]?.values.comments).toBe(1);
    });
  },
);

import { metricValues, type Measurement } from '../../src/domain/metrics.js';
import type { MeasureAnswer, PlatformMetrics } from '../../src/platforms/kit/metrics.js';

export interface ScriptedMetrics extends PlatformMetrics {
  /** The likes of each post. A post that is missing does not exist. */
  likes: Map<string, number>;
  /** The responses to the next calls: undefined means the normal response. */
  script: (MeasureAnswer | undefined)[];
  /** The posts of each call. */
  calls: { externalPostIds: string[]; token: unknown }[];
  reset: () => void;
}

type Options = Partial<
  Pick<PlatformMetrics, 'budget' | 'postsPerCallMax' | 'scope' | 'price' | 'measuredForMs'>
>;

const measurementOf = (likes: number): Measurement => ({
  values: metricValues({ likes }),
  native: { likes },
});

/** Creates metrics in memory behind the real interface, and records every call. */
export function createScriptedMetrics(options: Options = {}): ScriptedMetrics {
  const metrics: ScriptedMetrics = {
    budget: { callsPerHourMax: 36_000 },
    postsPerCallMax: 25,
    ...options,
    likes: new Map(),
    script: [],
    calls: [],
    reset: () => {
      metrics.likes.clear();
      metrics.script.length = metrics.calls.length = 0;
    },
    measure: ({ credentials }, posts) => {
      const externalPostIds = posts.map(({ externalPostId }) => externalPostId);
      metrics.calls.push({ externalPostIds, token: credentials['token'] });
      const known = externalPostIds.flatMap((id) => {
        const likes = metrics.likes.get(id);
        return likes === undefined ? [] : [[id, measurementOf(likes)] as const];
      });
      return Promise.resolve(metrics.script.shift() ?? { kind: 'measured', byPost: new Map(known) });
    },
  };
  return metrics;
}

import { describe, expect, it } from 'vitest';
import { createScriptedMetrics } from '../../../../test/harness/scripted-metrics.js';
import { createScriptedComments } from '../../../../test/harness/scripted-comments.js';
import { createScriptedPlatform } from '../../../../test/harness/scripted-platform.js';
import { readLimitsOf } from '../../platform-reads/read-limits.js';
import { measureLimits } from './measured-platforms.js';

const minuteMs = 60_000;
const budget = { callsPerHourMax: 60 };

describe('the limits of reading metrics', () => {
  it('leave calls for comments, which may use the budget in advance, even if a person asks for metrics', () => {
    const platform = Object.assign(createScriptedPlatform('INSTAGRAM', 'keyed'), {
      comments: Object.assign(createScriptedComments(), budget),
      metrics: createScriptedMetrics(),
    });
    for (const asked of [false, true]) {
      const limits = measureLimits({ platforms: new Map([['INSTAGRAM', platform]]) }, asked);
      expect(limits['INSTAGRAM']).toMatchObject({ calls: 1, aheadMsMax: minuteMs });
    }
    expect(readLimitsOf(budget, false).aheadMsMax).toBeGreaterThan(minuteMs);
  });

  it('let a person request more at once if no comments are read', () => {
    const platform = Object.assign(createScriptedPlatform('PINTEREST', 'blind'), {
      metrics: createScriptedMetrics({ budget }),
    });
    const limits = measureLimits({ platforms: new Map([['PINTEREST', platform]]) }, true);
    expect(limits['PINTEREST']).toMatchObject({ calls: 10 });
  });
});

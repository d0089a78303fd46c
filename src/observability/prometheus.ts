import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client';
import { isPartStep } from '../domain/parts.js';
import type { PublishStep } from '../domain/workflow-contract.js';
import type { Metrics } from './metrics.js';
import { registerDebts, type ReadDebts } from './debt-gauges.js';
import { registerTableBytes, type ReadTableBytes } from './table-gauges.js';
import { registerVersionEnds, type EndingVersion } from './version-gauges.js';

const latenessBucketsS = [0.1, 0.25, 0.5, 1, 2, 5, 10, 30, 60, 300, 1800, 3600, 21_600, 86_400];
const httpBucketsS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const webhookBucketsS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** All further parts of posts have one label, because a post can have many of them. */
const kindOf = (step: PublishStep): string => (isPartStep(step) ? 'PART' : step);
/** The methods that are used as labels. Node's parser accepts more, which would only add values. */
const knownMethods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

export interface MetricsText {
  contentType: string;
  text: string;
}

export interface Prometheus {
  metrics: Metrics;
  /** The response of /metrics. */
  render: () => Promise<MetricsText>;
}

/**
 * Creates the metrics of this process, in their own registry, together with Node's figures (event loop, heap, handles).
 */
export function createPrometheus(options: {
  process: string;
  readDebts: ReadDebts;
  readTableBytes: ReadTableBytes;
  endingVersions?: () => readonly EndingVersion[];
}): Prometheus {
  const registry = new Registry();
  registry.setDefaultLabels({ process: options.process });
  collectDefaultMetrics({ register: registry });
  registerDebts(registry, options.readDebts);
  registerTableBytes(registry, options.readTableBytes);
  registerVersionEnds(registry, options.endingVersions ?? (() => []));
  return {
    metrics: {
      ...publishing(registry),
      ...refusals(registry),
      ...sweeping(registry),
      ...surroundings(registry),
    },
    render: async () => ({ contentType: registry.contentType, text: await registry.metrics() }),
  };
}

function counter<L extends string>(registry: Registry, name: string, help: string, labelNames: L[]) {
  return new Counter({ name, help, labelNames, registers: [registry] });
}

type Publishing = Pick<
  Metrics,
  'publishLateness' | 'publishAttempt' | 'publishWait' | 'publishLookup' | 'stepEnded' | 'runFinished'
>;

function publishing(registry: Registry): Publishing {
  const lateness = new Histogram({
    name: 'punctual_publish_lateness_seconds',
    help: "From a target's due time to the first attempt of its run.",
    labelNames: ['platform'],
    buckets: latenessBucketsS,
    registers: [registry],
  });
  const attempts = counter(
    registry,
    'punctual_publish_attempts_total',
    'Calls to platforms that could make something public and have ended.',
    ['platform', 'step', 'outcome'],
  );
  const waits = counter(registry, 'punctual_publish_waits_total', 'Waits before or between attempts.', [
    'platform',
    'reason',
  ]);
  const lookups = counter(registry, 'punctual_publish_lookups_total', 'Look-ups after an unclear response.', [
    'platform',
    'result',
  ]);
  const steps = counter(
    registry,
    'punctual_publish_outcomes_total',
    'Posts, further parts and first comments of targets that have an outcome.',
    ['platform', 'step', 'outcome', 'error_code'],
  );
  const runs = counter(
    registry,
    'punctual_publish_runs_total',
    'Publish runs finished, by status of the post.',
    ['status'],
  );
  return {
    publishLateness: (platform, latenessMs) => lateness.observe({ platform }, Math.max(0, latenessMs) / 1000),
    publishAttempt: (platform, step, outcome) => attempts.inc({ platform, step: kindOf(step), outcome }),
    publishWait: (platform, reason) => waits.inc({ platform, reason }),
    publishLookup: (platform, result) => lookups.inc({ platform, result }),
    stepEnded: (platform, step, errorCode) => {
      const outcome = errorCode === null ? 'PUBLISHED' : 'FAILED';
      steps.inc({ platform, step: kindOf(step), outcome, error_code: errorCode ?? '' });
    },
    runFinished: (status) => runs.inc({ status }),
  };
}

type Refusals = Pick<Metrics, 'urlRejected' | 'rateLimited' | 'rateLimiterFault'>;

function refusals(registry: Registry): Refusals {
  const limited = counter(registry, 'punctual_rate_limited_total', 'Requests refused by a rate limit.', [
    'policy',
  ]);
  const limiterFaults = counter(
    registry,
    'punctual_rate_limiter_faults_total',
    'Requests that were allowed because they could not be counted.',
    ['kind'],
  );
  const rejections = counter(
    registry,
    'punctual_ssrf_rejections_total',
    'URLs from users that were refused before a connection was made.',
    ['reason'],
  );
  return {
    urlRejected: (reason) => rejections.inc({ reason }),
    rateLimited: (policy) => limited.inc({ policy }),
    rateLimiterFault: (kind) => limiterFaults.inc({ kind }),
  };
}

type Sweeping = Pick<Metrics, 'reconciled' | 'rowsDeleted'>;

function sweeping(registry: Registry): Sweeping {
  const sweeps = counter(registry, 'punctual_reconcile_sweeps_total', 'Sweeps that have ended.', ['result']);
  const paid = counter(registry, 'punctual_reconciled_total', 'Missed work that the sweep has started.', [
    'kind',
  ]);
  const deleted = counter(
    registry,
    'punctual_rows_deleted_total',
    'Rows that were deleted because of their age, without the rows that belong to them.',
    ['table'],
  );
  return {
    reconciled: (result) => {
      sweeps.inc({ result: result === 'failed' ? 'failed' : 'done' });
      if (result === 'failed') return;
      for (const [kind, count] of Object.entries(result) as [string, number][]) paid.inc({ kind }, count);
    },
    rowsDeleted: (table, count) => deleted.inc({ table }, count),
  };
}

function surroundings(registry: Registry): Omit<Metrics, keyof Publishing | keyof Refusals | keyof Sweeping> {
  const refreshes = counter(registry, 'punctual_token_refreshes_total', 'Refreshes of access tokens.', [
    'platform',
    'result',
  ]);
  const commentReads = counter(
    registry,
    'punctual_comment_reads_total',
    'Reads of the comments of a post, successful or not.',
    ['platform', 'outcome'],
  );
  const measured = counter(
    registry,
    'punctual_target_measurements_total',
    'Readings of the metrics of a target, successful or not.',
    ['platform', 'outcome'],
  );
  const http = new Histogram({
    name: 'punctual_http_request_duration_seconds',
    help: 'Duration of requests to the API, by route.',
    labelNames: ['method', 'route', 'status'],
    buckets: httpBucketsS,
    registers: [registry],
  });
  const webhooks = new Histogram({
    name: 'punctual_webhook_attempt_duration_seconds',
    help: 'Duration of attempts to deliver a webhook event.',
    labelNames: ['outcome'],
    buckets: webhookBucketsS,
    registers: [registry],
  });
  const dead = counter(registry, 'punctual_webhook_dead_total', 'Deliveries that were given up as DEAD.', []);
  return {
    tokenRefresh: (platform, result) => refreshes.inc({ platform, result }),
    commentRead: (platform, outcome) => commentReads.inc({ platform, outcome }),
    targetMeasured: (platform, outcome) => measured.inc({ platform, outcome }),
    httpRequest: ({ method, route, status, durationMs }) => {
      const known = knownMethods.has(method) ? method : 'OTHER';
      http.observe({ method: known, route, status }, durationMs / 1000);
    },
    webhookAttempt: (outcome, durationMs) => webhooks.observe({ outcome }, durationMs / 1000),
    webhookDead: () => dead.inc(),
  };
}

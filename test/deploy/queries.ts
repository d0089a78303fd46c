import { parse } from 'yaml';
import { z } from 'zod';
import { read } from '../docs/repository.js';

const rule = z.object({
  alert: z.string(),
  expr: z.string(),
  labels: z.object({ severity: z.enum(['critical', 'warning']) }),
  annotations: z.object({ summary: z.string(), runbook: z.string() }),
});

export function alertRules(): z.infer<typeof rule>[] {
  const file: unknown = parse(read('deploy/prometheus/alerts.yml'));
  return z
    .object({ groups: z.array(z.object({ rules: z.array(rule) })) })
    .parse(file)
    .groups.flatMap(({ rules }) => rules);
}

/** Returns the queries of the Grafana dashboard. */
export function dashboardQueries(): string[] {
  const target = z.object({ expr: z.string() });
  const panel = z.object({ targets: z.array(target).default([]) });
  return z
    .object({ panels: z.array(panel) })
    .parse(JSON.parse(read('deploy/grafana/punctual.json')))
    .panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
}

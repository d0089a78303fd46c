import { describe, expect, it } from 'vitest';
import { anchorsOf } from '../docs/claims.js';
import { read } from '../docs/repository.js';
import { knownSeries } from './metric-names.js';
import { alertRules, dashboardQueries } from './queries.js';

/** Numbers that Prometheus records itself. */
const notOurs = new Set(['up']);

describe('the alert rules and the dashboard', () => {
  const queries = [...alertRules().map(({ expr }) => expr), ...dashboardQueries()];

  it('use only metrics that the processes have, with labels and values that occur', async () => {
    const series = await knownSeries();
    const used = queries.flatMap((query) => [...query.matchAll(/\b([a-z]\w*_\w+|up)\b(?:\{([^}]*)\})?/g)]);
    const named = used.filter(([, name = '']) => /^(punctual|process|nodejs)_|^up$/.test(name));
    expect(named.length).toBeGreaterThan(40);
    const faults = named.flatMap(([text, name = '', selector = '']) => {
      const found = series.get(name);
      if (notOurs.has(name)) return [];
      if (found === undefined) return [`${name} does not exist`];
      const wanted = [...selector.matchAll(/(\w+)(=~?)"([^"]*)"/g)].filter(([, label]) => label !== 'job');
      const isMet = (labels: Record<string, string>): boolean =>
        wanted.every(([, label = '', operator, value = '']) =>
          operator === '=' ? labels[label] === value : new RegExp(`^(${value})$`).test(labels[label] ?? ''),
        );
      return wanted.length === 0 || found.some(isMet) ? [] : [`nothing matches ${text}`];
    });
    expect(faults).toEqual([]);
  });

  it('group only by labels that the metrics have', async () => {
    const labels = new Set(
      [...(await knownSeries()).values()].flat().flatMap((one) => [...Object.keys(one), 'instance', 'job']),
    );
    const grouped = queries.flatMap((query) =>
      [...query.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, list = '']) => list.split(/, */)),
    );
    expect(grouped.filter((label) => !labels.has(label))).toEqual([]);
  });

  it('show every metric of Punctual', async () => {
    const text = queries.join('\n');
    const own = [...(await knownSeries()).keys()].filter(
      (name) => name.startsWith('punctual_') && !/_(bucket|count|sum)$/.test(name),
    );
    expect(own.filter((name) => !text.includes(name))).toEqual([]);
  });

  it('are each explained in a paragraph of docs/runbook.md, which explains nothing else', () => {
    const runbook = read('docs/runbook.md');
    const anchors = anchorsOf(runbook);
    for (const { alert, annotations } of alertRules()) {
      expect(annotations.runbook).toBe(`docs/runbook.md#${alert.toLowerCase()}`);
      expect([...anchors]).toContain(alert.toLowerCase());
    }
    const explained = [...runbook.matchAll(/^### (\w+)$/gm)].map(([, name]) => name);
    expect(explained).toEqual(alertRules().map(({ alert }) => alert));
  });
});

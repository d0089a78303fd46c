import type { CpuMs, Section } from './report.js';

const sizes = [500, 1_000, 5_000, 10_000, 50_000] as const;
const withinMs = 60_000;
/**
 * The counted processes, in the order of the columns. Scheduling is left out, because it happens long before, and so
 * are the callers.
 */
const counted: readonly (readonly [string, string])[] = [
  ['worker', 'worker'],
  ['temporal', 'Temporal'],
  ['temporal-postgres', 'Temporal’s Postgres'],
  ['postgres', 'our Postgres'],
];

interface CoresRow {
  posts: number;
  /** The number of cores by the name of the process. */
  cores: CpuMs;
  all: number;
}

/**
 * Returns how many cores that many posts keep busy for a minute, from the processor time that one post costs each
 * process.
 */
export function coresFor(posts: number, cpuMsPerPost: CpuMs): CoresRow {
  const cores = Object.fromEntries(
    counted.flatMap(([name]) => {
      const ms = cpuMsPerPost[name];
      return ms === undefined ? [] : [[name, (posts * ms) / withinMs]];
    }),
  );
  return { posts, cores, all: Object.values(cores).reduce((sum, each) => sum + each, 0) };
}

/** A table for each server on which a post's processor time was measured. */
export function coresMarkdown(sections: readonly Section[]): string {
  const measured = sections.filter(({ name, cpuMs }) => name === 'processor' && cpuMs !== null);
  if (measured.length === 0) return '';
  const tables = measured.map(({ server, cpuMs }) => {
    const perPost = cpuMs?.['ours'] ?? {};
    const columns = counted.filter(([name]) => name in perPost);
    const lines = sizes.map((posts) => {
      const { cores, all } = coresFor(posts, perPost);
      const cells = columns.map(([name]) => inCores(cores[name] ?? 0));
      return `| ${[posts.toLocaleString('en'), ...cells, inCores(all)].join(' | ')} |`;
    });
    const head = ['posts', ...columns.map(([, label]) => label), 'all'];
    return [
      server === 'dev' ? 'On the development server:' : 'On Temporal with Postgres:',
      '',
      `| ${head.join(' | ')} |`,
      `|${'---|'.repeat(head.length)}`,
      ...lines,
    ].join('\n');
  });
  return [
    '### Cores for posts at 09:00',
    '',
    'How many cores such as these must be free for so many posts of one target that are to be out within 60 s of one instant,',
    'by what a post costs each process: preparing, publishing and recording. They are computed, not measured: no lock, no line',
    'and no platform is taken into account, so leave a third more. Several workers share the worker’s part.',
    '',
    tables.join('\n\n'),
  ].join('\n');
}

/** Writes a number of cores with one decimal, rounded up. */
function inCores(cores: number): string {
  return (Math.ceil(cores * 10 - 1e-9) / 10).toLocaleString('en', { minimumFractionDigits: 1 });
}

import { parseArgs } from 'node:util';
import { benchNames, type BenchName } from './report.js';
import type { ServerName } from './stack-options.js';

export interface BenchOptions {
  /** The benchmarks to run, in this order. */
  names: readonly BenchName[];
  /** The kinds of Temporal server, for the benchmarks that run on both. */
  servers: readonly ServerName[];
  runs: number;
  scale: number;
  /** Replaces the number of posts of each benchmark that has one. */
  posts: number | undefined;
  /** The time between the scheduling of the last post and the due time. */
  aheadMs: number;
  jsonFile: string | undefined;
  writeDocs: boolean;
}

const usage = `Usage: npm run bench [-- --runs N --only NAME[,NAME] --server dev|postgres|both --scale S --posts N
    --ahead SECONDS --json FILE --write-docs]
  names: ${benchNames.join(', ')}
  --runs 3 to 9; --server both: Temporal's development server, and its server on Postgres where that can be had
  --scale 0.01 to 1 makes everything smaller, --posts sets the number of posts (nine-o-clock, fairness, processor, sleepers),
  --ahead how long they have been scheduled when they fall due (default 70): for a quick look`;
const runsMin = 3;
const runsMax = 9;
const scaleMin = 0.01;
const postsMin = 10;
const postsMax = 100_000;
/** Posts are prepared in the minute before their time. */
const aheadSecondsDefault = 70;
const aheadSecondsMax = 600;
const serversOf: Readonly<Record<string, readonly ServerName[]>> = {
  dev: ['dev'],
  postgres: ['postgres'],
  both: ['dev', 'postgres'],
};

export function readOptions(args: string[]): BenchOptions {
  const { values } = parseArgs({
    args,
    options: {
      runs: { type: 'string', default: String(runsMin) },
      only: { type: 'string', default: benchNames.join(',') },
      server: { type: 'string', default: 'both' },
      scale: { type: 'string', default: '1' },
      posts: { type: 'string' },
      ahead: { type: 'string', default: String(aheadSecondsDefault) },
      json: { type: 'string' },
      'write-docs': { type: 'boolean', default: false },
    },
  });
  const [runs, scale, aheadSeconds] = [Number(values.runs), Number(values.scale), Number(values.ahead)];
  const posts = values.posts === undefined ? undefined : Number(values.posts);
  const servers = serversOf[values.server];
  const wanted = new Set(values.only.split(','));
  const names = benchNames.filter((name) => wanted.has(name));
  const isUsable =
    isWhole(runs, runsMin, runsMax) &&
    scale >= scaleMin &&
    scale <= 1 &&
    (posts === undefined || isWhole(posts, postsMin, postsMax)) &&
    isWhole(aheadSeconds, 0, aheadSecondsMax) &&
    names.length === wanted.size;
  if (!isUsable || servers === undefined) throw new Error(usage);
  const writeDocs = values['write-docs'];
  if (writeDocs && (scale !== 1 || posts !== undefined || aheadSeconds !== aheadSecondsDefault)) {
    throw new Error(
      '--write-docs is for the sizes that the page names: without --scale, --posts and --ahead.',
    );
  }
  const aheadMs = aheadSeconds * 1_000;
  return { names, servers, runs, scale, posts, aheadMs, jsonFile: values.json, writeDocs };
}

function isWhole(value: number, min: number, max: number): boolean {
  return Number.isInteger(value) && value >= min && value <= max;
}

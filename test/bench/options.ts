import { parseArgs } from 'node:util';
import { benchNames, type BenchName } from './report.js';

export interface BenchOptions {
  /** Those to run, in their order. */
  names: readonly BenchName[];
  runs: number;
  scale: number;
  jsonFile: string | undefined;
  writeDocs: boolean;
}

const usage = `Usage: npm run bench [-- --runs N --only NAME[,NAME] --scale S --json FILE --write-docs]
  names: ${benchNames.join(', ')}; --runs 3 to 9; --scale 0.01 to 1 makes everything smaller, for a quick look`;
const runsMin = 3;
const runsMax = 9;
const scaleMin = 0.01;

export function readOptions(args: string[]): BenchOptions {
  const { values } = parseArgs({
    args,
    options: {
      runs: { type: 'string', default: String(runsMin) },
      only: { type: 'string', default: benchNames.join(',') },
      scale: { type: 'string', default: '1' },
      json: { type: 'string' },
      'write-docs': { type: 'boolean', default: false },
    },
  });
  const [runs, scale] = [Number(values.runs), Number(values.scale)];
  const wanted = new Set(values.only.split(','));
  const names = benchNames.filter((name) => wanted.has(name));
  const isUsable =
    Number.isInteger(runs) &&
    runs >= runsMin &&
    runs <= runsMax &&
    scale >= scaleMin &&
    scale <= 1 &&
    names.length === wanted.size;
  if (!isUsable) throw new Error(usage);
  const writeDocs = values['write-docs'];
  if (writeDocs && (scale !== 1 || names.length !== benchNames.length)) {
    throw new Error('--write-docs is for whole runs: without --only and --scale.');
  }
  return { names, runs, scale, jsonFile: values.json, writeDocs };
}

import { writeFileSync } from 'node:fs';
import { describeMachine } from '../faults/report.js';
import type { Bench } from './bench.js';
import { bystander } from './bystander.js';
import { startBenchStack } from './bench-stack.js';
import { writeDocs } from './docs.js';
import { history } from './history.js';
import { inbox } from './inbox.js';
import { lateness } from './lateness.js';
import { listing } from './listing.js';
import type { BenchOptions } from './options.js';
import { publishing } from './publishing.js';
import type { BenchName, BenchReport, Section } from './report.js';
import { scheduling } from './scheduling.js';
import { sleepers } from './sleepers.js';
import { reportText } from './table.js';
import { describeVersions } from './versions.js';

export { readOptions } from './options.js';

const benches: Record<BenchName, Bench> = {
  scheduling,
  publishing,
  lateness,
  sleepers,
  listing,
  history,
  bystander,
  inbox,
};
/** A run that hangs must end: none takes more than a few minutes. */
const benchTimeoutMs = 10 * 60_000;

/** Runs the benchmarks one after another, prints the table, writes what was asked for. Returns the exit code. */
export async function runBench(options: BenchOptions, say: (text: string) => void): Promise<number> {
  const startedAt = new Date().toISOString();
  const sections: Section[] = [];
  for (const name of options.names) sections.push(await runOne(benches[name], options, say));
  const report: BenchReport = {
    startedAt,
    machine: describeMachine(),
    versions: describeVersions(),
    runs: options.runs,
    sections,
  };
  say(`\n${reportText(report)}\n`);
  if (options.jsonFile !== undefined) writeFileSync(options.jsonFile, `${JSON.stringify(report, null, 2)}\n`);
  if (options.writeDocs) writeDocs(report);
  return 0;
}

async function runOne(
  { name, run }: Bench,
  { runs, scale }: BenchOptions,
  say: (text: string) => void,
): Promise<Section> {
  say(`${name}: starting a stack ...`);
  const startMs = performance.now();
  const stack = await startBenchStack();
  const end = (code: number): void => {
    void stack.stop().finally(() => process.exit(code));
  };
  const interrupt = (): void => {
    end(130);
  };
  const timer = setTimeout(() => {
    say(`${name} did not end within ${benchTimeoutMs / 60_000} minutes.`);
    end(1);
  }, benchTimeoutMs);
  process.once('SIGINT', interrupt);
  process.once('SIGTERM', interrupt);
  let isDone = false;
  try {
    const measured = await run({ stack, runs, scale, say });
    isDone = true;
    return { name, ...measured, tookSeconds: Math.round((performance.now() - startMs) / 1_000) };
  } finally {
    clearTimeout(timer);
    process.removeListener('SIGINT', interrupt);
    process.removeListener('SIGTERM', interrupt);
    if (!isDone) say(`The logs are in ${stack.folder}/logs.`);
    await stack.stop({ keepFolder: !isDone });
  }
}

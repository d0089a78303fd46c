import { writeFileSync } from 'node:fs';
import { describeMachine } from '../faults/report.js';
import type { Bench } from './bench.js';
import { bystander } from './bystander.js';
import { calendar } from './calendar.js';
import { startBenchStack } from './bench-stack.js';
import { writeDocs } from './docs.js';
import { fairness } from './fairness.js';
import { history } from './history.js';
import { inbox } from './inbox.js';
import { lateness } from './lateness.js';
import { listing } from './listing.js';
import { nineOClock } from './nine-o-clock.js';
import type { BenchOptions } from './options.js';
import { processor } from './processor.js';
import { publishing } from './publishing.js';
import type { BenchName, Section } from './report.js';
import { scheduling } from './scheduling.js';
import { sleepers } from './sleepers.js';
import { smallServer } from './small-server.js';
import type { ServerName } from './stack-options.js';
import { reportText } from './table.js';
import { findTemporalServer, type TemporalPrograms } from '../harness/temporal-on-postgres.js';
import { describeVersions } from './versions.js';
import { video } from './video.js';

export { readOptions } from './options.js';

const benches: Record<BenchName, Bench> = {
  scheduling,
  publishing,
  lateness,
  'nine-o-clock': nineOClock,
  video,
  fairness,
  processor,
  sleepers,
  listing,
  history,
  bystander,
  inbox,
  calendar,
  'small-server': smallServer,
};
/** A run that hangs is ended after this time. No run takes more than some minutes for each of its rounds. */
const benchTimeoutMs = 45 * 60_000;

type Say = (text: string) => void;

/** Runs the benchmarks one after another, prints the table, and writes the requested files. Returns the exit code. */
export async function runBench(options: BenchOptions, say: Say): Promise<number> {
  const sections: Section[] = [];
  const programs = temporalOf(options, say);
  for (const name of options.names) {
    const bench = benches[name];
    for (const server of serversOf(bench, options)) {
      const temporalOnPostgres = server === 'postgres' ? programs : undefined;
      if (server === 'postgres' && temporalOnPostgres === undefined) continue;
      sections.push(await runOne(bench, { options, server, temporalOnPostgres, say }));
    }
  }
  const report = { sections };
  say(`\n${reportText(report)}\n`);
  if (options.jsonFile !== undefined) writeFileSync(options.jsonFile, `${JSON.stringify(report, null, 2)}\n`);
  if (options.writeDocs) await writeDocs(report);
  return 0;
}

/** Benchmarks for one server only run on that one, whatever was requested. */
function serversOf({ servers = ['dev'] }: Bench, wanted: BenchOptions): readonly ServerName[] {
  return servers.length === 1 ? servers : wanted.servers;
}

/** Undefined if that server is not requested or not available. Then a line says so, and everything else is measured. */
function temporalOf(options: BenchOptions, say: Say): TemporalPrograms | undefined {
  const isWanted = options.names.some((name) => serversOf(benches[name], options).includes('postgres'));
  if (!isWanted) return undefined;
  const found = findTemporalServer(say);
  if (!('missing' in found)) return found;
  say(`!!! NOT MEASURED ON TEMPORAL WITH POSTGRES: ${found.missing} !!!`);
  return undefined;
}

interface One {
  options: BenchOptions;
  server: ServerName;
  temporalOnPostgres: TemporalPrograms | undefined;
  say: Say;
}

async function runOne(
  { name, stack: wanted, prepare, run }: Bench,
  { options, server, temporalOnPostgres, say }: One,
): Promise<Section> {
  say(`${name}${server === 'postgres' ? ', Temporal on Postgres' : ''}: starting a stack ...`);
  prepare?.();
  const startedAt = new Date().toISOString();
  const startMs = performance.now();
  const stack = await startBenchStack({ ...wanted, temporalOnPostgres });
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
    const { scale, posts, aheadMs } = options;
    const { runs = options.runs, ...found } = await run({
      stack,
      server,
      runs: options.runs,
      scale,
      posts,
      aheadMs,
      say,
    });
    isDone = true;
    const measured = { startedAt, machine: describeMachine(), versions: describeVersions(server), runs };
    const tookSeconds = Math.round((performance.now() - startMs) / 1_000);
    return { name, server, ...found, tookSeconds, measured };
  } finally {
    clearTimeout(timer);
    process.removeListener('SIGINT', interrupt);
    process.removeListener('SIGTERM', interrupt);
    if (!isDone) say(`The logs are in ${stack.folder}/logs.`);
    await stack.stop({ keepFolder: !isDone });
  }
}

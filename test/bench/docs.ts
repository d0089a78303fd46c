import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { format, resolveConfig } from 'prettier';
import { projectRoot } from '../../src/project-root.js';
import { merged, type BenchReport, type Section } from './report.js';
import { latenessPlot, ratioPlot } from './svg.js';
import { reportMarkdown, titleOf } from './table.js';

const docsFolder = path.join(projectRoot, 'docs');
/** The latest results of every section. The page is made from them, so a single section can be measured again. */
const figuresFile = path.join(docsFolder, 'benchmarks.json');

/** Writes docs/benchmarks.md and its plots. Nothing in them is written by hand. */
export async function writeDocs(fresh: BenchReport): Promise<void> {
  const known = existsSync(figuresFile)
    ? (JSON.parse(readFileSync(figuresFile, 'utf8')) as BenchReport)
    : { sections: [] };
  const report = merged(known, fresh);
  const options = await resolveConfig(figuresFile);
  writeFileSync(figuresFile, await format(JSON.stringify(report), { ...options, parser: 'json' }));
  const images = path.join(docsFolder, 'images');
  mkdirSync(images, { recursive: true });
  writeFileSync(path.join(images, 'bench-ratios.svg'), ratioPlot(report));
  for (const section of plotted(report))
    writeFileSync(path.join(images, plotName(section)), latenessPlot(section));
  writeFileSync(path.join(docsFolder, 'benchmarks.md'), docsText(report));
}

const plotted = ({ sections }: BenchReport): Section[] => sections.filter(({ curves }) => curves !== null);

function plotName({ name, server }: Section): string {
  return `bench-${name}${server === 'postgres' ? '-postgres' : ''}.svg`;
}

export function docsText(report: BenchReport): string {
  return `# Benchmarks: what Punctual costs beyond what it is built on

Written by \`npm run bench -- --write-docs\`, on one machine that runs everything. Absolute numbers belong to that machine,
which is named under each table. What carries over are the ratios: each figure is measured against a baseline in the same run,
on the same two servers, with the same pools and worker options, in turns. Shown are medians.

![Speed as a share of the bare baseline](images/bench-ratios.svg)

${plotted(report)
  .map(
    (section) =>
      `![${titleOf(section)}: how late posts are that fall due together](images/${plotName(section)})`,
  )
  .join('\n\n')}

## How to run it

\`\`\`
npm run bench                            # everything: two hours and a half, on a machine that does nothing else
npm run bench -- --only scheduling       # one or several of them: --only lateness,history
npm run bench -- --server dev            # without Temporal on Postgres; --server postgres: on it alone
npm run bench -- --runs 5 --json b.json  # more runs; every run's own values for a program
npm run bench -- --write-docs            # this page and its plots; with --only, those tables and no others
npm run bench -- --only nine-o-clock --posts 50 --ahead 20   # small, for a quick look
\`\`\`

Each benchmark starts a stack of its own in a temporary folder, on free ports: Postgres (durable) and the Temporal dev server
with their data on disk, the simulated platforms, one API and one worker process as in production, rate limits counted on every
request. The callers run on the same machine, and cost both sides alike. What publishes or schedules is measured a second time on
Temporal's own server with a Postgres of its own, built from its Go modules (once, some minutes) and kept in ~/.cache/punctual.
Where there is no Go, one line says that this was left out.

## What the figures are compared with

- **Bare** is the same work on the same two servers without Punctual. Each table says what it does.
- **Empty bare** are delayed workflows whose activities do nothing: what Temporal alone costs.
- **Honest bare** are the same workflows, whose activities also write a claim row, call the platforms and write the outcome: what a program without
  Punctual's checks costs.
- **Lateness** and **Nine o'clock** both publish 500 posts that are due at one instant. In *Lateness* they are scheduled at most 20 seconds before it, so Punctual
  has hardly any time to prepare them. In *Nine o'clock* they are scheduled 70 seconds before it, so Punctual has begun to work on them and only the publishing calls
  are left. It is the case of posts that were scheduled in time.

## Figures

${reportMarkdown(report)}

## What the difference is made of

- **Scheduling.** The bare handler runs one statement; a post takes four (the caller with his limits, the accounts, the post with its
  parts and its debt to Temporal, the promotion of the run's id), because a post that was accepted must not be lost between the two
  servers. And its start carries six search attributes, by which operators find it: the server's part of the difference.
- **Publishing.** For each target the worker reads, prepares, claims under a row lock, calls a platform over a connection of its own, and
  records: seven statements, and on Threads four calls. The claim and the record are what keeps a post from being published twice.
  In Temporal there are two local activities, one search attribute, and a workflow task more, since real platforms answer at different times.
- **Nine o'clock.** Everything but the claim, the call and the record happens before the instant. The claim is one statement that checks the
  run, the cancel, the content, the account and the database's clock, and writes the attempt and the post's timeline. A job of the queue writes two
  rows and checks nothing.
- **A post's processor time.** The bare activity does nothing. Ours claims, calls and records, and before that waits in a worker. The heartbeats of
  that wait let another worker take over within 15 seconds. Without them a post took 18 ms less on the development server (150 posts, one run).
  Our run also has a workflow task before its time and one after it, and six search attributes.
- **Fairness.** The crowd's posts wait for the processors. The others do not, because they are with a worker before the instant, and take turns there.
- **Lateness.** What falls due at one instant is worked off as fast as the processors go, which here are shared by Temporal, Postgres, the
  platforms and the worker: the last post waits for the processor time of all. More worker processes help only where there are cores for them.
- **GET /posts.** The bare handler checks no key and no rights, and counts no requests. Punctual does all of it in one more statement, which takes about
  0.4 ms. The rest is spread over what every request goes through: parameter checks, a log line, metrics, headers.
`;
}

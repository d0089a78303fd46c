import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '../../src/launcher/files.js';
import type { BenchReport } from './report.js';
import { latenessPlot, ratioPlot } from './svg.js';
import { reportMarkdown } from './table.js';

/** Writes docs/benchmarks.md and its plots. Nothing in them is written by hand. */
export function writeDocs(report: BenchReport): void {
  const images = path.join(projectRoot, 'docs', 'images');
  mkdirSync(images, { recursive: true });
  writeFileSync(path.join(images, 'bench-ratios.svg'), ratioPlot(report));
  writeFileSync(path.join(images, 'bench-lateness.svg'), latenessPlot(report));
  writeFileSync(path.join(projectRoot, 'docs', 'benchmarks.md'), docsText(report));
}

export function docsText(report: BenchReport): string {
  return `# Benchmarks: what Punctual costs beyond what it is built on

Written by \`npm run bench -- --write-docs\` on ${report.startedAt.slice(0, 10)}, on one machine that runs everything:

- ${report.machine}
- ${report.versions}

Absolute numbers belong to that machine. What carries over are the ratios: each figure is measured against a bare baseline
in the same run, on the same two servers, with the same pools and worker options, in turns. Shown are medians of ${report.runs} runs.

![Speed as a share of the bare baseline](images/bench-ratios.svg)

![Lateness of posts that fall due together](images/bench-lateness.svg)

## How to run it

\`\`\`
npm run bench                            # everything: about ten minutes, on a machine that does nothing else
npm run bench -- --only scheduling       # one or several of them: --only lateness,history
npm run bench -- --runs 5 --json b.json  # more runs; every run's own values for a program
npm run bench -- --write-docs            # this page and its plots
\`\`\`

Each benchmark starts a stack of its own in a temporary folder, on free ports: Postgres (durable) and the Temporal dev server
with their data on disk, the simulated platforms, one API and one worker process as in production, rate limits counted on every
request. The callers run on the same machine, and cost both sides alike.

## Figures

${reportMarkdown(report)}

## What the difference is made of

- **Scheduling.** The bare handler runs one statement; a post takes four (the caller with his limits, the accounts, the post with its
  parts and its debt to Temporal, the promotion of the run's id), because a post that was accepted must not be lost between the two
  servers. And its start carries six search attributes, by which operators find it: the server's part of the difference.
- **Publishing.** For each target the worker reads, prepares, claims under a row lock, calls a platform over a connection of its own, and
  records: seven statements, and on Threads four calls. The claim and the record are what keeps a post from being published twice.
  In Temporal there are two local activities, one search attribute, and a workflow task more, since real platforms answer at different times.
- **Lateness.** What falls due at one instant is worked off as fast as the processors go, which here are shared by Temporal, Postgres, the
  platforms and the worker: the last post waits for the processor time of all. More worker processes help only where there are cores for them.
- **GET /posts.** The bare query has no HTTP, no key, no limits that are counted, and no JSON to write: the empty page shows what these cost.
`;
}

import { parseArgs } from 'node:util';
import type { ServiceDeps } from '../services/shared/context.js';
import { afterRestore, type RestoreCounts } from '../services/reconcile/after-restore.js';
import { argumentFault } from './help.js';

export const afterRestoreUsage = `Usage:
  npm run after-restore -- --since <ISO time> [--dry-run]

For a database that came back with a past state: everything that was written after --since may be missing.
Run it before the workers start. Posts that may have been published in the time that is lost are looked for at
their platforms before anything is called. It may be run again. docs/reliability.md tells the whole procedure.`;

/** A time without its zone would mean another moment on every machine. */
const instantPattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/;

export interface AfterRestoreCommand {
  deps: ServiceDeps;
  print: (line: string) => void;
}

/** The `after-restore` command, for whoever runs the installation. Gives the exit code. */
export async function runAfterRestore(
  args: readonly string[],
  { deps, print }: AfterRestoreCommand,
): Promise<number> {
  const parsed = parse(args);
  if (typeof parsed === 'string') {
    print(`${parsed}\n\n${afterRestoreUsage}`);
    return 1;
  }
  const { since, dryRun } = parsed;
  if (since > deps.clock.now()) {
    print(
      '--since lies in the future. Give the moment of the backup, or of the last commit that is surely there.',
    );
    return 1;
  }
  const counts = await afterRestore(deps, { since, dryRun });
  for (const [kind, text] of Object.entries(texts)) {
    print(`${String(counts[kind as keyof RestoreCounts]).padStart(8)}  ${text}`);
  }
  print('Deleted posts are not counted, nor are published ones whose first comments are public too.');
  if (dryRun) print('Nothing was changed: this was a dry run.');
  else if (counts.failed > 0)
    print('Some posts could not be treated. The log says why. Run the command again.');
  else print('Done. The workers may start.');
  return counts.failed > 0 ? 1 : 0;
}

const texts: Record<keyof RestoreCounts, string> = {
  lookedFor: 'posts that were due or being published: their platforms are looked at before any call',
  waiting: 'posts that wait for their time: each has a new run',
  guarded: 'drafts, failed and cancelled posts: looked for first, should somebody schedule or retry them',
  numbered: 'other posts: only their next run has a number that no lost run can have',
  comments: 'published posts whose first comment is looked for before it is sent again',
  unchanged: 'published posts whose missing first comment needs no look',
  failed: 'posts that could not be treated',
};

/** What the line says, or what is wrong with it. */
function parse(args: readonly string[]): { since: Date; dryRun: boolean } | string {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: { since: { type: 'string' }, 'dry-run': { type: 'boolean', default: false } },
    });
    if (values.since === undefined) return '--since is missing.';
    const since = new Date(instantPattern.test(values.since) ? values.since : Number.NaN);
    if (Number.isNaN(since.getTime())) {
      return `--since ${values.since}: give a time with its zone, for instance 2026-11-21T10:00:00Z.`;
    }
    return { since, dryRun: values['dry-run'] };
  } catch (error) {
    return argumentFault(error);
  }
}

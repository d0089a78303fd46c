import { parseArgs } from 'node:util';
import type { ServiceDeps } from '../services/shared/context.js';
import { afterRestore, type RestoreCounts } from '../services/reconcile/after-restore.js';
import { recordTreatment } from '../services/reconcile/restores.js';
import { argumentFault } from './help.js';

export const afterRestoreUsage = `Usage:
  punctual after-restore --since <ISO time> [--dry-run] [--accept-failed]

Run this after you restored a database from a backup. Stop all workers and APIs before you restore it, and start them
only when this command is done. --since is the time since which something may be missing: for pg_dump the moment at
which it started, otherwise the recovery target. If in doubt, give an earlier time; a later one is not safe. Punctual
then looks up at the platforms which posts were published in the lost time, before it publishes anything. You can run
it again. docs/reliability.md describes the whole procedure, and what comes before you start the workers.

If a few posts fail at every try, look at them on their platforms. --accept-failed then lets workers and APIs start all
the same, and these posts may be published twice.`;

/** An ISO 8601 time. The zone is required, because without it the time depends on the machine. */
const instantPattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/;

export interface AfterRestoreCommand {
  deps: ServiceDeps;
  print: (line: string) => void;
}

/** Runs the operators' `after-restore` command. Returns the exit code. */
export async function runAfterRestore(
  args: readonly string[],
  { deps, print }: AfterRestoreCommand,
): Promise<number> {
  const parsed = parse(args);
  if (typeof parsed === 'string') {
    print(`${parsed}\n\n${afterRestoreUsage}`);
    return 1;
  }
  const { since, dryRun, acceptFailed } = parsed;
  if (since > deps.clock.now()) {
    print(
      '--since is in the future. Give the time since which something may be missing: for pg_dump the moment at which it started.',
    );
    return 1;
  }
  const counts = await afterRestore(deps, { since, dryRun });
  for (const [kind, text] of Object.entries(texts)) {
    print(`${String(counts[kind as keyof RestoreCounts]).padStart(8)}  ${text}`);
  }
  print('Not counted: deleted posts, and published posts whose first comment is also published.');
  const isEnough = counts.failed === 0 || acceptFailed;
  if (!dryRun && isEnough) await recordTreatment(deps, since);
  if (dryRun) print('This was a dry run. Nothing was changed.');
  else if (counts.failed > 0)
    print(
      acceptFailed
        ? 'Some posts could not be handled; the log names them. They may be published twice. Workers and APIs may start now.'
        : 'Some posts could not be handled; the log says why. Run the command again.',
    );
  else print('Done. Before you start the workers, go on with the procedure in docs/reliability.md.');
  return isEnough ? 0 : 1;
}

const texts: Record<keyof RestoreCounts, string> = {
  lookedFor: 'posts that were due or being published: looked up at their platforms before anything is sent',
  waiting: 'scheduled posts: each has a new run',
  guarded: 'drafts, failed and canceled posts: looked up first if somebody schedules or retries them',
  numbered: 'other posts: only the number of their next run was raised, above that of any lost run',
  comments: 'published posts: their first comment is looked up before it is sent again',
  unchanged: 'published posts: their missing first comment needs no lookup',
  failed: 'posts that could not be handled',
};

/** Parses the command line. Returns a message if it is invalid. */
function parse(args: readonly string[]): { since: Date; dryRun: boolean; acceptFailed: boolean } | string {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        since: { type: 'string' },
        'dry-run': { type: 'boolean', default: false },
        'accept-failed': { type: 'boolean', default: false },
      },
    });
    if (values.since === undefined) return '--since is missing.';
    const since = new Date(instantPattern.test(values.since) ? values.since : Number.NaN);
    if (Number.isNaN(since.getTime())) {
      return `--since ${values.since}: give a time with a time zone, for instance 2026-11-21T10:00:00Z.`;
    }
    return { since, dryRun: values['dry-run'], acceptFailed: values['accept-failed'] };
  } catch (error) {
    return argumentFault(error);
  }
}

import { parseArgs } from 'node:util';
import { argumentFault } from '../help.js';
import { checkDatabase } from './check-database.js';
import { checkProxy, checkPublicUrl, checkSandbox, checkStorage } from './check-environment.js';
import { checkPlatforms } from './check-platforms.js';
import { checkTemporal } from './check-temporal.js';
import { checkVersions } from './check-versions.js';
import { attempt, ok, todo, type Finding } from './finding.js';
import type { DoctorParts } from './parts.js';
import { linesOf, reportOf } from './report.js';

export const doctorUsage = `Usage:
  punctual doctor [--json]

Checks the installation, and says what to do about each problem: configuration, database, migrations, encryption keys,
clocks, Temporal (namespace, search attributes, schedules, workers), storage, PUBLIC_URL, TRUST_PROXY_HOPS, the sandbox
and when versions of platforms' APIs end. Then shows for
each platform whether its app is configured, the redirect URL to register, the scopes, and what the platform requires.

It reads the same environment as the API. Without DATABASE_URL it checks the stack of npm start. It changes nothing,
except that it writes a test file to the storage and deletes it. With --json it prints one line of JSON.

Exit code: 0 if everything is in order, 1 if something must be fixed, 2 if the command line is wrong.`;

export interface DoctorCommand {
  /** Problems of the environment variables. Each message begins with the name of the variable. */
  faults: readonly { message: string }[];
  /** Null: the environment cannot be used at all. */
  parts: DoctorParts | null;
  /** Values that the output must not contain, even if an error quotes them. */
  secrets: readonly string[];
  print: (line: string) => void;
}

const configuration = { id: 'configuration', name: 'Configuration' };

/** Runs the `doctor` command. Returns the exit code. */
export async function runDoctor(args: readonly string[], command: DoctorCommand): Promise<number> {
  const { faults, parts, secrets } = command;
  const parsed = parse(args);
  if (typeof parsed === 'string') {
    command.print(`${parsed}\n\n${doctorUsage}`);
    return 2;
  }
  const checks = [judgeConfiguration(faults, parts), ...(parts === null ? [] : await checkAll(parts))];
  const platforms = checkPlatforms(parts);
  const report = reportOf(checks, platforms);
  const text = parsed.json ? JSON.stringify(report) : linesOf(report).join('\n');
  command.print(withoutSecrets(text, secrets));
  return report.ok ? 0 : 1;
}

/** Runs all checks at the same time, so that a check that hangs does not delay or hide the others. */
async function checkAll(parts: DoctorParts): Promise<Finding[]> {
  const named = { id: 'doctor', name: 'Doctor' };
  const groups = [
    checkDatabase,
    checkTemporal,
    each(checkStorage),
    each(checkPublicUrl),
    each(checkProxy),
    each(checkSandbox),
    each(checkVersions),
  ];
  const found = await Promise.all(
    groups.map(async (check) => {
      // Each call in a check has its own timeout. This longer one ends a check that hangs anyway.
      const done = await attempt(parts.checkTimeoutMs * 6, () => check(parts));
      return 'fault' in done
        ? [todo(named, done.fault, 'Please report this: a check should say more.')]
        : done.value;
    }),
  );
  return found.flat();
}

const each = (check: (parts: DoctorParts) => Promise<Finding>) => async (parts: DoctorParts) => [
  await check(parts),
];

function judgeConfiguration(faults: DoctorCommand['faults'], parts: DoctorParts | null): Finding {
  if (faults.length === 0) {
    return ok(
      configuration,
      `It is valid. This ${parts?.isProduction === true ? 'is production' : 'is not production'}.`,
    );
  }
  return todo(
    configuration,
    faults.map(({ message }) => message).join('\n       '),
    'Set these variables; nothing starts without them. To try Punctual, run npm start, which needs none.',
  );
}

function withoutSecrets(text: string, secrets: readonly string[]): string {
  return secrets.reduce((shown, secret) => shown.replaceAll(secret, '[hidden]'), text);
}

/** Parses the command line. Returns a message if it is invalid. */
function parse(args: readonly string[]): { json: boolean } | string {
  try {
    const options = { json: { type: 'boolean', default: false } } as const;
    return { json: parseArgs({ args: [...args], options }).values.json };
  } catch (error) {
    return argumentFault(error);
  }
}

import { parseArgs } from 'node:util';
import { argumentFault } from '../help.js';
import { checkDatabase } from './check-database.js';
import { checkPublicUrl, checkSandbox, checkStorage } from './check-places.js';
import { checkPlatforms } from './check-platforms.js';
import { checkTemporal } from './check-temporal.js';
import { attempt, ok, todo, type Finding } from './finding.js';
import type { DoctorParts } from './parts.js';
import { linesOf, reportOf } from './report.js';

export const doctorUsage = `Usage:
  npm run doctor [-- --json]

Looks at everything that an installation needs, and says what to do where something is not as it must be:
configuration, database, migrations, encryption keys, clocks, Temporal with its namespace, search attributes, schedules
and workers, storage, PUBLIC_URL, the sandbox. Then, for each platform: whether its app is configured, the redirect
address to register, the scopes, and what the platform asks of you.

It reads the same environment as the API; without DATABASE_URL it means the stack of npm start. It changes nothing but
a probe in the storage, which it deletes. With --json the answer is one line of JSON.

Exit code: 0 if all is well, 1 if something must be done, 2 if the command line is wrong.`;

export interface DoctorCommand {
  /** What is wrong with the environment, in lines that begin with the variable. */
  faults: readonly { message: string }[];
  /** Null: the environment is of no use at all. */
  parts: DoctorParts | null;
  /** What no output may show, whatever an error quotes. */
  secrets: readonly string[];
  print: (line: string) => void;
}

const configuration = { id: 'configuration', name: 'Configuration' };

/** The `doctor` command. Gives the exit code. */
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

/** Side by side: what is down makes nobody else wait, and hides nothing. */
async function checkAll(parts: DoctorParts): Promise<Finding[]> {
  const named = { id: 'doctor', name: 'Doctor' };
  const groups = [checkDatabase, checkTemporal, each(checkStorage), each(checkPublicUrl), each(checkSandbox)];
  const found = await Promise.all(
    groups.map(async (check) => {
      // Each question in it has a bound of its own; this one is for what nobody has thought of.
      const done = await attempt(parts.checkTimeoutMs * 6, () => check(parts));
      return 'fault' in done
        ? [todo(named, done.fault, 'Please report it: a check should say more.')]
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
      `It can be read; this is ${parts?.isProduction === true ? 'production' : 'not production'}.`,
    );
  }
  return todo(
    configuration,
    faults.map(({ message }) => message).join('\n       '),
    'Set these variables as the README says. Nothing starts before. For a trial, npm start needs none.',
  );
}

function withoutSecrets(text: string, secrets: readonly string[]): string {
  return secrets.reduce((shown, secret) => shown.replaceAll(secret, '[hidden]'), text);
}

/** What the line says, or what is wrong with it. */
function parse(args: readonly string[]): { json: boolean } | string {
  try {
    const options = { json: { type: 'boolean', default: false } } as const;
    return { json: parseArgs({ args: [...args], options }).values.json };
  } catch (error) {
    return argumentFault(error);
  }
}

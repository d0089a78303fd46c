import { parseArgs } from 'node:util';
import { serverWordsFault } from '../../domain/certified.js';
import type { JsonObject } from '../../domain/json.js';
import { platformDefinitions } from '../../platforms/index.js';
import { certifySteps, type CertifyStep } from '../../platforms/kit/certification.js';
import type { PlatformDefinition } from '../../platforms/kit/definition.js';
import { argumentFault } from '../help.js';

export interface CertifyArguments {
  definition: PlatformDefinition;
  account: string | null;
  sandbox: boolean;
  skip: ReadonlySet<CertifyStep>;
  options: JsonObject;
  server: string | null;
  report: string | null;
  yes: boolean;
}

const option = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;
const options = {
  account: option,
  sandbox: flag,
  skip: { type: 'string', multiple: true },
  options: option,
  server: option,
  report: option,
  yes: flag,
} as const;
const optionsCharsMax = 10_000;

/** The account is always read first, and everything is always deleted in the end. */
const skippable = certifySteps.filter((step) => step !== 'check' && step !== 'delete');

/** Parses the command line. Returns a message if it is invalid. */
export function parseCertifyArguments(args: readonly string[]): CertifyArguments | string {
  try {
    const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options });
    const [subject = '', surplus] = positionals;
    if (subject === '') return 'Name a platform.';
    if (surplus !== undefined) return `${surplus} is an unexpected argument.`;
    const wanted = subject.toLowerCase().replaceAll('_', '-');
    const definition = platformDefinitions.find(({ path }) => path === wanted);
    if (definition === undefined) return `There is no platform "${subject}".`;
    const skip = (values.skip ?? []).flatMap((steps) => steps.split(','));
    const foreign = skip.find((step) => !skippable.some((known) => known === step));
    if (foreign !== undefined) return `--skip ${foreign}: choose from ${skippable.join(', ')}.`;
    const given = readOptions(values.options ?? '{}');
    if (given === null) return '--options takes a JSON object, such as \'{"boardId":"123"}\'.';
    const fault = values.server === undefined ? null : serverWordsFault(values.server);
    if (fault !== null) return fault;
    return {
      definition,
      account: values.account ?? null,
      sandbox: values.sandbox ?? false,
      skip: new Set(skippable.filter((step) => skip.includes(step))),
      options: given,
      server: values.server ?? null,
      report: values.report ?? null,
      yes: values.yes ?? false,
    };
  } catch (error) {
    return argumentFault(error);
  }
}

function readOptions(text: string): JsonObject | null {
  if (text.length > optionsCharsMax) return null;
  try {
    const parsed = JSON.parse(text) as unknown;
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)
      ? (parsed as JsonObject)
      : null;
  } catch {
    return null;
  }
}

export const certifyUsage = `Usage:
  punctual certify <platform> [--account <id>] [--skip <step>…] [--yes]

Platforms: ${platformDefinitions.map(({ path }) => path).join(', ')}

Tests the connector of a platform with a real account of yours, and writes a report without secrets: it publishes a
text and an image or video, looks each up as after a lost response, adds a first comment, reads it back, and deletes
what it has made. It says first what it will do, and asks.

Without a connected account, it asks whether to connect one, as punctual accounts connect <platform> does. The posts
of these minutes are real.

  --account <id>     the account, if several of the platform are connected
  --skip <step>      leave out a step; repeatable. Steps: ${skippable.slice(0, 5).join(', ')},
                     ${skippable.slice(5).join(', ')}
  --options <JSON>   platformOptions of the posts, such as '{"boardId":"123"}'
  --server <words>   what was called, if it is not the platform's live service; goes into the report
  --report <file>    where to write the report. Default: docs/certified/<platform>.md
  --sandbox          rehearse with an account of the sandbox; prints the report, unless --report names a file
  --yes              begin without asking

Ctrl-C, a closed terminal and the end of a program that reads the output (such as head) stop the run: it deletes what it
has made, and writes the report.

The exit code is 0 only if no assumption was refuted or remained unclear. It is 2 if the arguments are wrong.`;

import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { liveService } from '../../domain/certified.js';
import { isAppError } from '../../domain/errors.js';
import { lookupDelaysMs as usualDelaysMs } from '../../domain/publish-ladders.js';
import { listLimitMax } from '../../domain/limits.js';
import type { SocialAccountView } from '../../services/account-grants/types.js';
import { lendFile, type LentFile } from '../../services/media/lend-file.js';
import type { ServiceDeps } from '../../services/shared/context.js';
import { listSocialAccounts } from '../../services/social-accounts/list.js';
import { openSocialAccount } from '../../services/social-accounts/open.js';
import { operatorContext, refusalOf, refusalText, type OperatorContext } from '../operator.js';
import { isYes } from '../terminal.js';
import { certifyUsage, parseCertifyArguments, type CertifyArguments } from './arguments.js';
import { planFaults, planLines } from './plan.js';
import type { Recorder } from './recorder.js';
import { isPassed, leftLines, reportOf, type ReportFacts } from './report.js';
import { runSteps } from './run-steps.js';
import type { CertifyResult, Made } from './sitting.js';

export interface CertifyCommand {
  /** Their platforms' calls go through `recorder`. */
  deps: ServiceDeps;
  recorder: Recorder;
  version: string;
  /** The URL of the platform's live service for an account without a server of its own. */
  liveUrlOf: (definition: CertifyArguments['definition']) => string;
  /** The folder with the example image and video. */
  examplesFolder: string;
  print: (line: string) => void;
  /** Asks the person at the terminal. Null if there is no terminal. */
  ask: ((question: string) => Promise<string>) | null;
  /** Runs `punctual accounts` with these arguments. */
  accounts: (args: readonly string[]) => Promise<number>;
  /** Stops the run. What is public then is deleted. */
  signal: AbortSignal;
  lookupDelaysMs?: readonly number[];
}

interface CertifyRun extends CertifyCommand {
  ctx: OperatorContext;
  args: CertifyArguments;
}

/** The exit code of wrong arguments, as of the commands in docs/cli.md. */
const usageExitCode = 2;
const nothingPublished = 'Nothing was published.';

const files = {
  image: { filename: 'picture.jpg', mime: 'image/jpeg', altText: 'A sunset behind dark mountains' },
  video: {
    filename: 'video.mp4',
    mime: 'video/mp4',
    altText: 'A sunset behind dark mountains, slowly nearer',
  },
} as const;

/** Runs the `certify` command as an operator. Returns the exit code. */
export async function runCertify(args: readonly string[], command: CertifyCommand): Promise<number> {
  const parsed = parseCertifyArguments(args);
  if (typeof parsed === 'string') {
    command.print(`${parsed}\n\n${certifyUsage}`);
    return usageExitCode;
  }
  try {
    const { ctx } = await operatorContext(command.deps);
    return await certify({ ...command, ctx, args: parsed });
  } catch (error) {
    command.print(refusalOf(error));
    return 1;
  }
}

async function certify(run: CertifyRun): Promise<number> {
  const { ctx, args, print } = run;
  const account = await chooseAccount(run, connectNow);
  if (account === null) return usageExitCode;
  const platform = ctx.platforms.get(args.definition.name);
  if (platform === undefined) throw new Error('unreachable: an account has a connector');
  const file = await lend(run, account.workspaceId).catch(unprepared(run));
  if (file === null) return 1;
  try {
    const { options, skip } = args;
    const { certification } = args.definition;
    const mark = ctx.newId('request').slice(-12);
    const { scopes } = account;
    const parts = { platform, file, certification, options, skip, mark, scopes };
    const faults = planFaults({ ...parts, choices: null });
    for (const fault of faults) print(fault);
    if (
      faults.length > 0 ||
      !(await agrees(run, account, planLines({ ...parts, choices: null }, args.definition)))
    ) {
      print(nothingPublished);
      return faults.length > 0 ? usageExitCode : 1;
    }
    // Written before anything is published, so that a file that cannot be written does not cost a report.
    const report = await openReport(run, account).catch(unprepared(run));
    if (report === null) return 1;
    const { session } = await openSocialAccount(ctx, { socialAccountId: account.id });
    // Reading the account before the first step is not a step.
    run.recorder.take();
    const result = await runSteps({
      ...parts,
      session,
      recorder: run.recorder,
      clock: ctx.clock,
      newKey: () => ctx.newId('target'),
      signal: run.signal,
      wait: (ms) => delay(ms, undefined, { signal: run.signal }).catch(() => undefined),
      lookupDelaysMs: run.lookupDelaysMs ?? usualDelaysMs,
      onChange: report.change,
    });
    return await report.finish(result);
  } finally {
    await file.takeBack().catch(() => print('The example file is still in the storage.'));
  }
}

/** Says in one sentence why the run cannot begin. The cause may be a storage or a disk, not a fault of the program. */
const unprepared =
  ({ print }: CertifyRun) =>
  (error: unknown): null => {
    const why = isAppError(error)
      ? refusalText(error)
      : error instanceof Error
        ? error.message
        : String(error);
    print(`The run cannot begin: ${why}`);
    print(nothingPublished);
    return null;
  };

/**
 * The account of the option, or the only one of the platform. Null with a message if there is none or several. Before
 * that, `connectMissing` may connect one.
 */
async function chooseAccount(
  run: CertifyRun,
  connectMissing?: (run: CertifyRun) => Promise<boolean>,
): Promise<SocialAccountView | null> {
  const { ctx, args, print } = run;
  const { definition, account: wanted, sandbox } = args;
  const page = await listSocialAccounts(ctx, {
    limit: listLimitMax,
    sort: 'createdAt',
    platform: [definition.name],
  });
  const found = page.data.filter((account) =>
    wanted === null ? account.sandbox === sandbox : account.id === wanted,
  );
  const [only, ...others] = found;
  if (only !== undefined && only.sandbox !== sandbox) {
    print(
      sandbox
        ? `${only.id} is a real account, so its posts would be real. Leave out --sandbox to test with it.`
        : `${only.id} is an account of the sandbox, so it proves nothing about ${definition.label}. Add --sandbox to rehearse with it.`,
    );
    return null;
  }
  if (only !== undefined && others.length === 0) return only;
  if (only === undefined) {
    if (wanted === null && (await connectMissing?.(run)) === true) return chooseAccount(run);
    const missing =
      wanted === null
        ? `No ${kindOf(args)} is connected`
        : `${wanted} is not a connected account of ${definition.label}`;
    print(
      `${missing}. Connect one first: punctual accounts connect ${definition.path}${sandbox ? ' --sandbox' : ''}`,
    );
    return null;
  }
  print(`Several accounts of ${definition.label} are connected. Choose one with --account:`);
  for (const { id, handle } of found) print(`  ${id}  ${handle}`);
  return null;
}

/** Asks whether to connect an account now, and connects it as `punctual accounts connect` does. */
async function connectNow({ ctx, args, ask, accounts }: CertifyRun): Promise<boolean> {
  const { name, path: platform } = args.definition;
  if (ask === null) return false;
  if (!isYes(await ask(`No ${kindOf(args)} is connected. Connect one now? [y/N] `))) return false;
  const given = args.sandbox ? ['--sandbox'] : [];
  const fields = ctx.platforms.get(name)?.connect?.credentials?.fields ?? [];
  for (const { name: field, label: words, kind: fieldKind, default: usual } of fields) {
    if (fieldKind === 'secret' || usual !== undefined) continue;
    given.push(`--${field}`, await ask(`${words}: `));
  }
  return (await accounts(['connect', platform, ...given])) === 0;
}

const kindOf = ({ sandbox, definition: { label } }: CertifyArguments): string =>
  `${sandbox ? 'account of the sandbox' : 'real account'} of ${label}`;

/** Says what will happen, and asks. */
async function agrees(
  { args, print, ask, signal }: CertifyRun,
  account: SocialAccountView,
  plan: readonly string[],
): Promise<boolean> {
  const { label } = args.definition;
  const kind = account.sandbox ? `${label}, in the sandbox: nothing becomes public` : label;
  print(`This publishes with ${account.handle} (${kind}):`);
  for (const line of plan) print(line);
  if (args.yes) return !signal.aborted;
  if (ask === null) {
    print('There is no terminal to ask at. To begin without a question, add --yes.');
    return false;
  }
  const answer = await ask('Begin? [y/N] ');
  return isYes(answer) && !signal.aborted;
}

interface OpenReport {
  change: (soFar: CertifyResult) => void;
  /** Writes the report, prints what is left, and returns the exit code. */
  finish: (result: CertifyResult) => Promise<number>;
}

async function openReport(run: CertifyRun, account: SocialAccountView): Promise<OpenReport> {
  const { args, print } = run;
  const { definition } = args;
  const file =
    args.report ?? (account.sandbox ? null : path.join('docs', 'certified', `${definition.path}.md`));
  const facts = factsOf(run, account);
  const textOf = (result: CertifyResult, isFinished: boolean) => reportOf(result, { ...facts, isFinished });
  const write = async (text: string): Promise<void> => {
    if (file !== null) await writeFile(file, text);
  };
  if (file !== null) await mkdir(path.dirname(file), { recursive: true });
  await write(textOf({ steps: [], made: [] }, false));
  let writing = Promise.resolve();
  let shownSteps = 0;
  const shownMade = new Map<Made, string>();
  return {
    change: (soFar) => {
      const text = textOf(soFar, false);
      // The reports are written one after the other, so that the last one remains. A failure is reported when the run
      // ends.
      writing = writing.then(() => write(text)).catch(() => undefined);
      for (const { step, outcome, answer } of soFar.steps.slice(shownSteps))
        print(`${outcome.padEnd(10)} ${step}: ${answer}`);
      shownSteps = soFar.steps.length;
      for (const made of soFar.made) {
        const url =
          made.fate === 'public'
            ? (made.published?.externalUrl ?? made.published?.externalPostId)
            : undefined;
        if (url === undefined || shownMade.get(made) === url) continue;
        shownMade.set(made, url);
        print(`           public now: ${url}`);
      }
    },
    finish: async (result) => {
      await writing;
      // Printed before anything is written, because a full disk must not hide what is public.
      for (const line of leftLines(result.made, facts))
        print(line.replace(/^- |\*\*/g, '').replaceAll('**', ''));
      const text = textOf(result, true);
      await write(text);
      const passed = isPassed(result, true);
      print(file === null ? `\n${text}` : `The report is in ${file}.`);
      print(passed ? 'Passed: no assumption was refuted.' : 'Not passed: see the steps above.');
      return passed ? 0 : 1;
    },
  };
}

function factsOf(run: CertifyRun, account: SocialAccountView): Omit<ReportFacts, 'isFinished'> {
  const { args, version, ctx } = run;
  const { label, path: folder, certification } = args.definition;
  return {
    label,
    readme: `../../src/platforms/${folder}/README.md`,
    day: ctx.clock.now().toISOString().slice(0, 10),
    version,
    against: args.server ?? (account.sandbox ? 'the sandbox' : serverOf(run)),
    scopes: account.scopes,
    seenBy: certification.seenBy,
    deleteByHand: certification.deleteByHand,
  };
}

/** The URL of the live service, unless the installation is configured to call another URL. */
function serverOf({ args, ctx, liveUrlOf }: CertifyRun): string {
  const used = ctx.publishing.platformBaseUrl(args.definition.name, false);
  return used === liveUrlOf(args.definition) ? liveService : new URL(used).host;
}

async function lend({ args, ctx, examplesFolder }: CertifyRun, workspaceId: string): Promise<LentFile> {
  const { mediaRules, certification } = args.definition;
  const takesImage = mediaRules.slots.some(({ image }) => image !== null);
  const file = certification.media === 'video' || !takesImage ? files.video : files.image;
  const bytes = await readFile(path.join(examplesFolder, file.filename));
  return lendFile(ctx, { workspaceId, bytes, ...file });
}

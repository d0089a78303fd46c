import { setTimeout as delay } from 'node:timers/promises';
import { isLoopbackHost } from '../../urls/loopback.js';
import type { CredentialField } from '../../platforms/kit/connect.js';
import { createConnectSession } from '../../services/connect-sessions/create.js';
import { getConnectSession } from '../../services/connect-sessions/get.js';
import { submitCredentials } from '../../services/connect-sessions/submit-credentials.js';
import type { ConnectSessionView } from '../../services/connect-sessions/types.js';
import { getSocialAccount } from '../../services/social-accounts/get.js';
import { connectablesOf, type Connectable } from './arguments.js';
import { finish } from './import.js';
import type { AccountsRun } from './parts.js';

const pollMsDefault = 1_000;
const progressEveryMs = 60_000;

/** Connects accounts of a platform: by credentials if the platform accepts them, otherwise on the platform's page. */
export async function connect(run: AccountsRun): Promise<number> {
  const { args, print } = run;
  const connectables = connectablesOf(run.deps.platforms);
  const wanted = args.subject.toLowerCase().replaceAll('_', '-');
  const chosen = connectables.find(({ path }) => path === wanted);
  if (chosen === undefined) {
    print(
      `There is no platform "${args.subject}". Choose one of: ${connectables.map(({ path }) => path).join(', ')}.`,
    );
    return 1;
  }
  const isTyped = chosen.connect.credentials !== null && !args.page;
  const fault = isTyped ? missingFields(run, chosen) : foreignFields(run, chosen);
  if (fault !== null) {
    print(fault);
    return 1;
  }
  const workspaceId = await chooseWorkspace(run);
  if (workspaceId === null || (!isTyped && !(await canComeBack(run)))) return 1;
  const session = await createConnectSession(run.ctx, {
    workspaceId,
    platform: chosen.name,
    // Typed credentials are for the real platform unless the user chose the sandbox, because an app password must not
    // be sent anywhere else.
    ...(args.sandbox ? { sandbox: true } : isTyped && args.reconnect === undefined && { sandbox: false }),
    ...(args.reconnect !== undefined && { socialAccountId: args.reconnect }),
    ...(args.fields['handle'] !== undefined && { handle: args.fields['handle'] }),
  });
  if (session.sandbox) print(`This uses the simulated ${chosen.label}: nothing will be public.`);
  if (!isTyped) return finish(run, await granted(run, session));
  const values = await readValues(run, chosen, session);
  if (values === null) return 1;
  return finish(run, await submitCredentials(run.ctx, { connectSessionId: session.id, values }));
}

/** Returns a message that names the required fields that were not given as options. Null if there are none. */
function missingFields({ args }: AccountsRun, { connect: { credentials } }: Connectable): string | null {
  const missing = (credentials?.fields ?? []).filter(
    ({ name, kind, default: byDefault }) =>
      kind !== 'secret' && byDefault === undefined && args.fields[name] === undefined,
  );
  return missing.length === 0 ? null : `Missing: ${missing.map(({ name }) => `--${name}`).join(', ')}.`;
}

/**
 * Returns a message if an option has no effect with the platform's page. Only a handle can be useful there, and only for
 * platforms that also accept credentials.
 */
function foreignFields(
  { args }: AccountsRun,
  { label, connect: { credentials } }: Connectable,
): string | null {
  const own = new Set(credentials === null ? [] : ['handle']);
  const [foreign] = Object.keys(args.fields).filter((name) => !own.has(name));
  return foreign === undefined ? null : `--${foreign} cannot be used with ${label}’s page.`;
}

/** Returns the workspace of the account to reconnect, the one named by an option, or the only one. Null if unclear. */
async function chooseWorkspace({ ctx, args, workspaces, print }: AccountsRun): Promise<string | null> {
  const { workspace, reconnect } = args;
  if (reconnect !== undefined) {
    return (await getSocialAccount(ctx, { socialAccountId: reconnect })).workspaceId;
  }
  const [only, ...others] = workspaces;
  if (workspace === undefined && only === undefined) {
    print('There is no workspace yet. Add a user with punctual users add <email>, sign in, and create one.');
    return null;
  }
  const chosen =
    workspace === undefined && others.length === 0 ? only : workspaces.find(({ id }) => id === workspace);
  if (chosen !== undefined) return chosen.id;
  print(
    workspace === undefined
      ? 'There are several workspaces. Choose one with --workspace:'
      : `There is no workspace ${workspace}. These exist:`,
  );
  for (const { id, name } of workspaces) print(`  ${id}  ${name}`);
  return null;
}

/** Checks that the API is running, because the platform redirects the browser there. Prints a message if not. */
async function canComeBack({ deps, isApiAt, print }: AccountsRun): Promise<boolean> {
  const publicUrl = deps.connect.publicUrl();
  if (await isApiAt(publicUrl)) return true;
  const says = `The platform sends the browser back to ${publicUrl}, but no API answers there`;
  if (isLoopbackHost(new URL(publicUrl).hostname)) {
    print(`${says}. Start it first with npm start, or with punctual api and this environment.`);
    return false;
  }
  print(
    `${says} when called from this machine. If the browser cannot reach it either, the account cannot be connected.`,
  );
  return true;
}

/** Prints the URL of the platform's page, and waits until the user grants access, the session ends or Ctrl-C. */
async function granted(run: AccountsRun, begun: ConnectSessionView): Promise<ConnectSessionView> {
  const { ctx, deps, print, signal, pollMs = pollMsDefault } = run;
  if (begun.status !== 'PENDING' || begun.authorizeUrl === null) return begun;
  print('Open this URL in a browser and grant access there:');
  print(`  ${begun.authorizeUrl}`);
  let session = begun;
  let toldAtMs = 0;
  while (session.status === 'PENDING' && !signal.aborted) {
    const nowMs = deps.clock.now().getTime();
    if (nowMs - toldAtMs >= progressEveryMs) {
      toldAtMs = nowMs;
      const minutes = Math.ceil((session.expiresAt.getTime() - nowMs) / 60_000);
      print(`Waiting for up to ${minutes} minutes. Press Ctrl-C to stop waiting.`);
    }
    await delay(pollMs, undefined, { signal }).catch(() => undefined);
    session = await getConnectSession(ctx, { connectSessionId: begun.id });
  }
  if (session.status === 'PENDING') {
    print(`You can continue later with: punctual accounts import ${session.id}`);
  }
  return session;
}

/**
 * Returns the credentials that the platform requires. Secrets come from the environment or from the user at the
 * terminal. Null if a secret is missing.
 */
async function readValues(
  { args, readSecret, print }: AccountsRun,
  { connect: { credentials } }: Connectable,
  { sandbox }: ConnectSessionView,
): Promise<Record<string, string> | null> {
  const values: Record<string, string> = { ...args.fields };
  const secrets = (credentials?.fields ?? []).filter(({ kind }) => kind === 'secret');
  for (const { name, label } of secrets) {
    // Values in the environment are for the real platform only.
    const preset = sandbox ? undefined : credentials?.presets[name];
    const value = preset ?? (await readSecret(`${label}: `));
    if (value === '') {
      print(`${articleOf(label)} ${label.toLowerCase()} is required.`);
      return null;
    }
    values[name] = value;
  }
  return values;
}

const articleOf = (label: CredentialField['label']): string => (/^[aeiou]/i.test(label) ? 'An' : 'A');

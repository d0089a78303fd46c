import { hostname } from 'node:os';
import type { Command } from 'commander';
import { isPunctualError } from '../../errors.js';
import { callOf, type Call, type Session } from '../call.js';
import { loginFor, serverUrl, valueOf } from '../connection.js';
import { CommandFailed, exitCodes, messageOf } from '../failures.js';
import { collect } from '../parse.js';
import { chooseWorkspace } from '../workspaces.js';
import type {
  EndpointDesk,
  EndpointInput,
  EndpointPull,
  Follower,
  OpenedEndpoint,
  ReceivedEvent,
} from './desk.js';
import { forward, parseForwardUrl, type Forwarded } from './forward.js';
import { startReceiver } from './receiver.js';
import { createSessionDesk, endSession } from './session-desk.js';
import { signIn } from './sign-in.js';

interface ListenOptions {
  forwardTo?: string;
  events?: string[];
  workspace?: string;
}

const descriptionCharsMax = 200;
/** The status for a delivery that was only printed. */
const printedStatus = 204;
/** The status for a delivery that the program on this machine did not answer: Punctual sends it again later. */
const unansweredStatus = 502;

const details = `
Creates a webhook endpoint for as long as the command runs, and removes it in the end. A server on this machine that
allows it, as that of npm start does, sends the events here, and learns what --forward-to responds. From any other
server they are read every two seconds.

Each event is signed with PUNCTUAL_WEBHOOK_SECRET (whsec_...) if it is set, and otherwise with a secret that the command
prints.

Keys cannot manage webhooks, so the command asks you to sign in. Without a terminal, it reads a sign-in link from
standard input. On the machine of a server, with DATABASE_URL, the server's own punctual needs no
sign-in.`;

/** Adds the command that shows events while they happen. */
export function addWebhooks(program: Command, session: Session): void {
  const webhooks = program.command('webhooks').description('Receives events on this machine.');
  webhooks
    .command('listen')
    .description('Prints each event, and forwards it to a program on this machine.')
    .option(
      '--forward-to <url>',
      'where to send the events: a URL, or a port of this machine',
      parseForwardUrl,
    )
    .option('--events <type,...>', 'the types of events (default: those of an endpoint)', collect)
    .option('--workspace <id>', 'the workspace, if there is more than one')
    .addHelpText('after', details)
    .action(async (options: ListenOptions, command: Command) => {
      const call = callOf(session, command);
      const ownSecret = ownSecretOf(call);
      const desk = await (session.openDesk ?? deskOfPerson(call))(options.workspace);
      try {
        await listen(call, desk, { ...options, ownSecret });
      } finally {
        await desk.close().catch(() => undefined);
      }
    });
}

/** Opens the desk of a person, who signs in. */
const deskOfPerson =
  (call: Call) =>
  async (workspace: string | undefined): Promise<EndpointDesk> => {
    const { env } = call.surroundings;
    const named = call.server ?? valueOf(env, 'PUNCTUAL_URL');
    const server = named === undefined ? loginFor(env, undefined).server : serverUrl(named);
    const client = await signIn(server, call.surroundings);
    try {
      const workspaceId = await chooseWorkspace(client, workspace);
      return createSessionDesk(client, { server, workspaceId });
    } catch (error) {
      await endSession(client).catch(() => undefined);
      throw error;
    }
  };

async function listen(
  call: Call,
  desk: EndpointDesk,
  { forwardTo, events, ownSecret }: ListenOptions & { ownSecret: string | undefined },
): Promise<void> {
  const signal = call.surroundings.interruption();
  const input = {
    events: events ?? null,
    description: `punctual webhooks listen on ${hostname()}`.slice(0, descriptionCharsMax),
  };
  const secret = deferred<string>();
  const handle = async (event: ReceivedEvent): Promise<number> => {
    const signedWith = ownSecret ?? (await secret.promise);
    const forwarded = forwardTo === undefined ? null : await forward(forwardTo, event, signedWith);
    show(call, event, forwarded);
    return forwarded === null ? printedStatus : (forwarded.status ?? unansweredStatus);
  };
  const receiver = await startReceiver({ secret: secret.promise, onEvent: handle });
  try {
    const opened = await open(desk, receiver.url, input);
    try {
      secret.resolve(opened.endpoint.secret);
      call.printer.note(`Listening (${opened.endpoint.id}). Ctrl-C ends it.`);
      call.printer.note(`Signing secret: ${ownSecret ?? opened.endpoint.secret}`);
      if (opened.pull === null) await untilAborted(signal);
      else await follow(call, opened.pull, opened.endpoint.id, { handle, signal });
    } finally {
      await remove(call, desk, opened.endpoint.id);
    }
  } finally {
    await receiver.close();
  }
}

/** Reads the events of an endpoint that the server cannot reach. */
async function follow(
  { printer }: Call,
  pull: EndpointPull,
  endpointId: string,
  { handle, signal }: { handle: (event: ReceivedEvent) => Promise<number>; signal: AbortSignal },
): Promise<void> {
  await pull.disable(endpointId);
  const follower: Follower = {
    onEvent: async (event) => {
      await handle(event);
    },
    onSkip: (readMax) => {
      printer.note(`More than ${readMax} events came at once. The earlier ones are skipped.`);
    },
  };
  await pull.follow(endpointId, follower, signal);
}

/** Creates an endpoint to which the server sends events, or else one whose events are read. */
async function open(
  desk: EndpointDesk,
  url: string,
  input: Omit<EndpointInput, 'url'>,
): Promise<{ endpoint: OpenedEndpoint; pull: EndpointPull | null }> {
  const { pull } = desk;
  try {
    return { endpoint: await desk.create({ ...input, url }), pull: null };
  } catch (error) {
    if (pull === null || !isPunctualError(error, 'URL_REJECTED')) throw error;
  }
  return { endpoint: await desk.create({ ...input, url: pull.placeholderUrl() }), pull };
}

async function remove({ printer }: Call, desk: EndpointDesk, endpointId: string): Promise<void> {
  try {
    await desk.remove(endpointId);
  } catch (error) {
    printer.note(`The endpoint ${endpointId} could not be removed: ${messageOf(error)} Remove it yourself.`);
  }
}

function ownSecretOf({ surroundings }: Call): string | undefined {
  const secret = valueOf(surroundings.env, 'PUNCTUAL_WEBHOOK_SECRET');
  if (secret === undefined || /^whsec_[A-Za-z0-9+/]{16,}={0,2}$/.test(secret)) return secret;
  throw new CommandFailed('PUNCTUAL_WEBHOOK_SECRET must be whsec_ and base64.', exitCodes.usage);
}

function show({ printer }: Call, { id, body }: ReceivedEvent, forwarded: Forwarded | null): void {
  const event: unknown = JSON.parse(body);
  const [type, subject] = headOf(event);
  const outcome =
    forwarded === null
      ? []
      : [`-> ${forwarded.status ?? forwarded.error ?? ''} in ${forwarded.durationMs} ms`];
  printer.result({ event, forwarded }, [[type, id, subject, ...outcome].filter(Boolean).join('  ')]);
}

/** The type of an event, and the id of the post, comment or account that it concerns. */
function headOf(event: unknown): [type: string, subject: string] {
  if (typeof event !== 'object' || event === null) return ['?', ''];
  const type = 'type' in event && typeof event.type === 'string' ? event.type : '?';
  const data = 'data' in event && typeof event.data === 'object' ? event.data : null;
  const [subject] = Object.values(data ?? {}).flatMap((value: unknown) => idsOf(value));
  return [type, subject ?? ''];
}

const idsOf = (value: unknown): string[] =>
  typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string'
    ? [value.id]
    : [];

function deferred<T>(): { promise: Promise<T>; resolve: (value: T) => void } {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else
      signal.addEventListener(
        'abort',
        () => {
          resolve();
        },
        { once: true },
      );
  });
}

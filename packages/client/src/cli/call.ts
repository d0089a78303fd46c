import { randomUUID } from 'node:crypto';
import type { Command } from 'commander';
import { dataOf } from '../errors.js';
import type { DataOf, Outcome } from '../outcome.js';
import type { EndpointDesk } from './listen/desk.js';
import type { Written } from './failures.js';
import { clientFor, loginFor, type Connection } from './connection.js';
import type { IdempotentOptions } from './parse.js';
import { createPrinter, type Printer } from './print.js';
import type { Surroundings } from './surroundings.js';

/** The command line while it runs. */
export interface Session {
  surroundings: Surroundings;
  /** Opens the desk of an operator, who need not sign in. Null: people sign in. */
  openDesk: ((workspaceId: string | undefined) => Promise<EndpointDesk>) | null;
  exitCode: number;
  /** The options that the fields of the request were made of. */
  optionOf: Written['optionOf'];
  /** How to repeat a request that was sent and has no response yet. */
  repeat: Written['repeat'];
}

/** The header of a request that may be repeated. */
export interface KeyHeader {
  'Idempotency-Key': string;
}

/** The surroundings and options of one command. */
export interface Call {
  surroundings: Surroundings;
  printer: Printer;
  /** The value of `--server`. */
  server: string | undefined;
  /** Returns a client of the server with the credential of this call. Throws if there is none. */
  connect: () => Connection;
  /** Sends a request that takes effect once. If it gets no response, the failure says how to repeat it safely. */
  once: <R extends Outcome>(
    options: IdempotentOptions & { at?: string },
    send: (header: KeyHeader) => Promise<R>,
  ) => Promise<DataOf<R>>;
  /** Says from which options the fields of the request were made, for the message of a refusal. */
  writtenAs: (optionOf: Written['optionOf']) => void;
  /** Sets the exit code of a command that has done its work. */
  endWith: (exitCode: number) => void;
}

/** Prepares a command's call from the options that all commands have. */
interface CommonOptions {
  json?: true;
  server?: string;
}

/** Prepares a command's call from the options that all commands have. */
export function callOf(session: Session, command: Command): Call {
  const { json, server } = command.optsWithGlobals<CommonOptions>();
  const { surroundings } = session;
  return {
    surroundings,
    printer: createPrinter(surroundings.stdout, surroundings.stderr, json === true),
    server,
    connect: () => {
      const login = loginFor(surroundings.env, server);
      return { server: login.server, client: clientFor(surroundings, login) };
    },
    once: async ({ idempotencyKey: key = randomUUID(), at }, send) => {
      session.repeat = { key, ...(at !== undefined && { at }) };
      const data = await dataOf(send({ 'Idempotency-Key': key }));
      session.repeat = null;
      return data;
    },
    writtenAs: (optionOf) => {
      session.optionOf = optionOf;
    },
    endWith: (exitCode) => {
      session.exitCode = exitCode;
    },
  };
}

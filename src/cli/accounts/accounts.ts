import { operatorContext, refusalOf } from '../operator.js';
import {
  accountsUsage,
  connectablesOf,
  parseAccountsArguments,
  type AccountsArguments,
} from './arguments.js';
import { connect } from './connect.js';
import { importSession } from './import.js';
import type { AccountsCommand, AccountsRun } from './parts.js';
import { check, list, remove } from './verbs.js';

const verbs: Readonly<Record<string, ((run: AccountsRun) => Promise<number>) | undefined>> = {
  connect,
  import: importSession,
  list,
  check,
  remove,
};

/** Runs the `accounts` command: calls the same services as the API, as an operator. Returns the exit code. */
export async function runAccounts(args: readonly string[], command: AccountsCommand): Promise<number> {
  const { deps, print } = command;
  const parsed = parseAccountsArguments(args, connectablesOf(deps.platforms));
  if (typeof parsed === 'string') {
    print(`${parsed}\n\n${accountsUsage(deps.platforms)}`);
    return 1;
  }
  try {
    return await runVerb(parsed, command);
  } catch (error) {
    print(refusalOf(error));
    return 1;
  }
}

async function runVerb(args: AccountsArguments, command: AccountsCommand): Promise<number> {
  const verb = verbs[args.verb];
  if (verb === undefined) throw new Error('unreachable: the arguments name a verb');
  return verb({ ...command, ...(await operatorContext(command.deps)), args });
}

import type { ServiceDeps } from '../../services/shared/context.js';
import type { OperatorContext } from '../operator.js';
import type { AccountsArguments } from './arguments.js';

export interface AccountsCommand {
  deps: ServiceDeps;
  print: (line: string) => void;
  /** Asks the user at the terminal. Null if there is no terminal. */
  ask: ((question: string) => Promise<string>) | null;
  readSecret: (question: string) => Promise<string>;
  /** Whether the API responds at this URL, to which platforms redirect browsers. */
  isApiAt: (publicUrl: string) => Promise<boolean>;
  /** Stops waiting for the user. */
  signal: AbortSignal;
  /** The interval at which the session is read while the command waits for the user. */
  pollMs?: number;
}

/** Everything that one run of the command needs. */
export interface AccountsRun extends AccountsCommand {
  ctx: OperatorContext;
  workspaces: readonly { id: string; name: string }[];
  args: AccountsArguments;
}

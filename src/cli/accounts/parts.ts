import type { ServiceDeps } from '../../services/shared/context.js';
import type { OperatorContext } from '../operator.js';
import type { AccountsArguments } from './arguments.js';

export interface AccountsCommand {
  deps: ServiceDeps;
  print: (line: string) => void;
  /** Asks the user at the terminal. Null if there is no terminal. */
  ask: ((question: string) => Promise<string>) | null;
  readSecret: (question: string) => Promise<string>;
  /** Whether the API answers there, to which platforms send people's browsers. */
  isApiAt: (publicUrl: string) => Promise<boolean>;
  /** Ends the waiting for a person. */
  signal: AbortSignal;
  /** How often the session is looked at meanwhile. */
  pollMs?: number;
}

/** The context of a command, which returns the exit code. */
export interface AccountsRun extends AccountsCommand {
  ctx: OperatorContext;
  workspaces: readonly { id: string; name: string }[];
  args: AccountsArguments;
}

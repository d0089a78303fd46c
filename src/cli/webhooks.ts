import { isAppError } from '../domain/errors.js';
import type { ServiceDeps } from '../services/shared/context.js';
import { operatorContext, refusalText } from './operator.js';
import { invalidOption, webhookVerbs } from './webhook-verbs.js';
import { parseWebhookArguments, webhooksUsage } from './webhook-arguments.js';

export interface WebhooksCommand {
  deps: ServiceDeps;
  print: (line: string) => void;
}

const workspacesNamedMax = 20;

/** Runs the `webhooks` command. Returns the exit code. */
export async function runWebhooks(
  args: readonly string[],
  { deps, print }: WebhooksCommand,
): Promise<number> {
  const parsed = parseWebhookArguments(args);
  const fault = (text: string): number => {
    print(`${text}\n\n${webhooksUsage}`);
    return 1;
  };
  if (typeof parsed === 'string') return fault(parsed);
  const verb = webhookVerbs[parsed.verb];
  if (verb === undefined) return fault(`There is no command ${parsed.verb}.`);
  const { ctx, workspaces } = await operatorContext(deps);
  try {
    const { json, lines } = await verb(ctx, {
      ...parsed,
      workspaceId: () => chooseWorkspace(parsed.workspace, workspaces),
    });
    print(parsed.json ? JSON.stringify(json) : lines.join('\n'));
    return 0;
  } catch (error) {
    if (!isAppError(error)) throw error;
    const { code, message, extras } = error;
    print(parsed.json ? JSON.stringify({ code, message, ...extras }) : refusalText(error));
    return 1;
  }
}

/** Returns the workspace that `--workspace` names, or the only workspace. Throws if there are none or several. */
export function chooseWorkspace(
  workspace: string | undefined,
  workspaces: readonly { id: string; name: string }[],
): string {
  if (workspace !== undefined) return workspace;
  const [only, ...others] = workspaces;
  if (only === undefined) throw invalidOption('workspace', 'There is no workspace yet.');
  if (others.length === 0) return only.id;
  const named = workspaces.slice(0, workspacesNamedMax).map(({ id, name }) => `${id} (${name})`);
  const more = workspaces.length > named.length ? `, and ${workspaces.length - named.length} more` : '';
  throw invalidOption('workspace', `There are several workspaces. Name one of ${named.join(', ')}${more}.`);
}

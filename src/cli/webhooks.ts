import { isAppError, type AppError } from '../domain/errors.js';
import type { Reach, ServiceDeps } from '../services/shared/context.js';
import { listAllWorkspaces } from '../services/workspaces/list-all.js';
import type { WebhookContext } from '../services/webhooks/records.js';
import { webhookVerbs } from './webhook-verbs.js';
import { parseWebhookArguments, webhooksUsage, type WebhookArguments } from './webhook-arguments.js';

const workspacesMax = 10_000;

export interface WebhooksCommand {
  deps: ServiceDeps;
  print: (line: string) => void;
}

/** The `webhooks` command. Gives the exit code. */
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
  const workspaceIds = (await listAllWorkspaces(deps, { limit: workspacesMax })).map(({ id }) => id);
  const ctx: WebhookContext = { ...deps, actor: { kind: 'operator' }, reach: operatorReach(workspaceIds) };
  try {
    const { json, lines } = await verb(ctx, {
      ...parsed,
      workspaceId: chooseWorkspace(parsed, workspaceIds),
    });
    print(parsed.json ? JSON.stringify(json) : lines.join('\n'));
    return 0;
  } catch (error) {
    if (!isAppError(error)) throw error;
    const { code, message, extras } = error;
    print(parsed.json ? JSON.stringify({ code, message, ...extras }) : refusal(error));
    return 1;
  }
}

function refusal({ code, message, extras }: AppError): string {
  const details = 'details' in extras ? extras.details : [];
  return [`${code}: ${message}`, ...details.map((detail) => `  ${detail.path}: ${detail.message}`)].join(
    '\n',
  );
}

/** Whoever can run this has the database: it acts as the owner of every workspace. */
function operatorReach(workspaceIds: readonly string[]): Reach {
  return {
    userId: 'operator',
    roleByWorkspace: new Map(workspaceIds.map((id) => [id, 'OWNER'])),
    settingsByWorkspace: new Map(),
    ownerWorkspaceIds: new Set(workspaceIds),
  };
}

/** The workspace that was named, or the only one there is. */
function chooseWorkspace(
  { workspace }: WebhookArguments,
  workspaceIds: readonly string[],
): string | undefined {
  if (workspace !== undefined) return workspace;
  return workspaceIds.length === 1 ? workspaceIds[0] : undefined;
}

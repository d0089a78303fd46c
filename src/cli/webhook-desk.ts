import { createEndpoint } from '../services/webhooks/create.js';
import { deleteEndpoint } from '../services/webhooks/delete.js';
import type { WebhookEventType } from '../domain/webhooks.js';
import { isAppError } from '../domain/errors.js';
import { operatorContext, refusalText } from './operator.js';
import type { ServiceDeps } from '../services/shared/context.js';
import { chooseWorkspace } from './webhooks.js';

/** Where `webhooks listen` creates and removes its endpoint: packages/client/src/cli/listen/desk.ts says what it needs. */
export interface OperatorDesk {
  create: (input: {
    url: string;
    events: string[] | null;
    description: string;
  }) => Promise<{ id: string; secret: string }>;
  remove: (endpointId: string) => Promise<void>;
  close: () => Promise<void>;
  /** Null, because the server of an operator is expected to reach this machine. */
  pull: null;
}

/** Opens a desk that acts as the operator. */
export async function openOperatorDesk(
  deps: ServiceDeps,
  workspace: string | undefined,
): Promise<OperatorDesk> {
  const { ctx, workspaces } = await operatorContext(deps);
  const workspaceId = await inWords(() => chooseWorkspace(workspace, workspaces));
  return {
    create: ({ url, events, description }) =>
      inWords(async () => {
        const types = asTypes(events);
        const { endpoint, secret } = await createEndpoint(ctx, {
          workspaceId,
          url,
          events: types,
          description,
        });
        return { id: endpoint.id, secret };
      }),
    remove: (endpointId) => inWords(() => deleteEndpoint(ctx, { endpointId })),
    // The operator has no session.
    close: () => Promise.resolve(),
    pull: null,
  };
}

/** The service checks the types. */
const asTypes = (events: string[] | null): WebhookEventType[] | null => events as WebhookEventType[] | null;

/** Makes a refusal of the service an error whose message says all of it. */
async function inWords<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isAppError(error)) throw error;
    throw new Error(refusalText(error), { cause: error });
  }
}

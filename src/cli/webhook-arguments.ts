import { parseArgs } from 'node:util';
import { defaultWebhookEventTypes, namedWebhookEventTypes } from '../domain/webhooks.js';
import { argumentFault } from './help.js';

export const webhooksUsage = `Usage:
  punctual webhooks add --url <https://...> [--events <type,type>] [--description <text>] [--workspace <id>]
  punctual webhooks list [--workspace <id>]
  punctual webhooks update <endpoint> [--url <https://...>] [--events <type,type>|default] [--enable|--disable]
  punctual webhooks remove <endpoint>
  punctual webhooks rotate <endpoint> [--previous-valid-hours <0..168>]
  punctual webhooks test <endpoint>
  punctual webhooks deliveries <endpoint> [--status PENDING|DELIVERED|DEAD] [--limit <1..100>] [--cursor <cursor>]
  punctual webhooks delivery <delivery>
  punctual webhooks attempts <delivery>
  punctual webhooks redeliver <delivery>
  punctual webhooks replay <endpoint> --since <2030-01-31T09:00:00Z>
  punctual webhooks listen [--forward-to <url>]   receives events on this machine; with --help, more about it

add and list need --workspace if there are several workspaces. Without it, they name them.
With --json the output is one line of JSON.

Event types that an endpoint gets by default, without --events:
  ${defaultWebhookEventTypes.join(', ')}
Sent only to endpoints that name them:
  ${namedWebhookEventTypes.join(', ')}`;

const option = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;
const options = {
  url: option,
  events: option,
  description: option,
  workspace: option,
  status: option,
  limit: option,
  cursor: option,
  since: option,
  'previous-valid-hours': option,
  enable: flag,
  disable: flag,
  json: flag,
} as const;

export type WebhookArguments = ReturnType<typeof parse> & { verb: string; id: string; json: boolean };

/** Parses the command line. Returns a message if it is invalid. */
export function parseWebhookArguments(args: readonly string[]): WebhookArguments | string {
  try {
    const { positionals, ...values } = parse(args);
    const [verb = '', id = '', ...rest] = positionals;
    if (verb === '') return 'Name a command.';
    const takesId = verb !== 'add' && verb !== 'list';
    const [surplus] = takesId ? rest : [id, ...rest].filter((text) => text !== '');
    if (surplus !== undefined) return `${verb}: unexpected argument ${surplus}.`;
    if (takesId && id === '') return `${verb}: an id is missing, or there is no such command.`;
    return { ...values, positionals, verb, id, json: values.json === true };
  } catch (error) {
    return argumentFault(error);
  }
}

function parse(args: readonly string[]) {
  const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options });
  return { ...values, positionals };
}

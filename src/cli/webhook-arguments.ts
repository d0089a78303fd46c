import { parseArgs } from 'node:util';

export const usage = `Usage:
  npm run webhooks -- add --url <https://...> [--events <type,type>] [--description <text>] [--workspace <id>]
  npm run webhooks -- list [--workspace <id>]
  npm run webhooks -- update <endpoint> [--url <https://...>] [--events <type,type>|all] [--enable|--disable]
  npm run webhooks -- remove <endpoint>
  npm run webhooks -- rotate <endpoint> [--previous-valid-hours <0..168>]
  npm run webhooks -- test <endpoint>
  npm run webhooks -- deliveries <endpoint> [--status PENDING|DELIVERED|DEAD] [--limit <1..100>] [--cursor <cursor>]
  npm run webhooks -- attempts <delivery>
  npm run webhooks -- redeliver <delivery>
  npm run webhooks -- replay <endpoint> --since <2030-01-31T09:00:00Z>

With --json the answer is one line of JSON. Event types: post.published, post.failed, account.token_expired,
comment.received; without --events an endpoint gets all of them, and those to come.`;

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

/** Undefined where the line cannot be read. */
export function parseWebhookArguments(args: readonly string[]): WebhookArguments | undefined {
  try {
    const { positionals, ...values } = parse(args);
    const [verb = '', id = '', ...rest] = positionals;
    if (rest.length > 0 || (id === '') !== (verb === 'add' || verb === 'list')) return undefined;
    return { ...values, positionals, verb, id, json: values.json === true };
  } catch {
    return undefined;
  }
}

function parse(args: readonly string[]) {
  const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options });
  return { ...values, positionals };
}

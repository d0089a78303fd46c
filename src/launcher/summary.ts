import { createPaint } from './screen.js';

export interface SeedResult {
  apiKey: string;
  workspaceId: string;
  socialAccounts: { id: string; platform: string }[];
  /** Of the owner: works once, within an hour. */
  signIn: { email: string; token: string };
}

/** What dev.json holds. */
export interface DevInfo extends SeedResult {
  apiUrl: string;
  openapiUrl: string;
  /** The page where people sign in. */
  signInUrl: string;
  temporalAddress: string;
  /** Null where the server is not ours and shows no Web UI beside it. */
  temporalUiUrl: string | null;
  databaseUrl: string;
  sandboxUrl: string;
}

const aheadMs = 15_000;

/** A command to paste: it computes its own time, so that it works whenever it is pasted. */
export function curlCommand(info: DevInfo): string {
  const platforms = info.socialAccounts.map(({ id }) => ({ accountId: id }));
  const time = `'"$(node -p 'new Date(Date.now() + ${aheadMs}).toISOString()')"'`;
  const body = JSON.stringify({ content: 'Hello from Punctual', platforms, scheduledFor: '@time' });
  return [
    `curl -sS -X POST ${info.apiUrl}/posts \\`,
    `  -H 'Authorization: Bearer ${info.apiKey}' \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d '${body.replace('@time', time)}'`,
  ].join('\n');
}

export function summaryText(
  info: DevInfo,
  options: { isTty: boolean; seconds: string; logDir: string; devFile: string },
): string {
  const paint = createPaint(options.isTty);
  const rows = [
    ['API', info.apiUrl],
    ['OpenAPI', info.openapiUrl],
    ['Sign in (once)', `${info.signInUrl}#token=${info.signIn.token}`],
    ['Temporal Web UI', info.temporalUiUrl ?? `(server at ${info.temporalAddress})`],
    ['Sandbox page', info.sandboxUrl],
    ['Addresses, key', options.devFile],
    ['Logs', options.logDir],
  ] as const;
  return [
    '',
    paint('green', `Punctual is ready (${options.seconds}).`),
    ...rows.map(([label, value]) => `  ${label.padEnd(16)} ${paint('cyan', value)}`),
    '',
    `Schedule a post to ${info.socialAccounts.length} simulated platforms, ${aheadMs / 1000} seconds ahead:`,
    '',
    curlCommand(info),
    '',
    'Ctrl-C ends everything; npm start goes on with the same data.',
    '',
  ].join('\n');
}

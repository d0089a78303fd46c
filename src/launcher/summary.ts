import type { ExampleMedia } from './example-media.js';
import { createPaint } from './screen.js';

export interface SeededAccount {
  id: string;
  platform: string;
  /** What a post there must carry beside its text; null: nothing. */
  needs: 'picture' | 'video' | null;
  /** Without which it takes no post. */
  platformOptions: Record<string, unknown> | null;
}

export interface SeedResult {
  apiKey: string;
  workspaceId: string;
  socialAccounts: SeededAccount[];
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
  /** The shipped picture and video in the library, by their ids. */
  exampleMedia: ExampleMedia;
}

const aheadMs = 15_000;

/** A text, for the platforms that take one alone. */
export function textCommand(info: DevInfo): string {
  const platforms = info.socialAccounts
    .filter(({ needs }) => needs === null)
    .map(({ id }) => ({ accountId: id }));
  return curlCommand(info, { content: 'Hello from Punctual', platforms });
}

/** The shipped picture, for the platforms that need one, and the video where that is all they take. */
export function mediaCommand(info: DevInfo): string {
  const { picture, video } = info.exampleMedia;
  const targets = info.socialAccounts
    .filter(({ needs }) => needs !== null)
    .map(({ id, needs, platformOptions }) => ({
      socialAccountId: id,
      ...(platformOptions && { platformOptions }),
      ...(needs === 'video' && { mediaIds: [video] }),
    }));
  return curlCommand(info, { caption: 'A picture from Punctual', mediaIds: [picture], targets });
}

/** A command to paste: it computes its own time, so that it works whenever it is pasted. */
function curlCommand(info: DevInfo, post: object): string {
  const time = `'"$(node -p 'new Date(Date.now() + ${aheadMs}).toISOString()')"'`;
  const body = JSON.stringify({ ...post, scheduledFor: '@time' });
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
    `Schedule a text to ${countOf(info, null)} simulated platforms, ${aheadMs / 1000} seconds ahead:`,
    '',
    textCommand(info),
    '',
    ...mediaLines(info),
    'Ctrl-C ends everything; npm start goes on with the same data.',
    '',
  ].join('\n');
}

function countOf({ socialAccounts }: DevInfo, need: null | 'some'): number {
  return socialAccounts.filter(({ needs }) => (needs === null) === (need === null)).length;
}

function mediaLines(info: DevInfo): string[] {
  const count = countOf(info, 'some');
  if (count === 0) return [];
  return [`And a picture, or a video, to the ${count} that need one:`, '', mediaCommand(info), ''];
}

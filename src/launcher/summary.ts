import type { ExampleMedia } from './example-media.js';
import { createPaint } from './screen.js';

export interface SeededAccount {
  id: string;
  platform: string;
  /** The media that a post on this account needs besides text. Null for none. */
  needs: 'picture' | 'video' | null;
  /** The options that a post on this account requires. */
  platformOptions: Record<string, unknown> | null;
}

export interface SeedResult {
  apiKey: string;
  workspaceId: string;
  socialAccounts: SeededAccount[];
  /** A sign-in for the owner, which works once, within an hour. */
  signIn: { email: string; token: string };
}

/** The content of dev.json. */
export interface DevInfo extends SeedResult {
  apiUrl: string;
  openapiUrl: string;
  dashboardUrl: string;
  /** The page where people sign in. */
  signInUrl: string;
  temporalAddress: string;
  /** The URL of Temporal's Web UI. Null if the server is not ours and has no known one. */
  temporalUiUrl: string | null;
  databaseUrl: string;
  sandboxUrl: string;
  /** The ids of the example image and video in the library. */
  exampleMedia: ExampleMedia;
}

const aheadMs = 15_000;

/** A command that posts a text to the platforms that accept text alone. */
export function textCommand(info: DevInfo): string {
  const targets = info.socialAccounts
    .filter(({ needs }) => needs === null)
    .map(({ id }) => ({ socialAccountId: id }));
  return curlCommand(info, { caption: 'Hello from Punctual', targets });
}

/**
 * A command that posts the example image to platforms that need media, or the video to those that accept nothing else.
 */
export function mediaCommand(info: DevInfo): string {
  const { picture, video } = info.exampleMedia;
  const targets = info.socialAccounts
    .filter(({ needs }) => needs !== null)
    .map(({ id, needs, platformOptions }) => ({
      socialAccountId: id,
      ...(platformOptions && { platformOptions }),
      ...(needs === 'video' && { mediaIds: [video] }),
    }));
  return curlCommand(info, { caption: 'An image from Punctual', mediaIds: [picture], targets });
}

/** A command to paste into a terminal. It computes the time of the post itself, so it works whenever it is pasted. */
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
    ['Dashboard', info.dashboardUrl],
    ['Sign in (once)', `${info.signInUrl}#token=${info.signIn.token}`],
    ['API', info.apiUrl],
    ['OpenAPI', info.openapiUrl],
    ['Temporal Web UI', info.temporalUiUrl ?? `(server at ${info.temporalAddress})`],
    ['Sandbox page', info.sandboxUrl],
    ['URLs and API key', options.devFile],
    ['Logs', options.logDir],
  ] as const;
  return [
    '',
    paint('green', `Punctual is ready (${options.seconds}).`),
    ...rows.map(([label, value]) => `  ${label.padEnd(16)} ${paint('cyan', value)}`),
    '',
    ...textLines(info),
    ...mediaLines(info),
    'Press Ctrl-C to stop everything. The next start continues with the same data.',
    '',
  ].join('\n');
}

/** The lines about the text command. Empty if all accounts that accept text alone have been disconnected. */
function textLines(info: DevInfo): string[] {
  const count = countOf(info, null);
  if (count === 0) return [];
  return [
    `To schedule a text on ${count} simulated platforms, ${aheadMs / 1000} seconds from now:`,
    '',
    textCommand(info),
    '',
  ];
}

function countOf({ socialAccounts }: DevInfo, need: null | 'some'): number {
  return socialAccounts.filter(({ needs }) => (needs === null) === (need === null)).length;
}

function mediaLines(info: DevInfo): string[] {
  const count = countOf(info, 'some');
  if (count === 0) return [];
  return [
    `And an image or a video on the ${count} platforms that require media:`,
    '',
    mediaCommand(info),
    '',
  ];
}

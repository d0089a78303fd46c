import { Hono } from 'hono';
import type { SandboxEnv } from '../../../sandbox/publishing.js';
import type { Simulator } from '../../../sandbox/simulator.js';
import { tokenPair } from '../../../sandbox/tokens.js';
import { addAccounts } from './accounts.js';
import { addComments, linkedInVisitors } from './comments.js';
import { addMedia } from './media.js';
import { addOauth } from './oauth.js';
import { versioned } from './parts.js';
import { badgeColor, type SimulatedAccounts } from './simulated-accounts.js';
import { addPosts } from './posts.js';
import { addStatistics } from './statistics.js';

/** Simulates LinkedIn's versioned API for one of its two kinds of accounts. */
export function linkedInSimulator(
  simulated: SimulatedAccounts,
  marks: Readonly<Record<string, string>>,
): Simulator {
  const { platform, members, organizations } = simulated;
  const [account, ...others] = platform === 'LINKEDIN_PERSON' ? members : organizations;
  if (account === undefined) throw new Error(`${platform} is simulated without an account.`);
  return {
    create: (parts) => {
      const app = new Hono<SandboxEnv>();
      const side = { ...parts, ...simulated };
      const on = versioned(app, side);
      addPosts(on);
      addMedia(app, on, side);
      addComments(on);
      addStatistics(on);
      addAccounts(app, on, side);
      addOauth(app, side);
      return app;
    },
    uploadPath: /\/dms-uploads\//,
    marks: {
      'refuse-duplicate':
        'Once the text is published, the same text is rejected as a duplicate, and the response names the first post.',
      'daily-limit':
        'The first attempt gets 429, as if the daily limit were reached. The next one is accepted.',
      'forbidden-once':
        'The first attempt gets 403, “resource is forbidden”, which passes by itself. The next one is accepted.',
      'activity-later': 'The first comment on the post is rejected because the post has no thread yet.',
      'no-comment-right': 'Comments get 403, as if the app had no permission to comment.',
      ...marks,
    },
    badgeColor,
    postPages: [{ path: '/feed/update/:urn', idOf: (param) => param('urn') }],
    ...(platform === 'LINKEDIN_COMPANY' && {
      comments: linkedInVisitors,
      counters: ['impressions', 'reach', 'likes', 'shares', 'clicks'],
    }),
    accounts: [account, ...others],
    credentialsOf: tokenPair,
  };
}

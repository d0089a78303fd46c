import { Hono } from 'hono';
import type { SandboxEnv } from '../../../../sandbox/publishing.js';
import type { Simulator } from '../../../../sandbox/simulator.js';
import { accessTokenOf, refreshTokenOf } from '../../../../sandbox/tokens.js';
import { addAccounts } from './accounts.js';
import { addComments, linkedInVisitors } from './comments.js';
import { addMedia } from './media.js';
import { addOauth } from './oauth.js';
import { badgeColor, type Cast } from './cast.js';
import { addPosts } from './posts.js';

/** LinkedIn's versioned API, for one of its two kinds of accounts. */
export function linkedInSimulator(cast: Cast, marks: Readonly<Record<string, string>>): Simulator {
  const { platform, members, organizations } = cast;
  const [account, ...furtherAccounts] = platform === 'LINKEDIN_PERSON' ? members : organizations;
  if (account === undefined) throw new Error(`${platform} is simulated without an account.`);
  return {
    create: (parts) => {
      const app = new Hono<SandboxEnv>();
      const side = { ...parts, ...cast };
      addPosts(app, side);
      addMedia(app, side);
      addComments(app, side);
      addAccounts(app, side);
      addOauth(app, side);
      return app;
    },
    uploadPath: /\/dms-uploads\//,
    marks: {
      'refuse-duplicate':
        'On LinkedIn: once it is published, the same text is refused as a duplicate of it, by its name.',
      'daily-limit':
        'On LinkedIn: the first try is answered 429 as by the limit of a day; the next one is accepted.',
      'activity-later': 'On LinkedIn: the first comment on it is refused, as the post has no thread yet.',
      'no-comment-right': 'On LinkedIn: comments are answered 403, as to an app without that right.',
      ...marks,
    },
    badgeColor,
    postPages: [{ path: '/feed/update/:urn', idOf: (param) => param('urn') }],
    ...(platform === 'LINKEDIN_COMPANY' && { comments: linkedInVisitors }),
    account,
    furtherAccounts,
    credentialsOf: (accountId, grantNumber) => {
      const token = { accountId, refreshes: grantNumber };
      return { accessToken: accessTokenOf(token), refreshToken: refreshTokenOf(token) };
    },
  };
}

import { z } from 'zod';
import { definePlatform } from '../kit/definition.js';
import { address } from '../kit/environment.js';
import { createX } from './create-x.js';
import { xMediaRules } from './media-rules.js';
import { xOptionsSchema } from './options.js';

export const x = definePlatform({
  name: 'X',
  label: 'X',
  path: 'x',
  mediaRules: xMediaRules,
  options: xOptionsSchema,
  connector: {
    environment: {
      X_API_URL: address.default('https://api.x.com'),
      /** Our registered app; without a secret we refresh as a public client. */
      X_CLIENT_ID: z.string().optional(),
      X_CLIENT_SECRET: z.string().optional(),
    },
    settingsOf: ({
      X_API_URL: baseUrl,
      X_CLIENT_ID: clientId = null,
      X_CLIENT_SECRET: clientSecret = null,
    }) => ({
      baseUrl,
      clientId,
      clientSecret,
    }),
    create: (parts, { clientId, clientSecret }) => createX({ ...parts, clientId, clientSecret }),
  },
  sandbox: () => import('./sandbox/index.js'),
});

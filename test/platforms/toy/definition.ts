import { definePlatform } from '../../../src/platforms/kit/definition.js';
import { address } from '../../../src/platforms/kit/environment.js';
import { createToy, toyCredentialsSchema, toyMediaRules, toyOptionsSchema } from './create-toy.js';

export const toy = definePlatform({
  name: 'TOY',
  label: 'Toy',
  path: 'toy',
  websites: ['toy.example'],
  mediaRules: toyMediaRules,
  options: toyOptionsSchema,
  connector: {
    environment: { TOY_URL: address.default('https://toy.example') },
    settingsOf: ({ TOY_URL: baseUrl }) => ({ baseUrl }),
    credentials: toyCredentialsSchema,
    create: createToy,
  },
  sandbox: () => import('./sandbox/index.js'),
});

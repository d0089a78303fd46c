import { linkedInSimulator } from '../../kit/linkedin/sandbox/simulator.js';

export const simulator = linkedInSimulator(
  {
    platform: 'LINKEDIN_PERSON',
    label: 'LinkedIn (person)',
    members: [
      {
        externalAccountId: 'urn:li:person:Pn7ctu4lSx',
        handle: 'sam-sandbox',
        displayName: 'Sam Sandbox',
        roles: [],
        getsRefreshTokens: false,
      },
      {
        externalAccountId: 'urn:li:person:Mk3ma7aBox',
        handle: 'mia-sandbox',
        displayName: 'Mia Sandbox',
        roles: [],
        getsRefreshTokens: false,
      },
      {
        externalAccountId: 'urn:li:person:Pa9rtn3rQz',
        handle: 'paula-partner',
        displayName: 'Paula Partner',
        roles: [],
        getsRefreshTokens: true,
      },
    ],
    organizations: [],
  },
  {},
);

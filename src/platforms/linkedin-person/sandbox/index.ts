import { linkedInSimulator } from '../../linkedin/sandbox/simulator.js';

export const simulator = linkedInSimulator(
  {
    platform: 'LINKEDIN_PERSON',
    label: 'LinkedIn (person)',
    members: [
      {
        externalAccountId: 'urn:li:person:Pn7ctu4lSx',
        handle: 'Sam Sandbox',
        displayName: 'Sam Sandbox',
      },
      {
        externalAccountId: 'urn:li:person:Mk3ma7aBox',
        handle: 'Mia Sandbox',
        displayName: 'Mia Sandbox',
      },
      {
        externalAccountId: 'urn:li:person:Pa9rtn3rQz',
        handle: 'Paula Partner',
        displayName: 'Paula Partner',
        getsRefreshTokens: true,
      },
    ],
    organizations: [],
  },
  {},
);

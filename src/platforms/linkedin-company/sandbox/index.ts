import { linkedInSimulator } from '../../linkedin/sandbox/simulator.js';

const own = 'urn:li:organization:10000001';
const acme = 'urn:li:organization:10000002';
const sam = 'urn:li:person:Pn7ctu4lSx';
const paula = 'urn:li:person:Pa9rtn3rQz';
const oldMill = 'urn:li:organization:10000003';

export const simulator = linkedInSimulator(
  {
    platform: 'LINKEDIN_COMPANY',
    label: 'LinkedIn (company)',
    // People cannot pick pages at LinkedIn: a grant covers all their pages.
    members: [
      {
        externalAccountId: sam,
        handle: 'Sam Sandbox',
        displayName: 'Sam Sandbox',
        roles: [
          { organization: own, role: 'ADMINISTRATOR' },
          { organization: acme, role: 'ANALYST' },
          { organization: acme, role: 'CONTENT_ADMIN' },
          { organization: oldMill, role: 'ANALYST' },
        ],
      },
      {
        externalAccountId: 'urn:li:person:No7ne4nyWh',
        handle: 'Nora Nowhere',
        displayName: 'Nora Nowhere',
      },
      {
        externalAccountId: paula,
        handle: 'Paula Partner',
        displayName: 'Paula Partner',
        roles: [
          { organization: acme, role: 'ADMINISTRATOR' },
          { organization: oldMill, role: 'DIRECT_SPONSORED_CONTENT_POSTER' },
        ],
        getsRefreshTokens: true,
      },
    ],
    organizations: [
      { externalAccountId: own, handle: 'punctual-sandbox', displayName: 'Punctual Sandbox', consentAs: sam },
      { externalAccountId: acme, handle: 'acme-news', displayName: 'Acme News', consentAs: paula },
      { externalAccountId: oldMill, handle: 'old-mill', displayName: 'Old Mill', consentAs: paula },
    ],
  },
  { 'list-lag': 'On LinkedIn (company): the finder shows the post only after three seconds.' },
);

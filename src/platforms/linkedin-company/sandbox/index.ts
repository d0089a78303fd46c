import { linkedInSimulator } from '../../kit/linkedin/sandbox/simulator.js';

export const simulator = linkedInSimulator(
  'LINKEDIN_COMPANY',
  {
    externalAccountId: 'urn:li:organization:10000001',
    handle: 'punctual-sandbox',
    displayName: 'Punctual Sandbox',
  },
  { 'list-lag': 'On LinkedIn (company): the finder shows the post after three seconds only.' },
);

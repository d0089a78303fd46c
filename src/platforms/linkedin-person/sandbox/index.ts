import { linkedInSimulator } from '../../kit/linkedin/sandbox/simulator.js';

export const simulator = linkedInSimulator(
  'LINKEDIN_PERSON',
  { externalAccountId: 'urn:li:person:Pn7ctu4lSx', handle: 'sam-sandbox', displayName: 'Sam Sandbox' },
  {},
);

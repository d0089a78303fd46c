import type { SimulatedAccount } from '../../../sandbox/simulator.js';

export const sandboxAccount: SimulatedAccount = {
  externalAccountId: '17841400000000001',
  handle: 'punctual.sandbox',
  displayName: 'Sandbox on Instagram',
};

import { bluesky } from './bluesky/definition.js';
import { facebookPage } from './facebook-page/definition.js';
import { instagram } from './instagram/definition.js';
import { linkedInCompany } from './linkedin-company/definition.js';
import { linkedInPerson } from './linkedin-person/definition.js';
import { pinterest } from './pinterest/definition.js';
import { threads } from './threads/definition.js';
import { tikTokBusiness } from './tiktok-business/definition.js';
import { tikTokPersonal } from './tiktok-personal/definition.js';
import { x } from './x/definition.js';
import { youTube } from './youtube/definition.js';
import type { PlatformDefinition } from './kit/definition.js';

/**
 * Every platform of the contract (docs/contract.md#platforms), in its order. This is the only list: a new platform is a
 * folder and a line here, and `npm run openapi` generates the rest.
 */
export const platformDefinitions: readonly PlatformDefinition[] = [
  instagram,
  facebookPage,
  x,
  linkedInPerson,
  linkedInCompany,
  tikTokBusiness,
  tikTokPersonal,
  youTube,
  pinterest,
  threads,
  bluesky,
];

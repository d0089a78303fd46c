import type { Connector } from '../kit/connector.js';
import type { ConnectorParts } from '../kit/parts.js';
import type { LinkedInSession } from '../linkedin/api.js';
import { createLinkedIn } from '../linkedin/create-linkedin.js';
import type { LinkedInSettings } from '../linkedin/settings.js';
import { linkedInCompanyOptionsSchema } from './options.js';

/** A blind connector. The page's recent posts may show a lost post. */
export function createLinkedInCompany(
  parts: ConnectorParts,
  settings: LinkedInSettings,
): Connector<LinkedInSession> {
  return createLinkedIn({ ...parts, ...settings }, { options: linkedInCompanyOptionsSchema });
}

import type { AppResource } from '../../domain/apps.js';
import type { Scope } from '../../domain/scopes.js';
import { placeOfRedirectUri } from '../../urls/redirect-uri.js';
import type { RequestContext } from '../shared/context.js';
import { requireSession } from '../shared/rights/access.js';
import { errorUrl, readRequest } from './internal/read-request.js';

export interface AppPreview {
  name: string;
  /** The host of the app's metadata document. Without a document, the host to which the code would be sent. */
  place: string;
  isVerified: boolean;
  resource: AppResource;
  scopes: readonly Scope[];
  /** The place to which the browser returns afterwards. */
  returnsTo: string;
  /** The URL that tells the app that the person refuses. */
  refuseUrl: string;
}

/** Shows a person what an app asks for. Returns the URL that takes an error to the app if its request is wrong. */
export async function previewApp(
  ctx: RequestContext,
  { query, issuer }: { query: string; issuer: string },
): Promise<AppPreview | { refusedTo: string }> {
  const { userId } = requireSession(ctx);
  const request = await readRequest(ctx, { query, issuer, userId });
  if ('refusedTo' in request) return request;
  const { client, redirectUri, place, isVerified, resource, scopes } = request;
  return {
    name: client.name,
    place,
    isVerified,
    resource,
    scopes,
    returnsTo: placeOfRedirectUri(redirectUri),
    refuseUrl: errorUrl({ ...request, issuer }, 'access_denied', 'The person did not allow the access.'),
  };
}

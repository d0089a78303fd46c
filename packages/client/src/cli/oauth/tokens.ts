import { CommandFailed, ServerBusy } from '../failures.js';
import { isSecret, type OAuthCredential } from '../login-file.js';
import { visible } from '../print.js';
import type { Clock } from '../../clock.js';
import type { AuthorizationServer } from './discover.js';
import { postForm, type OAuthResponse } from './request.js';

/** Exchanges a code or a refresh token. */
export async function requestTokens(
  { tokenUrl }: AuthorizationServer,
  form: Readonly<Record<string, string>> & { client_id: string },
  clock: Clock,
): Promise<OAuthCredential> {
  const response = await postForm(tokenUrl, form);
  const { access_token: accessToken, refresh_token: refreshToken, expires_in: seconds } = response.body;
  if (response.status !== 200) throw refusal(response);
  if (!isSecret(accessToken) || !isSecret(refreshToken) || typeof seconds !== 'number')
    throw new CommandFailed('The server sent no usable tokens.');
  const endsAtMs = clock.nowMs() + seconds * 1_000;
  return { kind: 'oauth', clientId: form.client_id, accessToken, endsAtMs, refreshToken };
}

/** Revokes an access as a whole (RFC 7009). */
export async function revokeAccess(
  { revocationUrl }: AuthorizationServer,
  { clientId, refreshToken }: OAuthCredential,
): Promise<void> {
  const response = await postForm(revocationUrl, { client_id: clientId, token: refreshToken });
  if (response.status !== 200) throw refusal(response);
}

const descriptionCharsMax = 300;

/** Says why the authorization server refused a request, in its own words. */
export function refusal({ status, body }: OAuthResponse): CommandFailed {
  if (status >= 500 || status === 429) return new ServerBusy(status);
  const { error, error_description: description } = body;
  if (error === 'invalid_grant' || error === 'invalid_client')
    return new CommandFailed('The access of this login has ended. Run punctual login again.');
  const words = [description, error].find((text) => typeof text === 'string') ?? `status ${status}`;
  return new CommandFailed(`The server refused the login: ${visible(words).slice(0, descriptionCharsMax)}`);
}

import { CommandFailed } from '../failures.js';
import {
  readLogin,
  saveLogin,
  withLoginLock,
  type Login,
  type LoginPlace,
  type OAuthCredential,
  type Purpose,
} from '../login-file.js';
import { uninterrupted } from '../surroundings.js';
import { discover } from './discover.js';
import { requestTokens } from './tokens.js';

/** A token is replaced this long before its end, so that it is still valid when the request arrives. */
const marginMs = 60_000;

export interface TokenSource {
  /** Returns the token for the Authorization header. */
  current: () => Promise<string>;
  /** Replaces a token that the server has refused before its end. Null: there is no way to get another one. */
  replace: ((refused: string) => Promise<string>) | null;
}

/** The tokens of a login. An access token is replaced shortly before its end, for all processes. */
export function tokensOf(place: LoginPlace, purpose: Purpose, { server, credential }: Login): TokenSource {
  if (credential.kind === 'apiKey') return { current: () => Promise.resolve(credential.key), replace: null };
  let latest: OAuthCredential = credential;
  let renewing: Promise<OAuthCredential> | null = null;
  const usable = async (refused: string | null): Promise<string> => {
    if (isUsable(latest, place, refused)) return latest.accessToken;
    // Requests at the same time wait for one renewal.
    renewing ??= renew(place, purpose, { server, refused }).finally(() => {
      renewing = null;
    });
    latest = await renewing;
    return latest.accessToken;
  };
  return { current: () => usable(null), replace: usable };
}

const isUsable = (
  { accessToken, endsAtMs }: OAuthCredential,
  { clock }: LoginPlace,
  refused: string | null,
): boolean => accessToken !== refused && endsAtMs - marginMs > clock.nowMs();

/**
 * Replaces the tokens. A refresh token works once, and the access ends if it is used twice. So only one process replaces
 * it at a time, the others find the new one in the file, and Ctrl-C waits until it is there.
 */
function renew(
  place: LoginPlace,
  purpose: Purpose,
  { server, refused }: { server: string; refused: string | null },
): Promise<OAuthCredential> {
  return withLoginLock(place, purpose, async () => {
    const stored = readLogin(place.env, purpose);
    if (stored?.credential.kind !== 'oauth' || stored.server !== server)
      throw new CommandFailed('The login has changed meanwhile. Run the command again.');
    const { credential } = stored;
    if (isUsable(credential, place, refused)) return credential;
    const authorization = await discover(server);
    return uninterrupted(async () => {
      const { clientId, refreshToken } = credential;
      const form = { grant_type: 'refresh_token', client_id: clientId, refresh_token: refreshToken };
      const renewed = await requestTokens(authorization, form, place.clock);
      saveLogin(place.env, purpose, { server, credential: renewed });
      return renewed;
    });
  });
}

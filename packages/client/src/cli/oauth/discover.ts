import { CommandFailed, ServerBusy } from '../failures.js';
import { requestJson } from './request.js';

/** Where the authorization server of a Punctual server answers. */
export interface AuthorizationServer {
  /** The origin of the server, as it calls itself. */
  issuer: string;
  authorizationUrl: string;
  tokenUrl: string;
  registrationUrl: string;
  revocationUrl: string;
}

const metadataPath = '/.well-known/oauth-authorization-server';

/** Reads where to log in (RFC 8414). Tokens and codes go to the server itself, whatever its metadata say. */
export async function discover(server: string): Promise<AuthorizationServer> {
  const { status, body } = await requestJson(server + metadataPath);
  if (status >= 500) throw new ServerBusy(status);
  const { issuer } = body;
  if (typeof issuer !== 'string')
    throw new CommandFailed(`${server} has no login in the browser. Log in with a key: punctual login --key`);
  if (!isSameServer(issuer, server))
    throw new CommandFailed(`The server calls itself ${issuer}. Log in with --server ${issuer}`);
  const endpoint = (name: string): string => {
    const url = body[name];
    if (typeof url === 'string' && URL.canParse(url) && new URL(url).origin === issuer) return url;
    throw new CommandFailed(`The server names no usable ${name}.`);
  };
  return {
    issuer,
    authorizationUrl: endpoint('authorization_endpoint'),
    tokenUrl: endpoint('token_endpoint'),
    registrationUrl: endpoint('registration_endpoint'),
    revocationUrl: endpoint('revocation_endpoint'),
  };
}

/** Whether two origins are the same server. People type either name of their own machine. */
function isSameServer(issuer: string, server: string): boolean {
  return issuer === server || (URL.canParse(issuer) && withLocalhost(issuer) === withLocalhost(server));
}

function withLocalhost(origin: string): string {
  const url = new URL(origin);
  if (url.hostname === '127.0.0.1') url.hostname = 'localhost';
  return url.href;
}

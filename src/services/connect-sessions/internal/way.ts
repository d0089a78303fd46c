import { AppError, validationFailed } from '../../../domain/errors.js';
import type { ConnectSessionStatus } from '../../../domain/connect-sessions.js';
import type { PlatformName } from '../../../domain/platforms.js';
import type {
  ConnectPlace,
  CredentialField,
  CredentialsConnect,
  PlatformConnect,
  RedirectConnect,
} from '../../../platforms/kit/connect.js';
import type { ServiceDeps } from '../../shared/context.js';

type WayDeps = Pick<ServiceDeps, 'platforms' | 'publishing' | 'connect'>;

/** How an account is connected: on which server, and there by a redirect, by credentials, or by either. */
export interface Way {
  sandbox: boolean;
  place: ConnectPlace;
  redirect: RedirectConnect | null;
  credentials: CredentialsConnect | null;
}

/**
 * The way for a new session. Unless it is said, an app that is not configured leads to the sandbox, where there is one:
 * so that everything can be tried before anything is registered.
 */
export function chooseWay(deps: WayDeps, platform: PlatformName, sandbox: boolean | undefined): Way {
  const connect = deps.platforms.get(platform)?.connect;
  const hasSandbox = connect !== undefined && deps.connect.hasSandbox(platform) && isOpen(connect, true);
  if (sandbox === true && !hasSandbox) {
    const message = `This installation has no sandbox for ${platform}.`;
    throw validationFailed([{ path: 'sandbox', code: 'no_sandbox', message }]);
  }
  const inSandbox = sandbox ?? (hasSandbox && !isRedirectOpen(connect.redirect, false));
  const way = connect === undefined ? null : wayOf(deps, platform, connect, inSandbox);
  if (way === null || (way.redirect === null && way.credentials === null))
    throw notConfigured(platform, connect);
  return way;
}

/** The way of a session that has begun. Null if it no longer exists, because the installation has changed. */
export function wayOfSession(
  deps: WayDeps,
  { platform, sandbox }: { platform: PlatformName; sandbox: boolean },
): Way | null {
  const connect = deps.platforms.get(platform)?.connect;
  return connect === undefined ? null : wayOf(deps, platform, connect, sandbox);
}

/** Whether credentials can be sent to it now. */
export function takesCredentials(
  deps: WayDeps,
  session: { platform: PlatformName; sandbox: boolean; status: ConnectSessionStatus },
): boolean {
  return session.status === 'PENDING' && (wayOfSession(deps, session)?.credentials ?? null) !== null;
}

function wayOf(
  { publishing }: WayDeps,
  platform: PlatformName,
  connect: PlatformConnect,
  sandbox: boolean,
): Way {
  const baseUrl = publishing.platformBaseUrl(platform, sandbox);
  return {
    sandbox,
    place: { baseUrl, ...(sandbox && { sandboxUrl: baseUrl }) },
    redirect: isRedirectOpen(connect.redirect, sandbox) ? connect.redirect : null,
    credentials: connect.credentials,
  };
}

const isOpen = ({ redirect, credentials }: PlatformConnect, sandbox: boolean): boolean =>
  credentials !== null || isRedirectOpen(redirect, sandbox);

function isRedirectOpen(redirect: RedirectConnect | null, sandbox: boolean): boolean {
  if (redirect === null) return false;
  return sandbox ? redirect.inSandbox !== false : redirect.missingVariables.length === 0;
}

function notConfigured(platform: PlatformName, connect: PlatformConnect | undefined): AppError {
  const missing = connect?.redirect?.missingVariables ?? [];
  const message =
    missing.length === 0
      ? `${platform} accounts cannot be connected with this version of the service.`
      : `${platform} accounts cannot be connected until the operator sets ${missing.join(' and ')}.`;
  return new AppError('PLATFORM_NOT_CONFIGURED', message, {});
}

/** In the sandbox an address leads there and nowhere else. */
export function fieldsOf({ credentials, place }: Way): CredentialField[] {
  const { sandboxUrl } = place;
  return (credentials?.fields ?? []).map((field) =>
    field.kind === 'address' && sandboxUrl !== undefined ? { ...field, default: sandboxUrl } : field,
  );
}

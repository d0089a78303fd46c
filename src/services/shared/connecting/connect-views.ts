import type { PlatformName } from '../../../domain/platforms.js';
import type { CredentialField, RedirectConnect } from '../../../platforms/kit/connect.js';
import type { ServiceDeps } from '../context.js';

export interface CredentialFieldView {
  name: string;
  label: string;
  kind: 'text' | 'address' | 'secret';
  required: boolean;
  default: string | null;
}

/** Whether accounts of the installation's simulated platform can be connected. */
export function offersSandbox(
  { platforms, connect }: Pick<ServiceDeps, 'platforms' | 'connect'>,
  platform: PlatformName,
): boolean {
  const method = platforms.get(platform)?.connect;
  if (method === undefined || !connect.hasSandbox(platform)) return false;
  return method.credentials !== null || (method.redirect !== null && method.redirect.inSandbox !== false);
}

/** The redirect URL. It must be registered with the platform exactly like this. */
export function redirectUriOf(
  { connect }: Pick<ServiceDeps, 'connect'>,
  platform: PlatformName,
  { redirectEndsWithSlash = false }: RedirectConnect,
): string {
  const { path } = connect.names.get(platform) ?? {};
  if (path === undefined) throw new Error(`${platform} has no path.`);
  return `${connect.publicUrl()}/connect/${path}/callback${redirectEndsWithSlash ? '/' : ''}`;
}

export function toFieldViews(fields: readonly CredentialField[]): CredentialFieldView[] {
  return fields.map(({ name, label, kind, default: byDefault }) => ({
    name,
    label,
    kind,
    required: byDefault === undefined,
    default: kind === 'secret' ? null : (byDefault ?? null),
  }));
}

import { isIP } from 'node:net';
import { ConfigError, type Env } from './env.js';

/** The addresses that requests to user-supplied URLs may reach, besides https on port 443 of the public internet. */
export interface EgressPolicyConfig {
  allowCidrs: string[];
  ownHosts: string[];
  nat64: boolean;
}

/** Each kind of user-supplied URL has a variable of its own, so networks allowed for one kind stay closed to others. */
type AllowVariable = 'WEBHOOK_ALLOW_CIDRS' | 'MEDIA_ALLOW_CIDRS' | 'PLATFORM_ALLOW_CIDRS';

type EgressEnv = Pick<
  Env,
  'NODE_ENV' | 'PUBLIC_URL' | AllowVariable | 'ALLOW_PRIVATE_EGRESS' | 'EGRESS_NAT64'
>;

/**
 * Reads which addresses may be called. In production, throws for private networks unless ALLOW_PRIVATE_EGRESS confirms
 * them, so that a setting left over from a test does not open them.
 */
export function egressPolicy(
  env: EgressEnv,
  variable: AllowVariable = 'WEBHOOK_ALLOW_CIDRS',
): EgressPolicyConfig {
  const allowCidrs = (env[variable] ?? '')
    .split(',')
    .map((cidr) => cidr.trim())
    .filter((cidr) => cidr !== '');
  const faulty = allowCidrs.find((cidr) => !isCidr(cidr));
  if (faulty !== undefined) {
    throw new ConfigError(`${variable}: "${faulty}" is not a network such as 10.0.0.0/8`);
  }
  if (allowCidrs.length > 0 && env.NODE_ENV === 'production' && env.ALLOW_PRIVATE_EGRESS !== '1') {
    throw new ConfigError(
      `${variable}: opens private networks to URLs that users supply; in production this also needs ALLOW_PRIVATE_EGRESS=1`,
    );
  }
  return { allowCidrs, ownHosts: ownHosts(env.PUBLIC_URL), nat64: env.EGRESS_NAT64 === '1' };
}

/** The host of PUBLIC_URL, with its port: in development, other ports of localhost belong to other programs. */
function ownHosts(publicUrl: string | undefined): string[] {
  return publicUrl !== undefined && URL.canParse(publicUrl) ? [new URL(publicUrl).host] : [];
}

function isCidr(text: string): boolean {
  const [address = '', bits = '', ...rest] = text.split('/');
  const family = isIP(address);
  const bitsMax = family === 4 ? 32 : 128;
  return (
    family !== 0 &&
    !address.includes('%') &&
    /^\d{1,3}$/.test(bits) &&
    Number(bits) <= bitsMax &&
    rest.length === 0
  );
}

const separator = ' punctual ';

/** Returns the identity under which a worker polls. Temporal's UI shows it, and the doctor reads the version from it. */
export function identityWithVersion(identity: string, version: string): string {
  return `${identity}${separator}${version}`;
}

/** Returns the version in a worker's identity. Null for a worker from before 0.1.0, which had none. */
export function versionOfIdentity(identity: string): string | null {
  return identity.split(separator)[1] ?? null;
}

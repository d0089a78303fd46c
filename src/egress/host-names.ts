/**
 * Host names under which clouds serve the machine's credentials. They are never allowed, not even in a private network.
 */
const metadataNames = new Set([
  'metadata',
  'metadata.google.internal',
  'metadata.amazonaws.com',
  'instance-data',
  'instance-data.ec2.internal',
  'rancher-metadata',
]);

const localNames = new Set(['localhost', 'ip6-localhost', 'ip6-loopback']);
const localSuffixes = ['.localhost', '.localdomain', '.local', '.internal', '.home.arpa', '.svc'];

const nameCharsMax = 253;
const label = /^(?!-)[a-z0-9_-]{1,63}(?<!-)$/;

/**
 * Whether a name is a valid DNS name, spelled as in `URL.hostname` but without the trailing dot. URL itself accepts
 * `a..b` and `a$b`.
 */
export function isWellFormedName(name: string): boolean {
  return name.length <= nameCharsMax && name.split('.').every((part) => label.test(part));
}

export function isMetadataName(name: string): boolean {
  return metadataNames.has(name);
}

/** Whether a name has a meaning only inside one machine, network or cluster. This includes names without a dot. */
export function isLocalName(name: string): boolean {
  return !name.includes('.') || localNames.has(name) || localSuffixes.some((suffix) => name.endsWith(suffix));
}

/** Host names under which clouds serve the machine's credentials. Never allowed, not even in a private network. */
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

/** A DNS name as `URL.hostname` spells it, without the trailing dot. URL itself lets `a..b` and `a$b` pass. */
export function isWellFormedName(name: string): boolean {
  return name.length <= nameCharsMax && name.split('.').every((part) => label.test(part));
}

export function isMetadataName(name: string): boolean {
  return metadataNames.has(name);
}

/** Names that mean something only inside one machine, network or cluster. A name without a dot is one, too. */
export function isLocalName(name: string): boolean {
  return !name.includes('.') || localNames.has(name) || localSuffixes.some((suffix) => name.endsWith(suffix));
}

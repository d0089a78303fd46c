/**
 * The kind of an actor in the audit log and in timelines. A third-party app has the rights of a limited API key, but people
 * do not know it as a key of theirs.
 */
export function recordedKindOf<Kind extends string>({
  kind,
  isApp,
}: {
  kind: Kind;
  isApp?: true;
}): Kind | 'app' {
  return isApp === true ? 'app' : kind;
}

/** A version of a platform's API that ends some day. */
export interface ApiVersion {
  /** The variable that sets the version. */
  variable: string;
  version: string;
  /**
   * The day from which the platform refuses calls of this version, or treats them as calls of a later one. Null: not
   * announced.
   */
  endsAt: Date | null;
  /** Whether the platform has announced that day. Otherwise it follows from how long its versions last. */
  isAnnounced: boolean;
}

/** Returns a text about the end of a version, to follow the version's name. Null: no end is known. */
export function versionEndWords({
  endsAt,
  isAnnounced,
}: Pick<ApiVersion, 'endsAt' | 'isAnnounced'>): string | null {
  const day = endsAt?.toISOString().slice(0, 10);
  if (day === undefined) return null;
  return isAnnounced ? `ends on ${day}` : `ends about ${day} (not announced)`;
}

/** The time before the end of a version from which operators are warned. */
export const versionWarningMs = 60 * 24 * 3_600_000;

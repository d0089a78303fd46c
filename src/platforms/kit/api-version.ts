/** A version of a platform's API that ends some day. */
export interface ApiVersion {
  /** The variable that chooses it. */
  variable: string;
  version: string;
  /** From then on, the platform refuses calls of this version, or treats them as those of a later one. Null: not announced. */
  endsAt: Date | null;
}

/** The time before the end of a version from which operators are warned. */
export const versionWarningMs = 60 * 24 * 3_600_000;

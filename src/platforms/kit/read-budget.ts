/** How often the comments and metrics of posts may be read. Publishing uses the rest of the platform's limits. */
export interface ReadBudget {
  /** The maximum number of calls per hour and account. */
  readonly callsPerHourMax: number;
  /**
   * The maximum number of calls per day for all accounts together: a part of our app's quota at the platform. Absent if
   * the platform counts per account.
   */
  readonly callsPerDayMax?: { max: number; sharedBy: 'installation' };
  /** The number of concurrent reads in one process, for platforms with large responses. Absent for the default. */
  readonly readsAtOnceMax?: number;
}

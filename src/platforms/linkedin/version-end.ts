/**
 * LinkedIn supports each version, such as `202609`, for at least a year. Those that ended did so around the 15th
 * of the month (LinkedIn's page of migrations: "202510 ... October 15, 2026", read in November 2026).
 */
export function endOfVersion(version: string): Date {
  const [year, month] = [Number(version.slice(0, 4)), Number(version.slice(4))];
  return new Date(Date.UTC(year + 1, month - 1, 15));
}

import type { ApiVersion } from '../api-version.js';

/**
 * The versions of the Graph API in their order, with the days on which Meta introduced and ends them (the changelog's table
 * "Available Graph API Versions", updated 2026-10-29, read in November 2026). Null: not announced.
 */
const graphVersions: readonly (readonly [name: string, introduced: string, until: string | null])[] = [
  ['v21.0', '2024-10-02', '2027-01-21'],
  ['v22.0', '2025-01-21', '2027-05-20'],
  ['v23.0', '2025-05-29', '2027-10-08'],
  ['v24.0', '2025-10-08', '2028-02-18'],
  ['v25.0', '2026-02-18', '2028-07-29'],
  ['v26.0', '2026-07-29', null],
  ['v27.0', '2026-11-04', null],
];
const graphYears = 2;

/**
 * The end of a version of the Graph API. If it is not announced, it is about two years after the next one was introduced
 * (Meta: "Platform Versioning"). Versions have ended up to nine days before that.
 */
export function datedGraphVersion(variable: string, version: string): ApiVersion {
  return { variable, version, endsAt: endOf(version) };
}

function endOf(version: string): Date | null {
  const index = graphVersions.findIndex(([name]) => name === version);
  const [, , until = null] = graphVersions[index] ?? [];
  if (until !== null) return new Date(until);
  const [, introduced] = (index === -1 ? undefined : graphVersions[index + 1]) ?? [];
  if (introduced === undefined) return null;
  const end = new Date(introduced);
  end.setUTCFullYear(end.getUTCFullYear() + graphYears);
  return end;
}

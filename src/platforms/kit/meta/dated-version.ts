import type { ApiVersion } from '../api-version.js';

/**
 * The versions of the Graph API in their order, with the days on which Meta introduced and ends them (the changelog's table
 * "Available Graph API Versions", updated 2026-10-29, read in November 2026). Null: not announced.
 */
const graphVersions: readonly { name: string; introduced: string; until: string | null }[] = [
  { name: 'v21.0', introduced: '2024-10-02', until: '2027-01-21' },
  { name: 'v22.0', introduced: '2025-01-21', until: '2027-05-20' },
  { name: 'v23.0', introduced: '2025-05-29', until: '2027-10-08' },
  { name: 'v24.0', introduced: '2025-10-08', until: '2028-02-18' },
  { name: 'v25.0', introduced: '2026-02-18', until: '2028-07-29' },
  { name: 'v26.0', introduced: '2026-07-29', until: null },
  { name: 'v27.0', introduced: '2026-11-04', until: null },
];
const graphYears = 2;

/**
 * The end of a version of the Graph API. If it is not announced, it is about two years after the next one was introduced
 * (Meta: "Platform Versioning"). Some versions have ended weeks before that.
 */
export function datedGraphVersion(variable: string, version: string): ApiVersion {
  const isAnnounced = graphVersions.some(({ name, until }) => name === version && until !== null);
  return { variable, version, endsAt: endOf(version), isAnnounced };
}

function endOf(name: string): Date | null {
  const index = graphVersions.findIndex((version) => version.name === name);
  const version = graphVersions[index];
  if (version === undefined) return null;
  if (version.until !== null) return new Date(version.until);
  const next = graphVersions[index + 1];
  if (next === undefined) return null;
  const end = new Date(next.introduced);
  end.setUTCFullYear(end.getUTCFullYear() + graphYears);
  return end;
}

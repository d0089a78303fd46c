import type { ApiVersion } from '../api-version.js';

/** The days on which Meta introduced versions of the Graph API (its list of versions, read in November 2026), in their order. */
const graphVersions = [
  ['v21.0', '2024-10-02'],
  ['v22.0', '2025-01-21'],
  ['v23.0', '2025-05-29'],
  ['v24.0', '2025-10-08'],
  ['v25.0', '2026-02-18'],
  ['v26.0', '2026-07-29'],
  ['v27.0', '2026-11-04'],
] as const;
const graphYears = 2;

/** A version of the Graph API ends two years after the next one was introduced (Meta: "Platform Versioning"). */
export function datedGraphVersion(variable: string, version: string): ApiVersion {
  return { variable, version, endsAt: endOf(version) };
}

function endOf(version: string): Date | null {
  const index = graphVersions.findIndex(([name]) => name === version);
  const next = index === -1 ? undefined : graphVersions[index + 1];
  if (next === undefined) return null;
  const end = new Date(next[1]);
  end.setUTCFullYear(end.getUTCFullYear() + graphYears);
  return end;
}

import { versionWarningMs } from '../../platforms/kit/api-version.js';
import type { PlatformRegistry } from '../../platforms/kit/platform.js';
import { ok, warning, type Finding } from './finding.js';
import type { DoctorParts } from './parts.js';

const named = { id: 'apiVersions', name: 'Versions of APIs' };

/** Whether a platform's API version in use ends within 60 days, or has ended. */
export function checkVersions({ deps }: Pick<DoctorParts, 'deps'>): Promise<Finding> {
  const lasting = deps.clock.now().getTime() + versionWarningMs;
  const dated = datedVersions(deps.platforms);
  const ending = dated.filter(({ endsAt }) => endsAt !== null && endsAt.getTime() < lasting);
  if (ending.length > 0) {
    const says = ending.map(({ text }) => `${text}.`).join(' ');
    const variables = ending.map(({ variable }) => variable).join(' and ');
    return Promise.resolve(
      warning(named, says, `Upgrade Punctual, or set ${variables} to a later version that the platform has.`),
    );
  }
  return Promise.resolve(
    ok(named, dated.length === 0 ? 'None in use ends.' : `${dated.map(({ text }) => text).join('; ')}.`),
  );
}

/** One for each variable, because platforms of one company may share it. */
function datedVersions(platforms: PlatformRegistry) {
  const byVariable = new Map(
    [...platforms.values()].flatMap(({ label, datedVersion }) => {
      if (datedVersion === undefined) return [];
      const { variable, version, endsAt } = datedVersion;
      const end = endsAt === null ? 'has no known end' : `ends on ${endsAt.toISOString().slice(0, 10)}`;
      return [[variable, { variable, endsAt, text: `${label}: ${variable} ${version} ${end}` }] as const];
    }),
  );
  return [...byVariable.values()];
}

import { versionEndWords, versionWarningMs, type ApiVersion } from '../../platforms/kit/api-version.js';
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
  const unknown = [...deps.platforms.values()].filter(({ datedVersion }) => !datedVersion?.endsAt);
  const others =
    unknown.length === 0 ? [] : [`No end is known for ${unknown.map(({ label }) => label).join(', ')}`];
  const known = dated.filter(({ endsAt }) => endsAt !== null).map(({ text }) => text);
  return Promise.resolve(ok(named, `${[...known, ...others].join('; ')}.`));
}

/** There is one finding for each variable, because platforms of one company may share a variable. */
function datedVersions(platforms: PlatformRegistry) {
  const byVariable = new Map<string, ApiVersion & { labels: string[] }>();
  for (const { label, datedVersion } of platforms.values()) {
    if (datedVersion === undefined) continue;
    const known = byVariable.get(datedVersion.variable);
    if (known === undefined) byVariable.set(datedVersion.variable, { ...datedVersion, labels: [label] });
    else known.labels.push(label);
  }
  return [...byVariable.values()].map(({ labels, ...dated }) => {
    const { variable, version, endsAt } = dated;
    const end = versionEndWords(dated) ?? 'has no known end';
    return { variable, endsAt, text: `${labels.join(' and ')}: ${variable} ${version} ${end}` };
  });
}

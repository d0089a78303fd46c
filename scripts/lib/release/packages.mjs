// The lists of the packages inside a release: a software bill of materials, and their licenses.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fail, inProject, npm } from '../project.mjs';

const licenseFile = /^(licen[cs]e|notice|copying|third[-_]party)/i;
/** The build of the dashboard lists only packages with code, and these are data. */
const dashboardData = ['@fontsource-variable/inter', 'emojibase-data'];
const packageFolder = /^.*\/node_modules\/(@[^/]+\/)?[^/]+/;

/**
 * Every package whose code is in the release: bundled into the server (its modules), shipped beside it (the folders of
 * packages), in the bundle of the workflows, or in the dashboard.
 */
export function packagesInside(modules, shipped) {
  const dashboard = JSON.parse(readFileSync(inProject('dist', 'dashboard', 'licenses.json'), 'utf8'));
  const workflows = readFileSync(inProject('dist', 'workflow-bundle.js'), 'utf8');
  const inWorkflows = [...workflows.matchAll(/"\.\/node_modules\/((?:@[^/"]+\/)?[^/"]+)\//g)];
  const bundled = modules.flatMap((id) => packageFolder.exec(id)?.[0] ?? []);
  const inDashboard = [...dashboard.map(({ name }) => name), ...dashboardData];
  const hoisted = [...inWorkflows.map(([, name]) => name), ...inDashboard];
  const folders = new Set([
    ...bundled,
    ...shipped,
    ...hoisted.map((name) => inProject('node_modules', name)),
  ]);
  return [...folders].sort().map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
    return { folder, name, version, license };
  });
}

/** The CycloneDX document of npm for the lock file, reduced to what is inside, and without what changes with each run. */
export function sbomOf(inside, { version, commit, dateSeconds }) {
  const command = ['sbom', '--package-lock-only', '--sbom-format=cyclonedx'];
  const { ok, output } = npm(command, { quiet: true });
  if (!ok) fail(`npm ${command.join(' ')} did not succeed, which needs npm 10 or newer: ${output}`);
  const { metadata, components, dependencies, ...rest } = JSON.parse(output);
  delete rest.serialNumber;
  const wanted = new Set(inside.map((one) => `${one.name}@${one.version}`));
  const found = sorted(components, 'bom-ref').filter((component) => wanted.has(component['bom-ref']));
  const missing = [...wanted].filter((ref) => found.every((component) => component['bom-ref'] !== ref));
  if (missing.length > 0) fail(`The lock file does not contain ${missing.join(', ')}.`);
  const properties = [{ name: 'commit', value: commit }];
  return {
    ...rest,
    metadata: {
      timestamp: new Date(dateSeconds * 1000).toISOString(),
      component: { ...metadata.component, name: 'punctual', version, properties },
    },
    components: found,
    dependencies: sorted(dependencies, 'ref')
      .filter(({ ref }) => wanted.has(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((one) => wanted.has(one)).sort() })),
  };
}

const sorted = (list, key) => list.toSorted((one, other) => (one[key] < other[key] ? -1 : 1));

/** The licenses of all packages inside, with their texts. */
export function licensesOf(inside) {
  const parts = inside.map(({ folder, name, version, license }) => {
    const texts = readdirSync(folder)
      .filter((file) => licenseFile.test(file))
      .sort()
      .map((file) => readFileSync(path.join(folder, file), 'utf8').trim());
    return [`${name} ${version} (${license})`, ...texts].join('\n\n');
  });
  const rule = `\n\n${'-'.repeat(80)}\n\n`;
  return `Punctual contains these packages. Its own license is in LICENSE.${rule}${parts.join(rule)}\n`;
}

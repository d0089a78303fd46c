// npm run release [-- --check]: makes release/punctual-VERSION-PLATFORM-ARCH, which runs with Node.js alone, its
// archive with a checksum, and the list of packages inside. --check makes everything twice, and compares the bytes.
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ensureBuilt } from './lib/build.mjs';
import { fail, inProject, readText, run, say, secondsSince, sha256 } from './lib/project.mjs';
import { setUp } from './lib/set-up.mjs';
import { withSetupLock } from './lib/setup-lock.mjs';

const unpackedBytesMax = 120 * 1024 * 1024;

/** The version, and the commit with its time, which all files of the archive have. A folder without git has neither. */
function identityOf() {
  const { version } = JSON.parse(readFileSync(inProject('package.json'), 'utf8'));
  const git = (...args) => run('git', args, { quiet: true });
  const { ok, output } = git('log', '-1', '--format=%H %ct');
  if (!ok) return { version, commit: 'unknown', dateSeconds: 0, isClean: false };
  const [commit, date] = output.trim().split(' ');
  const isClean = git('status', '--porcelain').output === '';
  return { version, commit: isClean ? commit : `${commit} with changes`, dateSeconds: Number(date), isClean };
}

async function make(folder, identity) {
  const { makeContents, sizeOf } = await import('./lib/release/contents.mjs');
  const { packFolder } = await import('./lib/release/archive.mjs');
  await makeContents(folder, identity);
  const unpackedBytes = sizeOf(folder);
  if (unpackedBytes > unpackedBytesMax)
    fail(`The release has ${unpackedBytes} bytes, more than ${unpackedBytesMax}.`);
  const archive = await packFolder(folder, identity.dateSeconds);
  const packed = readFileSync(archive);
  writeFileSync(`${archive}.sha256`, `${sha256(packed)}  ${path.basename(archive)}\n`);
  copyFileSync(path.join(folder, 'sbom.cdx.json'), `${folder}.cdx.json`);
  return { archive, digest: sha256(packed), unpackedBytes, packedBytes: packed.length };
}

/** Whether the release of this commit exists, so that tests need not make it again. */
function isMade(folder, { commit, isClean }) {
  const sbom = JSON.parse(readText(`${folder}.cdx.json`) ?? 'null');
  return isClean && existsSync(folder) && sbom?.metadata.component.properties[0].value === commit;
}

async function makeAgain(name, identity) {
  const scratch = mkdtempSync(path.join(tmpdir(), 'punctual-release-'));
  try {
    return await make(path.join(scratch, name), identity);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

const startMs = Date.now();
const asked = process.argv.slice(2);
const unknown = asked.find((word) => word !== '--check');
if (unknown !== undefined) fail(`npm run release takes --check, not "${unknown}".`);
await setUp(ensureBuilt);
const identity = identityOf();
const name = `punctual-${identity.version}-${process.platform}-${process.arch}`;
// Two test files may want the release at the same time.
await withSetupLock(() => release(inProject('release', name)), 'release');

async function release(folder) {
  if (asked.length === 0 && isMade(folder, identity)) {
    say(`release/${name} is up to date.`);
    return;
  }
  if (!identity.isClean) say('This folder differs from its commit, and so does the release.');
  const made = await make(folder, identity);
  if (asked.length > 0 && (await makeAgain(name, identity)).digest !== made.digest)
    fail('Two releases of the same files differ.');
  const mebibytes = (bytes) => `${(bytes / 1024 / 1024).toFixed(1)} MiB`;
  console.log(`release/${name}: ${mebibytes(made.unpackedBytes)}`);
  console.log(`release/${path.basename(made.archive)}: ${mebibytes(made.packedBytes)}`);
  say(`Made the release in ${secondsSince(startMs)}.`);
}

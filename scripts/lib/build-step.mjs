import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { inProject, projectRoot, readText, say, secondsSince, sha256 } from './project.mjs';

const stampOf = (id) => inProject('dist', `.${id}.json`);

/** Returns the files below a folder, as paths from the project's root. `takes` decides about each file and folder. */
export function listFiles(folder, takes) {
  return readdirSync(inProject(folder), { withFileTypes: true })
    .filter((entry) => takes(entry))
    .flatMap((entry) => {
      const file = path.join(folder, entry.name);
      return entry.isDirectory() ? listFiles(file, takes) : [file];
    })
    .sort();
}

/** The sources of a step's last run, or undefined if there was none. */
export const lastSources = (id) => readStamp(id).sources;

/** A truncated stamp file counts as missing. */
function readStamp(id) {
  try {
    return JSON.parse(readText(stampOf(id)) ?? '{}');
  } catch {
    return {};
  }
}

/**
 * Runs one step of the build, unless its sources are the same as in its last run and its output exists. Compares
 * contents, not times, because a checkout changes the times of files whose content stays the same.
 */
export async function buildStep({ id, title, sources, output, build }) {
  const hash = sha256(sources.map((file) => `${file} ${sha256(readFileSync(inProject(file)))}`).join('\n'));
  const last = readStamp(id);
  if (last.hash === hash && existsSync(inProject('dist', output))) return;
  const startMs = Date.now();
  say(`Building ${title} ...`);
  const write = (stamp) => {
    mkdirSync(inProject('dist'), { recursive: true });
    writeFileSync(stampOf(id), JSON.stringify(stamp));
  };
  // The stamp has no hash yet: if this run fails, the next one still knows the sources whose outputs may exist.
  write({ sources: [...new Set([...(last.sources ?? []), ...sources])] });
  await build();
  write({ hash, sources });
  say(`Built ${title} in ${secondsSince(startMs)}.`);
}

/** Runs Node.js to its end, concurrently with other steps, and returns its output. */
export function runNode(args, env = process.env) {
  const child = spawn(process.execPath, args, {
    env,
    cwd: projectRoot,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
  return new Promise((resolve) => child.once('close', (code) => resolve({ ok: code === 0, output })));
}

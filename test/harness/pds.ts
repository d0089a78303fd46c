import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { get } from 'node:http';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { startScript } from './scripts.js';

export interface PdsAccount {
  did: string;
  handle: string;
  /** The account's own password, for its server's pages. */
  password: string;
  appPassword: string;
  expiredAccessJwt: string;
}

export interface Pds {
  url: string;
  /** The directory of its accounts. */
  plcUrl: string;
  accounts: [PdsAccount, PdsAccount];
  close: () => Promise<void>;
}

/** The limit for hooks that start it, because the first may have to wait until its packages are downloaded. */
export const pdsHookMsMax = 600_000;
const pdsDir = path.join(import.meta.dirname, '../pds');

/**
 * Starts a real Bluesky server with two accounts, in its own process. `clients`: the metadata of OAuth clients, by the
 * URL that is their id.
 */
export async function startPds(clients: Readonly<Record<string, object>> = {}): Promise<Pds> {
  await startScript('install-pds');
  const server = spawn(process.execPath, ['server.mjs'], {
    cwd: pdsDir,
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, PDS_CLIENTS: JSON.stringify(clients) },
  });
  const lines = createInterface({ input: server.stdout });
  const first: unknown[] = await Promise.race([once(lines, 'line'), once(server, 'exit')]);
  if (typeof first[0] !== 'string')
    throw new Error('The PDS ended before it was up; its own words stand above.');
  return {
    ...(JSON.parse(first[0]) as Pick<Pds, 'url' | 'plcUrl' | 'accounts'>),
    close: async () => {
      if (server.exitCode !== null) return;
      const exited = once(server, 'exit');
      server.stdin.end();
      await exited;
    },
  };
}

/** Returns the hash of the blob that a server stores under an id. */
export async function blobSha256(url: string, did: string, cid: string): Promise<string> {
  const address = `${url}/xrpc/com.atproto.sync.getBlob?${new URLSearchParams({ did, cid }).toString()}`;
  return new Promise((resolve, reject) => {
    get(address, (answer) => {
      const hash = createHash('sha256');
      answer.on('data', (chunk: Buffer) => hash.update(chunk)).on('end', () => resolve(hash.digest('hex')));
    }).on('error', reject);
  });
}

import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { createHeld } from '../../../../test/harness/held.js';
import { pdsHookMsMax, startPds, type Pds } from '../../../../test/harness/pds.js';
import { useTenant, useTestApi } from '../../../../test/harness/use-test-api.js';
import { runAccounts } from '../../../cli/accounts/accounts.js';
import { runCertify } from '../../../cli/certify/certify.js';
import { createRecorder } from '../../../cli/certify/recorder.js';
import { socialAccounts } from '../../../db/schema/index.js';
import { readCertified } from '../../../domain/certified.js';
import { createSafeFetch } from '../../../egress/create-safe-fetch.js';
import { inProject, readVersion } from '../../../project-root.js';
import { createPlatforms } from '../../kit/create-platforms.js';
import { readSettings } from '../../kit/definition.js';
import { bluesky } from '../definition.js';

const safeFetch = createSafeFetch();
const recorder = createRecorder();
const pds = createHeld<Pds>('The PDS');

const api = useTestApi(async () => {
  pds.put(await startPds());
  const { url, plcUrl, accounts } = pds.value;
  const settings = readSettings([bluesky], {
    BLUESKY_URL: url,
    BLUESKY_PLC_URL: plcUrl,
    BLUESKY_APP_PASSWORD: accounts[0].appPassword,
  });
  return {
    platforms: createPlatforms({
      definitions: [bluesky],
      fetchFor: () => recorder.record(safeFetch),
      clock: { now: () => new Date() },
      settings,
    }),
    publishing: { platformBaseUrl: () => url },
  };
});
const tenant = useTenant(api);
afterAll(async () => {
  await pds.value.close();
  await safeFetch[Symbol.asyncDispose]();
});

let lines: string[] = [];
const print = (line: string): void => {
  lines.push(line);
};
beforeEach(() => {
  lines = [];
});
const said = (): string => lines.join('\n');

const signal = new AbortController().signal;
const common = { print, ask: null, signal };
const accounts = () => Promise.reject(new Error('The account is connected already.'));
// This report can be copied to docs/certified/bluesky.md.
const report = inProject('.cache', 'certified', 'bluesky.md');

/** The version of the server's software. */
function pdsVersion(): string {
  const manifest = inProject('test', 'pds', 'node_modules', '@atproto', 'pds', 'package.json');
  return (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version;
}

async function recordsOf(did: string): Promise<unknown[]> {
  const query = new URLSearchParams({ repo: did, collection: 'app.bsky.feed.post' });
  const url = `${pds.value.url}/xrpc/com.atproto.repo.listRecords?${query.toString()}`;
  const { body } = await safeFetch({ url, method: 'GET' });
  return (JSON.parse(body) as { records: unknown[] }).records;
}

describe('punctual certify against a real Bluesky server', () => {
  it(
    'connects with an app password, confirms the assumptions, and deletes what it made',
    { timeout: pdsHookMsMax },
    async () => {
      const [alice] = pds.value.accounts;
      // The test accounts of the tenant are not part of this run.
      await api.deps.db.delete(socialAccounts);
      const connect = ['connect', 'bluesky', '--workspace', tenant.workspaceId, '--handle', alice.handle];
      const readSecret = () => Promise.resolve('');
      const isApiAt = () => Promise.resolve(true);
      expect(await runAccounts(connect, { ...common, deps: api.deps, readSecret, isApiAt }), said()).toBe(0);
      const account = /(acc_\w+)/.exec(said())?.[1] ?? '';
      mkdirSync(path.dirname(report), { recursive: true });
      // This server has no network behind it, so it returns no threads.
      const skip = ['--skip', 'read-comments'];
      const server = `a local Bluesky server (Bluesky’s own software, @atproto/pds ${pdsVersion()}), not bsky.social`;
      const args = [
        'bluesky',
        '--account',
        account,
        ...skip,
        '--server',
        server,
        '--report',
        report,
        '--yes',
      ];
      const code = await runCertify(args, {
        ...common,
        accounts,
        deps: api.deps,
        recorder,
        version: readVersion(),
        liveUrlOf: () => 'https://bsky.social',
        examplesFolder: inProject('examples'),
        lookupDelaysMs: [0],
      });
      expect(code, said()).toBe(0);
      const text = readFileSync(report, 'utf8');
      expect(readCertified(text)).toMatchObject({ against: server, isPassed: true });
      expect(text).toContain('| repeat-text | A second call with the same key writes nothing');
      expect(text).toContain('Everything was deleted, and is no longer found.');
      for (const secret of [alice.appPassword, alice.password, alice.did, alice.handle, 'eyJ']) {
        expect(text).not.toContain(secret);
      }
      expect(await recordsOf(alice.did)).toEqual([]);
    },
  );

  it(
    'reports that this server shows no threads, without an App View behind it',
    { timeout: pdsHookMsMax },
    async () => {
      const args = ['bluesky', '--yes', '--report', `${report}.threads.md`];
      const code = await runCertify(args, {
        ...common,
        accounts,
        deps: api.deps,
        recorder,
        version: readVersion(),
        liveUrlOf: () => 'https://bsky.social',
        examplesFolder: inProject('examples'),
        lookupDelaysMs: [0],
      });
      expect(code, said()).toBe(1);
      const step = lines.find((line) => line.includes('read-comments'));
      expect(step).toMatch(/^(refuted|unclear) /);
      expect(await recordsOf(pds.value.accounts[0].did)).toEqual([]);
    },
  );
});

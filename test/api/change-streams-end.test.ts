import { createServer, type AddressInfo } from 'node:net';
import { eq } from 'drizzle-orm';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { createContext } from '../../src/context.js';
import { memberships, sessions } from '../../src/db/schema/index.js';
import { streamHeartbeatMs, streamMsMax, streamsPerSessionMax } from '../../src/domain/change-streams.js';
import { createLogger } from '../../src/log.js';
import { runApi, type ApiProcessOptions } from '../../src/processes/run-api.js';
import { call, codeOf, field, startTestApi, type TestSession } from '../harness/api.js';
import { testConfig } from '../harness/config.js';
import { openStream, type TestStream } from '../harness/event-stream.js';
import { createRecordingStarter } from '../harness/recording-starter.js';
import { mintSession, mintTenant } from '../harness/tenants.js';
import { useTestApi } from '../harness/use-test-api.js';

const api = useTestApi();

const opened: TestStream[] = [];
afterEach(async () => {
  api.clock.shiftMs = 0;
  for (const stream of opened.splice(0)) await stream.close();
});

async function open(session: TestSession): Promise<TestStream> {
  const stream = await openStream(api, session);
  opened.push(stream);
  expect(await stream.next()).toMatchObject({ changes: [] });
  return stream;
}

async function freeUrl(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${port}`;
}

const optionsOf = (url: string): ApiProcessOptions => ({
  host: '127.0.0.1',
  port: Number(new URL(url).port),
  metricsPort: undefined,
  metricsOnPublicPort: false,
  publicUrl: undefined,
  trustProxyHops: 0,
  unauthorizedPerMinuteMax: null,
  drainDelayMs: 0,
  validateResponses: true,
  say: () => undefined,
});

describe('the end of a stream of changes', () => {
  it('comes with the end of the session', async () => {
    const person = await api.mintPerson();
    const stream = await open(person.session);
    await api.deps.db.delete(sessions).where(eq(sessions.id, person.session.id));
    await api.draft(person.tenant);
    expect(await stream.rest()).toEqual([]);
  });

  it('comes for one workspace when the membership ends, before any further change is reported', async () => {
    const [person, owner] = [await api.mintPerson(), await api.mintPerson()];
    const { userId } = person.tenant;
    const memberId = await api.addMember(owner.tenant.workspaceId, userId, 'EDITOR');
    const stream = await open(person.session);
    const shared = await api.draft(owner.tenant);
    await stream.until(shared);
    await api.deps.db.delete(memberships).where(eq(memberships.id, memberId));
    await api.draft(owner.tenant);
    const own = await api.draft(person.tenant);
    expect((await stream.until(own)).map(({ id }) => id)).toEqual([own]);
  });

  it('comes when its time limit is reached, and until then heartbeats keep it open', async () => {
    const person = await api.mintPerson();
    const stream = await open(person.session);
    api.clock.shiftMs += streamHeartbeatMs;
    expect(await stream.next()).toMatchObject({ changes: [] });
    api.clock.shiftMs += streamMsMax;
    expect(await stream.rest()).toEqual([]);
  });

  it('makes room for another stream of the session', async () => {
    const person = await api.mintPerson();
    const streams: TestStream[] = [];
    for (let made = 0; made < streamsPerSessionMax; made += 1) streams.push(await open(person.session));
    const refused = await call(api, 'GET', '/events', { session: person.session });
    expect([refused.status, codeOf(refused)]).toEqual([429, 'RATE_LIMITED']);
    expect(field(refused, 'policy')).toBe('streams');
    await open((await api.mintPerson()).session);
    await streams[0]?.close();
    await expect
      .poll(async () => {
        const response = await fetch(`${api.url}/api/v1/events`, { headers: person.session.headers });
        await response.body?.cancel();
        return response.status;
      })
      .toBe(200);
  });

  it('comes immediately when the process shuts down, which then refuses new streams', async () => {
    const other = await startTestApi();
    const tenant = await mintTenant(other);
    const session = await mintSession(other, tenant.userId);
    const stream = await openStream(other, session);
    other.api.startDraining();
    expect(await stream.rest()).toHaveLength(1);
    const refused = await call(other, 'GET', '/events', { session });
    expect([refused.status, codeOf(refused)]).toEqual([503, 'RETRY']);
    await other.close();
  });

  it('comes at SIGTERM, so that the process can end', async () => {
    const person = await api.mintPerson();
    const url = await freeUrl();
    const config = testConfig({
      databaseUrl: api.databaseUrl,
      temporal: { namespace: 'default', connection: { address: '127.0.0.1:1' } },
    });
    // The sweep that runs at the start of the process has not ended when the process ends.
    const starter = createRecordingStarter();
    const log = createLogger({ level: 'silent', name: 'test' });
    const context = createContext(config, 'test', { log, starter });
    onTestFinished(context.close);
    const stop = new AbortController();
    const running = runApi(context, optionsOf(url), stop.signal);
    await expect
      .poll(() =>
        fetch(`${url}/healthz`).then(
          ({ ok }) => ok,
          () => false,
        ),
      )
      .toBe(true);
    const stream = await openStream({ url }, person.session);
    await stream.next();
    stop.abort();
    // If the shutdown had cut the connection off, this would throw an error.
    expect(await stream.rest()).toEqual([]);
    await running;
  });
});

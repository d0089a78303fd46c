import { createServer as createHttpsServer } from 'node:https';
import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { eq } from 'drizzle-orm';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { auditLog, webhookEndpoints } from '../../src/db/schema/index.js';
import { webhookFailingMsMax } from '../../src/domain/webhooks.js';
import type { AttemptVerdict } from '../../src/domain/workflow-contract.js';
import { attemptDelivery } from '../../src/services/webhooks/attempt-delivery.js';
import { getEndpoint } from '../../src/services/webhooks/get.js';
import { createTestCertificate } from '../security/test-certificate.js';
import { createShiftedClock } from '../harness/clock.js';
import { startReceiver, type Receiver, type ReceiverAnswer } from '../harness/receiver.js';
import { addReceiver, asPerson, attemptsOf, deliveryOf, emit, useWebhookStack } from '../harness/webhooks.js';

const mebibyte = 1024 * 1024;
const hourMs = 3_600_000;

// Makes attempts without their workflow, one for each call.
describe('an attempt of a delivery', () => {
  let receiver: Receiver;
  const closers: (() => Promise<void>)[] = [];
  const clock = createShiftedClock();
  const stack = useWebhookStack({ runWorker: false, clock });

  beforeAll(async () => {
    receiver = await startReceiver();
  });
  afterAll(() => receiver.close());
  afterEach(async () => {
    receiver.answer = 204;
    receiver.received.length = 0;
    for (const close of closers.splice(0)) await close();
  });

  async function deliver(deliveryId: string | undefined, step = 0): Promise<AttemptVerdict> {
    const { workflowId, pendingWorkflowId, endpointId, id } = await deliveryOf(stack.deps, deliveryId);
    const run = workflowId ?? pendingWorkflowId ?? '';
    const nowMs = Date.now() + clock.shiftMs;
    return attemptDelivery(stack.deps, { deliveryId: id, endpointId, workflowId: run, step, nowMs });
  }

  async function attemptAt(url: string) {
    const { endpoint } = await addReceiver(stack.workspace, url);
    closers.push(async () => {
      await stack.deps.db.delete(webhookEndpoints).where(eq(webhookEndpoints.id, endpoint.id));
    });
    const [deliveryId] = await emit(stack.workspace, [endpoint.id], { start: false });
    const verdict = await deliver(deliveryId);
    const [attempt] = await attemptsOf(stack.deps, deliveryId);
    return { endpoint, deliveryId, verdict, attempt };
  }

  /** Starts a receiver that does not have to speak HTTP. */
  async function tcp(behave: (socket: Socket) => void): Promise<string> {
    const sockets = new Set<Socket>();
    const server = createServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => undefined);
      behave(socket);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    closers.push(async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    });
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  }

  it('is a POST request with JSON, a user agent and both kinds of signatures', async () => {
    const { verdict, attempt } = await attemptAt(receiver.url);
    expect(verdict).toEqual({ kind: 'DELIVERED' });
    expect(attempt).toMatchObject({
      number: 1,
      outcome: 'DELIVERED',
      statusCode: 204,
      error: null,
      waitMs: null,
    });
    expect(receiver.received).toHaveLength(1);
    expect(receiver.received[0]).toMatchObject({
      method: 'POST',
      path: '/hook',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Punctual-Webhooks/1',
        'x-service-signature': expect.stringMatching(/^[0-9a-f]{64}$/) as string,
        'webhook-signature': expect.stringMatching(/^v1,[A-Za-z0-9+/]{43}=$/) as string,
      },
    });
  });

  it.each([301, 302, 303, 307, 308])('does not follow a redirect with %i', async (status) => {
    const target = await startReceiver();
    closers.push(target.close);
    receiver.answer = (response) => response.writeHead(status, { location: target.url }).end();
    const { verdict, attempt } = await attemptAt(receiver.url);
    expect(verdict).toEqual({ kind: 'RETRY', waitMs: 30_000 });
    expect(attempt).toMatchObject({ outcome: 'FAILED', statusCode: status });
    expect(target.received).toHaveLength(0);
  });

  it('fails with a self-signed certificate: nothing is sent, and the record contains the reason', async () => {
    let requests = 0;
    const server = createHttpsServer(createTestCertificate('receiver.test'), (_request, response) => {
      requests += 1;
      response.end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    closers.push(async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    });
    const { port } = server.address() as AddressInfo;
    const { verdict, attempt } = await attemptAt(`https://127.0.0.1:${port}/hook`);
    expect(verdict).toEqual({ kind: 'RETRY', waitMs: 30_000 });
    expect(attempt).toMatchObject({
      outcome: 'FAILED',
      statusCode: null,
      error: 'No trusted TLS connection could be made.',
    });
    expect(requests).toBe(0);
  });

  it('Events 6: is cut off after 10 seconds if the receiver hangs or responds too slowly', async () => {
    const drip: ReceiverAnswer = (response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write('.'), 100);
      response.on('close', () => clearInterval(timer));
    };
    const dripper = await startReceiver(drip);
    const hanger = await startReceiver(() => undefined);
    closers.push(dripper.close, hanger.close);
    const startMs = performance.now();
    // A timer of the same length shows how late timers are on this machine.
    const timerMs = delay(10_000).then(() => performance.now() - startMs);
    for (const { attempt } of await Promise.all([attemptAt(dripper.url), attemptAt(hanger.url)])) {
      expect(attempt).toMatchObject({ outcome: 'FAILED', statusCode: null, waitMs: 30_000 });
      expect(attempt?.error).toContain('10 seconds');
      expect(attempt?.durationMs).toBeGreaterThanOrEqual(9_990);
      expect(attempt?.durationMs).toBeLessThan(500 + (await timerMs));
    }
  });

  it('reads at most 64 KiB of an endless response, and uses no memory for the rest', async () => {
    let written = 0;
    const endless = await startReceiver((response) => {
      response.writeHead(200);
      const chunk = Buffer.alloc(mebibyte, 'x');
      const pour = (): void => {
        while (written < 1024 * mebibyte && !response.destroyed) {
          written += chunk.length;
          if (!response.write(chunk)) return;
        }
        response.end();
      };
      response.on('drain', pour);
      pour();
    });
    closers.push(endless.close);
    const before = process.memoryUsage().rss;
    const { attempt } = await attemptAt(endless.url);
    expect(attempt).toMatchObject({ outcome: 'FAILED', statusCode: null, responseText: null });
    expect(attempt?.error).toContain('64 KiB');
    expect(written).toBeLessThan(64 * mebibyte);
    expect(process.memoryUsage().rss - before).toBeLessThan(80 * mebibyte);
  });

  it.each<[string, (socket: Socket) => void]>([
    ['resets the connection', (socket) => socket.once('data', () => socket.resetAndDestroy())],
    ['closes the connection', (socket) => socket.end()],
    [
      'sends 100 KB of headers',
      (socket) => socket.end(`HTTP/1.1 200 OK\r\nx: ${'x'.repeat(100_000)}\r\n\r\n`),
    ],
    ['does not respond in HTTP', (socket) => socket.end('hello')],
    ['ends in the middle', (socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nabc')],
  ])('fails if the receiver %s', async (_what, behave) => {
    const { attempt, verdict } = await attemptAt(await tcp(behave));
    expect(verdict.kind).toBe('RETRY');
    expect(attempt).toMatchObject({ outcome: 'FAILED', statusCode: null });
  });

  it('fails if no server listens, and if the TLS certificate cannot be trusted', async () => {
    const url = await tcp((socket) => socket.end('no TLS'));
    const { attempt: noTls } = await attemptAt(url.replace('http:', 'https:'));
    expect(noTls).toMatchObject({ outcome: 'FAILED', error: 'No trusted TLS connection could be made.' });
    for (const close of closers.splice(0)) await close();
    const { attempt: refused } = await attemptAt(url);
    expect(refused).toMatchObject({ outcome: 'FAILED', error: 'No connection could be made.' });
  });

  it('records the first 2 KiB of a response, even if they are not text', async () => {
    receiver.answer = (response) => response.writeHead(500).end(`\u0000${'é'.repeat(5_000)}`);
    const { attempt } = await attemptAt(receiver.url);
    expect(attempt?.statusCode).toBe(500);
    expect(Buffer.byteLength(attempt?.responseText ?? '')).toBeLessThanOrEqual(2_050);
    expect(attempt?.responseText).toMatch(/^é{1000}/);
  });

  it('is refused without a connection if the URL resolves to a private network at that time', async () => {
    const { endpoint } = await addReceiver(stack.workspace, receiver.url);
    for (const url of ['http://169.254.169.254/', 'https://[::ffff:10.0.0.1]/', 'http://10.1.2.3:8080/']) {
      await stack.deps.db.update(webhookEndpoints).set({ url }).where(eq(webhookEndpoints.id, endpoint.id));
      const [deliveryId] = await emit(stack.workspace, [endpoint.id], { start: false });
      expect((await deliver(deliveryId)).kind).toBe('RETRY');
      const [attempt] = await attemptsOf(stack.deps, deliveryId);
      expect(attempt).toMatchObject({ outcome: 'REFUSED', statusCode: null });
      expect(attempt?.error).toMatch(/refused \((private_address|scheme)\)/);
    }
  });

  it('disables the endpoint at once if the receiver responds with 410', async () => {
    receiver.answer = 410;
    const { endpoint, deliveryId, verdict } = await attemptAt(receiver.url);
    expect(verdict).toEqual({ kind: 'DEAD' });
    expect(await getEndpoint(asPerson(stack.workspace.ctx), { endpointId: endpoint.id })).toMatchObject({
      status: 'DISABLED',
      disabledReason: 'GONE',
    });
    expect(await deliveryOf(stack.deps, deliveryId)).toMatchObject({ deadReason: 'ENDPOINT_DISABLED' });
  });

  it('succeeds whatever a small response contains, because it is not parsed', async () => {
    receiver.answer = (response) => response.writeHead(200).end('['.repeat(60 * 1024));
    const { attempt } = await attemptAt(receiver.url);
    expect(attempt).toMatchObject({ outcome: 'DELIVERED', statusCode: 200, error: null });
  });

  it('disables the endpoint if all attempts of five days have failed, without a success in between', async () => {
    receiver.answer = 500;
    const { endpoint, deliveryId } = await attemptAt(receiver.url);
    const status = async () =>
      (await getEndpoint(asPerson(stack.workspace.ctx), { endpointId: endpoint.id })).status;
    clock.shiftMs = webhookFailingMsMax - hourMs;
    expect((await deliver(deliveryId, 1)).kind).toBe('RETRY');
    receiver.answer = 200;
    const [second] = await emit(stack.workspace, [endpoint.id], { start: false });
    expect((await deliver(second)).kind).toBe('DELIVERED');
    receiver.answer = 500;
    clock.shiftMs = webhookFailingMsMax + hourMs;
    expect((await deliver(deliveryId, 2)).kind).toBe('RETRY');
    expect(await status()).toBe('ENABLED');
    clock.shiftMs = 2 * webhookFailingMsMax;
    expect((await deliver(deliveryId, 3)).kind).toBe('RETRY');
    clock.shiftMs = 2 * webhookFailingMsMax + 2 * hourMs;
    expect((await deliver(deliveryId, 4)).kind).toBe('DEAD');
    expect(await getEndpoint(asPerson(stack.workspace.ctx), { endpointId: endpoint.id })).toMatchObject({
      status: 'DISABLED',
      disabledReason: 'ONLY_FAILURES',
    });
    const recorded = await stack.deps.db.select().from(auditLog).where(eq(auditLog.subjectId, endpoint.id));
    expect(recorded.filter(({ actorKind }) => actorKind === 'system')).toMatchObject([
      {
        action: 'webhook_endpoint.disabled',
        workspaceId: endpoint.workspaceId,
        network: null,
        changes: [{ field: 'disabledReason', from: null, to: 'ONLY_FAILURES' }],
      },
    ]);
  });

  it('is retried and disables nothing if it is the first failure after five days without events', async () => {
    receiver.answer = 500;
    const { endpoint } = await attemptAt(receiver.url);
    const disabled = async () =>
      (await getEndpoint(asPerson(stack.workspace.ctx), { endpointId: endpoint.id })).disabledReason;
    clock.shiftMs = webhookFailingMsMax + hourMs;
    const [deliveryId] = await emit(stack.workspace, [endpoint.id], { start: false });
    for (const step of [0, 1, 2, 3]) {
      expect((await deliver(deliveryId, step)).kind).toBe('RETRY');
      clock.shiftMs += hourMs / 4;
    }
    expect(await deliveryOf(stack.deps, deliveryId)).toMatchObject({ status: 'PENDING', deadReason: null });
    expect(await disabled()).toBeNull();
    clock.shiftMs += 2 * hourMs;
    expect((await deliver(deliveryId, 4)).kind).toBe('DEAD');
    expect(await disabled()).toBe('ONLY_FAILURES');
  });

  it('is not made again if it is already recorded', async () => {
    receiver.answer = 500;
    const { deliveryId, verdict } = await attemptAt(receiver.url);
    expect(await deliver(deliveryId)).toEqual(verdict);
    expect(receiver.received).toHaveLength(1);
    expect(await attemptsOf(stack.deps, deliveryId)).toHaveLength(1);
  });

  it('is not made by a run other than the one in the delivery', async () => {
    const { endpoint } = await addReceiver(stack.workspace, receiver.url);
    const [deliveryId = ''] = await emit(stack.workspace, [endpoint.id], { start: false });
    const strange = {
      deliveryId,
      endpointId: endpoint.id,
      workflowId: 'another',
      step: 0,
      nowMs: Date.now(),
    };
    expect(await attemptDelivery(stack.deps, strange)).toEqual({ kind: 'STOPPED' });
    expect(receiver.received).toHaveLength(0);
  });
});

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signatureHeaders } from '../../src/services/webhooks/internal/sign.js';
import { startReceiver, verifyStandard, type ReceivedWebhook, type Receiver } from '../harness/receiver.js';
import { addReceiver, emit, useWebhookStack, untilDelivery } from '../harness/webhooks.js';

const page = readFileSync(new URL('../../docs/webhooks.md', import.meta.url), 'utf8');

function codeBlock(language: string, containing: string): string {
  const blocks = [...page.matchAll(new RegExp(`\`\`\`${language}\n([^]*?)\`\`\``, 'g'))].map(
    ([, code]) => code,
  );
  const found = blocks.find((code) => code?.includes(containing));
  if (found === undefined) throw new Error(`docs/webhooks.md has no ${language} block with ${containing}`);
  return found;
}

const python = spawnSync('python3', ['-c', 'import sys; sys.exit(sys.version_info < (3, 9))']).status === 0;

/** The request as it came; with the first byte of the body changed; and with an old time. */
function variants(received: ReceivedWebhook): { request: ReceivedWebhook; genuine: boolean }[] {
  const tampered = Buffer.from(received.body);
  tampered[0] = 0x20;
  const old = { ...received.headers, 'webhook-timestamp': String(Math.floor(Date.now() / 1000) - 301) };
  return [
    { request: received, genuine: true },
    { request: { ...received, body: tampered }, genuine: false },
    { request: { ...received, headers: old }, genuine: false },
  ];
}

describe('docs/webhooks.md', () => {
  const stack = useWebhookStack();
  let receiver: Receiver;
  let secret: string;
  let delivered: ReceivedWebhook;
  let folder: string;

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'punctual-docs-'));
    receiver = await startReceiver();
    const added = await addReceiver(stack.workspace, receiver.url);
    secret = added.secret;
    const [deliveryId] = await emit(stack.workspace, [added.endpoint.id]);
    await untilDelivery(stack.deps, deliveryId, 'DELIVERED');
    const [first] = receiver.received;
    if (first === undefined) throw new Error('nothing was received');
    delivered = first;
  });
  afterAll(async () => {
    await receiver.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('has twelve lines of Node that accept a delivery, and neither a changed nor an old one', async () => {
    const code = codeBlock('js', 'export function verify');
    expect(code.split('\n').filter((line) => line.trim() !== '').length).toBeLessThanOrEqual(12);
    const file = path.join(folder, 'verify.mjs');
    writeFileSync(file, code);
    const { verify } = (await import(pathToFileURL(file).href)) as {
      verify: (secret: string, headers: object, body: Buffer) => boolean;
    };
    for (const { request, genuine } of variants(delivered)) {
      expect(verify(secret, request.headers, request.body)).toBe(genuine);
    }
  });

  it.skipIf(!python)('has twelve lines of Python that do the same', () => {
    const code = codeBlock('python', 'def verify');
    expect(code.split('\n').filter((line) => line.trim() !== '').length).toBeLessThanOrEqual(12);
    const ask = [
      'import json, sys',
      'call = json.load(sys.stdin)',
      'print(verify(call["secret"], call["headers"], bytes.fromhex(call["body"])))',
    ].join('\n');
    for (const { request, genuine } of variants(delivered)) {
      const call = { secret, headers: request.headers, body: request.body.toString('hex') };
      const run = spawnSync('python3', ['-c', `${code}\n${ask}`], {
        input: JSON.stringify(call),
        encoding: 'utf8',
      });
      expect(run.stderr).toBe('');
      expect(run.stdout.trim()).toBe(genuine ? 'True' : 'False');
    }
  });

  it('agrees with the library of Standard Webhooks', () => {
    for (const { request, genuine } of variants(delivered)) {
      if (genuine) expect(verifyStandard(secret, request)).toMatchObject({ type: 'post.published' });
      else expect(() => verifyStandard(secret, request)).toThrow();
    }
  });

  it('has a test vector that is right', () => {
    const {
      body,
      secret: shown,
      ...headers
    } = JSON.parse(codeBlock('json', 'x-service-signature')) as Record<string, string>;
    const at = new Date(Number(headers['webhook-timestamp']) * 1000);
    const eventId = headers['webhook-id'] ?? '';
    expect(signatureHeaders({ eventId, body: body ?? '', secrets: [shown ?? ''], at })).toEqual(headers);
  });
});

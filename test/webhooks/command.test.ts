import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { webhookEventTypes } from '../../src/domain/webhooks.js';
import { runWebhooks } from '../../src/cli/webhooks.js';
import { startReceiver, verifyStandard, type Receiver } from '../harness/receiver.js';
import { mintWorkspace } from '../harness/stack.js';
import { useWebhookStack, untilDelivery } from '../harness/webhooks.js';

// The tests are one story, in order: each step uses what the one before it made.
describe('punctual webhooks', () => {
  const stack = useWebhookStack();
  let receiver: Receiver;
  let endpointId: string;
  let deliveryId: string;
  let secret: string;

  beforeAll(async () => {
    receiver = await startReceiver();
  });
  afterAll(() => receiver.close());

  async function run(...args: string[]): Promise<{ code: number; output: string }> {
    const lines: string[] = [];
    const code = await runWebhooks(args, { deps: stack.deps, print: (line) => void lines.push(line) });
    return { code, output: lines.join('\n') };
  }

  async function runJson<T>(...args: string[]): Promise<T> {
    const { code, output } = await run(...args, '--json');
    expect({ code, output }).toMatchObject({ code: 0 });
    return JSON.parse(output) as T;
  }

  it('adds an endpoint to the only workspace, and prints its secret only once', async () => {
    const added = await run('add', '--url', receiver.url, '--events', 'post.published,post.failed');
    expect(added.code).toBe(0);
    secret = /whsec_\S+/.exec(added.output)?.[0] ?? '';
    const listed = await run('list');
    expect(listed.output).toContain(receiver.url);
    expect(listed.output).not.toContain('whsec_');
    const [endpoint] = await runJson<{ id: string; events: string[] }[]>('list');
    expect(endpoint?.events).toEqual(['post.published', 'post.failed']);
    endpointId = endpoint?.id ?? '';
  });

  it('shows the result of a test event', async () => {
    const { code, output } = await run('test', endpointId);
    expect(code).toBe(0);
    expect(output).toMatch(/DELIVERED {2}204/);
    const [request] = receiver.received;
    expect(request && verifyStandard(secret, request)).toMatchObject({ type: 'webhook.test' });
  });

  it('shows deliveries and attempts, and redelivers', async () => {
    const page = await runJson<{ data: { id: string }[] }>('deliveries', endpointId, '--status', 'delivered');
    deliveryId = page.data[0]?.id ?? '';
    await runJson('redeliver', deliveryId);
    await receiver.until(2);
    await untilDelivery(stack.deps, deliveryId, 'DELIVERED');
    expect(await runJson('attempts', deliveryId)).toMatchObject([{ number: 1 }, { number: 2 }]);
    expect((await run('deliveries', endpointId)).output).toContain('2 attempt(s)');
  });

  it('shows the payload of a delivery', async () => {
    const delivery = await runJson<{ payload: { id: string } }>('delivery', deliveryId);
    expect(delivery).toMatchObject({
      id: deliveryId,
      type: 'webhook.test',
      payload: { type: 'webhook.test', workspaceId: stack.workspace.workspaceId },
    });
    const { output } = await run('delivery', deliveryId);
    expect(output).toContain(`"id": "${delivery.payload.id}"`);
  });

  it('selects types that are not sent by default, and restores the default', async () => {
    const events = ['post.scheduled', 'post.canceled', 'post.needs_approval'];
    expect(await runJson('update', endpointId, '--events', events.join(','))).toMatchObject({ events });
    expect((await run('list')).output).toContain(events.join(','));
    expect(await runJson('update', endpointId, '--events', 'default')).toMatchObject({ events: null });
    expect((await run('list')).output).toContain('  default  ');
    for (const type of webhookEventTypes) expect((await run()).output).toContain(type);
  });

  it('replays deliveries, and updates, rotates and removes an endpoint', async () => {
    expect(await runJson('replay', endpointId, '--since', '2020-01-01T00:00:00Z')).toEqual({ replayed: 0 });
    expect(await runJson('update', endpointId, '--events', 'all', '--disable')).toMatchObject({
      events: null,
      status: 'DISABLED',
      disabledReason: 'BY_USER',
    });
    expect(await runJson('update', endpointId, '--enable')).toMatchObject({ status: 'ENABLED' });
    const rotated = await runJson<{ secret: string }>('rotate', endpointId, '--previous-valid-hours', '0');
    expect(rotated).toMatchObject({ previousSecretExpiresAt: null });
    expect(rotated.secret).not.toBe(secret);
    expect((await run('remove', endpointId)).code).toBe(0);
    expect((await run('list')).output).toBe('No endpoint is registered.');
  });

  it.each([
    [['add', '--url', 'http://10.0.0.1/'], 'URL_REJECTED'],
    [['add', '--url', 'http://127.0.0.1:1/', '--events', 'post.deleted'], 'VALIDATION_FAILED'],
    [
      ['add', '--url', 'http://127.0.0.1:1/', '--events', 'post.failed,post.bogus'],
      'no event type post.bogus',
    ],
    [['add'], '--url'],
    [['test', 'whe_none'], 'NOT_FOUND'],
    [['replay', 'whe_none', '--since', 'yesterday'], '--since'],
    [['rotate', 'whe_none', '--previous-valid-hours', 'x'], '--previous-valid-hours'],
    [['remove'], 'Usage'],
    [['list', '--nonsense'], "Unknown option '--nonsense'."],
    [['remove'], 'remove: an id is missing'],
    [['dance', 'whe_none'], 'There is no command dance.'],
    [['dance', 'whe_none'], 'Usage'],
  ])('refuses %j', async (args, text) => {
    const { code, output } = await run(...args);
    expect(code).toBe(1);
    expect(output).toContain(text);
  });

  it('requires the workspace if there are several', async () => {
    await mintWorkspace(stack.deps, ['BLUESKY']);
    const { workspaceId } = stack.workspace;
    for (const args of [['list'], ['add', '--url', receiver.url]]) {
      const { code, output } = await run(...args);
      expect(code).toBe(1);
      expect(output).toContain('--workspace: There are several workspaces.');
      expect(output).toContain(workspaceId);
    }
    expect(await runJson('list', '--workspace', workspaceId)).toEqual([]);
  });
});

import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { standardSignature } from '../../client/src/webhook-signatures.js';
import { inProject } from '../../../src/project-root.js';
import { buildNodes, deliver, type Built, type Delivery } from '../testing/nodes.js';

const [secret, other] = ['a', 'b'].map(
  (letter) => `whsec_${Buffer.alloc(32, letter).toString('base64')}`,
) as [string, string];
let built: Built;
beforeAll(() => {
  built = buildNodes();
});
afterAll(() => {
  built.remove();
});

/** A delivery as the service sends it, with spaces that a parser would lose. */
function delivery(type: string, options: Partial<Delivery & { atMs: number }> = {}): Delivery {
  const body = `{ "id": "evt_1", "type": "${type}", "data": { "message": "grüß dich" } }`;
  const timestamp = String(Math.floor((options.atMs ?? Date.now()) / 1_000));
  const signature = standardSignature(secret, { id: 'evt_1', timestamp, body });
  const headers = {
    'webhook-id': 'evt_1',
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
  };
  return { rawBody: Buffer.from(body), headers, secrets: secret, ...options };
}

it('a genuine event starts the workflow', async () => {
  const { result, responded } = await deliver(built.trigger, delivery('post.failed'));
  const json = { id: 'evt_1', type: 'post.failed', data: { message: 'grüß dich' } };
  expect(result).toEqual({ workflowData: [[{ json }]] });
  expect(responded.status).toBe(0);
});

it('while a secret is rotated, both are accepted', async () => {
  const { result } = await deliver(built.trigger, delivery('post.failed', { secrets: `${other} ${secret}` }));
  expect(result?.workflowData).toHaveLength(1);
});

it('an event that was not chosen gets a response, and starts nothing', async () => {
  const unwanted = await deliver(built.trigger, delivery('webhook.test'));
  expect(unwanted.result?.workflowData).toBeUndefined();
  expect(unwanted.responded.status).toBe(0);
  const chosen = await deliver(built.trigger, delivery('webhook.test', { events: ['webhook.test'] }));
  expect(chosen.result?.workflowData).toHaveLength(1);
});

it.each([
  ['another secret', { secrets: other }, 'wrong_signature'],
  ['no secret', { secrets: '' }, 'is no signing secret'],
  ['another body', { rawBody: Buffer.from('{}') }, 'wrong_signature'],
  ['no headers', { headers: {} }, 'missing_header'],
  ['a recorded delivery', { atMs: Date.now() - 600_000 }, 'too_old'],
])('%s is refused with 401', async (_title, options, reason) => {
  const { result, responded } = await deliver(built.trigger, delivery('post.failed', options));
  expect(result).toEqual({ noWebhookResponse: true });
  expect(responded).toEqual({ status: 401, text: expect.stringContaining(reason) as unknown });
});

it('all events of the API can be chosen, and those that an endpoint gets without a choice are chosen', () => {
  const { webhooks } = JSON.parse(readFileSync(inProject('openapi.json'), 'utf8')) as { webhooks: object };
  const field = built.trigger.description.properties.find(({ name }) => name === 'events');
  const values = field?.options?.flatMap((option) => ('value' in option ? [option.value] : []));
  expect(values?.toSorted()).toEqual(Object.keys(webhooks).toSorted());
  expect(field?.default).toEqual([
    'post.published',
    'post.failed',
    'account.token_expired',
    'comment.received',
  ]);
});

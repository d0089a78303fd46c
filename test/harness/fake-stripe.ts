import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server with the few calls of Stripe that we make, as documented, and with state, which Stripe's own mock lacks. */
export interface FakeStripe {
  url: string;
  /** The message with which cards are refused; undefined: charges succeed. */
  declineMessage: string | undefined;
  hasCard: boolean;
  /** Whether charges are made but their responses are lost. */
  dropAnswers: boolean;
  /** The add-ons that were sold, by customer. */
  quantities: Map<string, number>;
  /** How often a quantity was increased. Each increase is a charge. */
  charges: number;
  subscriptions: number;
  /** Customers whose subscription has ended. */
  ended: string[];
  /** Deleted customers. */
  deleted: Set<string>;
  /** While this is set, every response has this status, and no request has an effect. */
  outage: number | undefined;
  requests: string[];
  /** The allowed actions on the payment page, as sent. */
  portalConfigurations: PortalConfiguration[];
  /** Visits to the payment page: the URL of each is a page with a link back. */
  portalSessions: PortalSession[];
  close: () => Promise<void>;
}

interface PortalConfiguration {
  id: string;
  active: boolean;
  /** The sent values by the field names of the form, such as `features[invoice_history][enabled]`. */
  sent: Record<string, string>;
}

interface PortalSession {
  url: string;
  customer: string;
  configuration: string;
  returnUrl: string;
}

interface Subscription {
  id: string;
  customer: string;
  status: 'active' | 'canceled';
}

export async function startFakeStripe(): Promise<FakeStripe> {
  const subscriptions: Subscription[] = [];
  const answers = new Map<string, { status: number; body: object }>();
  let customers = 0;

  const subscriptionBody = ({ id, customer, status }: Subscription): object => ({
    id,
    object: 'subscription',
    status,
    customer,
    items: {
      object: 'list',
      data: [
        {
          id: `si_${id}`,
          object: 'subscription_item',
          price: { id: 'price_addon' },
          quantity: fake.quantities.get(customer) ?? 0,
        },
      ],
    },
  });
  const list = (data: object[]): object => ({ object: 'list', data, has_more: false });
  const declined = (): { status: number; body: object } => ({
    status: 402,
    body: {
      error: {
        type: 'card_error',
        code: 'card_declined',
        decline_code: 'generic_decline',
        message: fake.declineMessage,
      },
    },
  });

  const sell = (subscription: Subscription, quantity: number): void => {
    if (quantity > (fake.quantities.get(subscription.customer) ?? 0)) fake.charges += 1;
    fake.quantities.set(subscription.customer, quantity);
  };

  const configurationBody = ({ id, active, sent }: PortalConfiguration): object => ({
    id,
    object: 'billing_portal.configuration',
    active,
    metadata: { punctual: sent['metadata[punctual]'] },
  });
  const noCustomer = (): { status: number; body: object } => ({
    status: 404,
    body: {
      error: {
        type: 'invalid_request_error',
        code: 'resource_missing',
        param: 'customer',
        message: 'No such customer.',
      },
    },
  });
  const portal = (method: string, what: string, form: URLSearchParams): { status: number; body: object } => {
    const known = fake.portalConfigurations.filter(({ active }) => active);
    if (what === 'configurations' && method === 'GET')
      return { status: 200, body: list(known.map(configurationBody)) };
    if (what === 'configurations') {
      const id = `bpc_${fake.portalConfigurations.length + 1}`;
      const made = { id, active: true, sent: Object.fromEntries(form) };
      fake.portalConfigurations.push(made);
      return { status: 200, body: configurationBody(made) };
    }
    const configuration = form.get('configuration') ?? '';
    if (!known.some(({ id }) => id === configuration)) {
      const error = { type: 'invalid_request_error', message: 'The configuration is inactive.' };
      return { status: 400, body: { error } };
    }
    if (fake.deleted.has(form.get('customer') ?? '')) return noCustomer();
    const url = `${fake.url}/p/session/${fake.portalSessions.length + 1}`;
    const [customer, returnUrl] = [form.get('customer') ?? '', form.get('return_url') ?? ''];
    fake.portalSessions.push({ url, customer, configuration, returnUrl });
    return { status: 200, body: { id: 'bps_1', object: 'billing_portal.session', url } };
  };

  const answer = (method: string, url: URL, form: URLSearchParams): { status: number; body: object } => {
    const [, , resource, id, part] = url.pathname.split('/');
    if (resource === 'billing_portal') return portal(method, id ?? '', form);
    if (resource === 'customers' && fake.deleted.has(id ?? '')) return noCustomer();
    const quantity = Number(form.get('items[0][quantity]'));
    if (resource === 'customers' && part === 'payment_methods')
      return { status: 200, body: list(fake.hasCard ? [{ id: 'pm_1', object: 'payment_method' }] : []) };
    if (resource === 'customers')
      return { status: 200, body: { id: `cus_${(customers += 1)}`, object: 'customer' } };
    const known = subscriptions.find((each) => each.id === id);
    if (method === 'GET') {
      // Stripe's lists leave out canceled subscriptions.
      const own = subscriptions.filter(
        ({ customer, status }) => status === 'active' && customer === url.searchParams.get('customer'),
      );
      return {
        status: 200,
        body: known === undefined ? list(own.map(subscriptionBody)) : subscriptionBody(known),
      };
    }
    if (method === 'DELETE' && known !== undefined) {
      known.status = 'canceled';
      fake.quantities.delete(known.customer);
      fake.ended.push(known.customer);
      return { status: 200, body: subscriptionBody(known) };
    }
    if (fake.declineMessage !== undefined) return declined();
    const subscription: Subscription = known ?? {
      id: `sub_${subscriptions.length + 1}`,
      customer: form.get('customer') ?? '',
      status: 'active',
    };
    if (known === undefined) subscriptions.push(subscription);
    sell(subscription, quantity);
    fake.subscriptions = subscriptions.length;
    return { status: 200, body: subscriptionBody(subscription) };
  };

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const url = new URL(request.url ?? '/', 'http://stripe.test');
    const method = request.method ?? '';
    fake.requests.push(`${method} ${url.pathname}`);
    const visit = fake.portalSessions.find(({ url: page }) => new URL(page).pathname === url.pathname);
    if (visit !== undefined) {
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end(
        `<!doctype html><title>Payment</title><h1>Payment</h1><a href="${visit.returnUrl}">Return</a>`,
      );
      return;
    }
    if (fake.outage !== undefined) {
      response.writeHead(fake.outage, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ error: { type: 'invalid_request_error', message: 'Not now.' } }));
      return;
    }
    const key = request.headers['idempotency-key'];
    const kept = typeof key === 'string' ? answers.get(key) : undefined;
    const given = kept ?? answer(method, url, new URLSearchParams(Buffer.concat(chunks).toString()));
    if (typeof key === 'string') answers.set(key, given);
    if (fake.dropAnswers && method === 'POST') {
      request.socket.destroy();
      return;
    }
    response.writeHead(given.status, { 'content-type': 'application/json', 'request-id': 'req_test' });
    response.end(JSON.stringify(given.body));
  };

  const server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const fake: FakeStripe = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    declineMessage: undefined,
    hasCard: true,
    dropAnswers: false,
    quantities: new Map(),
    charges: 0,
    subscriptions: 0,
    ended: [],
    deleted: new Set(),
    outage: undefined,
    requests: [],
    portalConfigurations: [],
    portalSessions: [],
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => {
          resolve();
        });
      }),
  };
  return fake;
}

import { and, eq } from 'drizzle-orm';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { auditLog, billingAccounts, idempotencyKeys } from '../../src/db/schema/index.js';
import { createSafeFetch } from '../../src/egress/create-safe-fetch.js';
import { call, codeOf, field, type Answer, type TestSession } from '../harness/api.js';
import { startFakeStripe, type FakeStripe } from '../harness/fake-stripe.js';
import { stripeBillingAt } from '../harness/stripe-billing.js';
import { useTestApi, type Person } from '../harness/use-test-api.js';

const safeFetch = createSafeFetch();
afterAll(() => safeFetch[Symbol.asyncDispose]());

let stripe: FakeStripe;
const selfHosted = useTestApi();
const api = useTestApi(async () => {
  stripe = await startFakeStripe();
  return {
    billing: stripeBillingAt(stripe.url, safeFetch),
    connect: { returnOrigins: ['https://app.example.com'] },
  };
});
afterAll(() => stripe.close());
beforeEach(() => {
  stripe.outage = undefined;
  stripe.dropAnswers = false;
  stripe.requests.length = 0;
});

const pathOf = ({ tenant }: Person): string => `/workspaces/${tenant.workspaceId}/billing-sessions`;
const home = (): string => `${api.url}/w/home`;
const open = (person: Person, session: TestSession = person.session, returnUrl = home()): Promise<Answer> =>
  call(api, 'POST', pathOf(person), { session, body: { returnUrl } });
const refusal = ({ status, ...answer }: Answer) => [status, codeOf({ status, ...answer })];
const entriesOf = ({ tenant }: Person) =>
  api.deps.db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.workspaceId, tenant.workspaceId), eq(auditLog.action, 'billing.session_created')));
const customerOf = async ({ tenant }: Person) =>
  (await api.deps.db.select().from(billingAccounts).where(eq(billingAccounts.userId, tenant.userId)))[0]
    ?.customerId;

it('a billing session opens a page of the payment provider for the paying owner, whose customer is created once', async () => {
  const person = await api.mintPerson();
  const answer = await open(person);
  expect(answer.status, answer.text).toBe(201);
  const visit = stripe.portalSessions.at(-1);
  expect(answer.body).toEqual({ url: visit?.url });
  expect(visit).toMatchObject({ customer: await customerOf(person), returnUrl: home() });
  expect((await open(person)).status).toBe(201);
  expect(stripe.portalSessions.at(-1)?.customer).toBe(visit?.customer);
  expect(stripe.requests.filter((request) => request === 'POST /v1/customers')).toHaveLength(1);
});

it('a billing session is recorded in the audit log, without its URL', async () => {
  const person = await api.mintPerson();
  const url = field<string>(await open(person), 'url');
  const entries = await entriesOf(person);
  expect(entries).toMatchObject([{ actorUserId: person.tenant.userId, changes: [] }]);
  for (const text of [JSON.stringify(entries), api.logLines.join('')]) expect(text).not.toContain(url);
});

it('concurrent billing sessions in several processes create a single configuration at the provider', async () => {
  await using fresh = await freshStripe();
  const newProcess = () => stripeBillingAt(fresh.stripe.url, safeFetch);
  const order = { customerId: 'cus_1', returnUrl: home() };
  const [one, other] = [newProcess(), newProcess()];
  const pages = await Promise.all([one, one, other, other].map((each) => each.openPage(order)));
  expect(pages.every((page) => page.kind === 'OPEN' && page.url.startsWith(fresh.stripe.url))).toBe(true);
  await newProcess().openPage(order);
  expect(fresh.stripe.portalConfigurations).toHaveLength(1);
  const made = 'POST /v1/billing_portal/configurations';
  expect(fresh.stripe.requests.filter((request) => request === made).length).toBeLessThanOrEqual(2);
});

it('a billing session uses another active configuration if the previous one was archived', async () => {
  await using fresh = await freshStripe();
  const billing = stripeBillingAt(fresh.stripe.url, safeFetch);
  const order = { customerId: 'cus_1', returnUrl: home() };
  await billing.openPage(order);
  const [archived] = fresh.stripe.portalConfigurations;
  if (archived === undefined) throw new Error('No configuration was made.');
  archived.active = false;
  fresh.stripe.portalConfigurations.push({ ...archived, id: 'bpc_restored', active: true });
  expect(await billing.openPage(order)).toMatchObject({ kind: 'OPEN' });
  expect(fresh.stripe.portalSessions.at(-1)?.configuration).toBe('bpc_restored');
});

it('a billing session allows changing cards and reading invoices, but neither changing nor canceling a subscription', async () => {
  await using fresh = await freshStripe();
  await stripeBillingAt(fresh.stripe.url, safeFetch).openPage({ customerId: 'cus_1', returnUrl: home() });
  expect(fresh.stripe.portalConfigurations.map(({ sent }) => sent)).toEqual([
    {
      'features[payment_method_update][enabled]': 'true',
      'features[invoice_history][enabled]': 'true',
      'features[customer_update][enabled]': 'true',
      'features[customer_update][allowed_updates][0]': 'name',
      'features[customer_update][allowed_updates][1]': 'address',
      'features[customer_update][allowed_updates][2]': 'tax_id',
      'features[subscription_cancel][enabled]': 'false',
      'features[subscription_update][enabled]': 'false',
      'metadata[punctual]': 'payment-page-1',
    },
  ]);
});

it('a billing session is available only to the paying owner: to no other role, no other owner and no key', async () => {
  const person = await api.mintPerson();
  const { workspaceId, key } = person.tenant;
  for (const role of ['OWNER', 'ADMIN', 'EDITOR', 'CLIENT_REVIEWER'] as const) {
    const { session } = await api.mintMember(workspaceId, role);
    expect(refusal(await open(person, session)), role).toEqual([403, 'INSUFFICIENT_ROLE']);
  }
  const byKey = await call(api, 'POST', pathOf(person), { key, body: { returnUrl: home() } });
  expect(refusal(byKey)).toEqual([403, 'INSUFFICIENT_ROLE']);
  const stranger = await api.mintPerson();
  expect(refusal(await open(person, stranger.session))).toEqual([403, 'FORBIDDEN_WORKSPACE']);
  expect([stripe.requests, await entriesOf(person)]).toEqual([[], []]);
});

it('a billing session is not stored under its Idempotency-Key: a repeat is refused, and opens no second page', async () => {
  const person = await api.mintPerson();
  const send = () =>
    call(api, 'POST', pathOf(person), {
      session: person.session,
      body: { returnUrl: home() },
      headers: { 'idempotency-key': 'a-page' },
    });
  const url = field<string>(await send(), 'url');
  const visits = stripe.portalSessions.length;
  const again = await send();
  expect(refusal(again)).toEqual([409, 'CONFLICT']);
  expect(field(again, 'message')).toMatch(/^This request has been carried out; /);
  expect(again.text).not.toContain(url);
  expect(stripe.portalSessions.length).toBe(visits);
  const [row] = await api.deps.db.select().from(idempotencyKeys).where(eq(idempotencyKeys.key, 'a-page'));
  const rowId = `${row?.credentialId}:${row?.operation}:a-page`;
  const place = { table: 'idempotency_keys', column: 'answer', rowId } as const;
  expect(api.deps.vault.open(row?.answer ?? '', place)).not.toContain(url);
});

it('a billing session returns the user only to this installation or to listed origins', async () => {
  const person = await api.mintPerson();
  expect((await open(person, person.session, 'https://app.example.com/billing')).status).toBe(201);
  stripe.requests.length = 0;
  for (const returnUrl of [
    'https://evil.example/',
    'https://app.example.com.evil.example/',
    'https://user@app.example.com/',
    'javascript:alert(1)',
    '//app.example.com/',
    '/w/home',
    '',
    `https://app.example.com/${'x'.repeat(2_000)}`,
  ]) {
    const answer = await open(person, person.session, returnUrl);
    expect(refusal(answer), returnUrl).toEqual([400, 'VALIDATION_FAILED']);
    expect(field<{ path: string }[]>(answer, 'details')[0]?.path).toBe('returnUrl');
  }
  expect(stripe.requests).toEqual([]);
});

it('a billing session is refused with RETRY while the payment provider is down, and works afterwards', async () => {
  const person = await api.mintPerson();
  stripe.outage = 503;
  expect(refusal(await open(person))).toEqual([503, 'RETRY']);
  stripe.outage = undefined;
  expect((await open(person)).status).toBe(201);
  stripe.outage = 500;
  expect(refusal(await open(person))).toEqual([503, 'RETRY']);
  stripe.outage = undefined;
  expect((await open(person)).status).toBe(201);
  expect(await entriesOf(person)).toHaveLength(2);
});

it('a customer that the payment provider has deleted is replaced once, without its former payments', async () => {
  const person = await api.mintPerson();
  await open(person);
  const former = await customerOf(person);
  stripe.deleted.add(former ?? '');
  const isPayer = eq(billingAccounts.userId, person.tenant.userId);
  const { db, billing } = api.deps;
  await db.update(billingAccounts).set({ workspaceAddOns: 2, subscriptionId: 'sub_gone' }).where(isPayer);
  expect(await billing.hasPaymentMethod(former ?? '')).toBe(false);
  stripe.requests.length = 0;
  const answers = await Promise.all([open(person), open(person)]);
  expect(answers.map(({ status }) => status)).toEqual([201, 201]);
  const [account] = await db.select().from(billingAccounts).where(isPayer);
  expect(account).toMatchObject({ workspaceAddOns: 0, subscriptionId: null });
  expect(account?.customerId).not.toBe(former);
  expect(stripe.portalSessions.slice(-2).map(({ customer }) => customer)).toEqual(
    Array(2).fill(account?.customerId),
  );
});

it('a billing session results in INTERNAL_ERROR if the payment provider refuses it for good', async () => {
  const person = await api.mintPerson();
  for (const status of [400, 401, 403, 404]) {
    stripe.outage = status;
    expect(refusal(await open(person))).toEqual([500, 'INTERNAL_ERROR']);
  }
  for (const status of [409, 429]) {
    stripe.outage = status;
    expect(refusal(await open(person))).toEqual([503, 'RETRY']);
  }
  expect(api.logLines.join('')).not.toContain('Not now.');
});

it('billing sessions are not found if nothing is sold, and the usage shows whether they are available', async () => {
  const person = await selfHosted.mintPerson();
  const body = { returnUrl: `${selfHosted.url}/w` };
  const path = pathOf(person);
  const refused = await call(selfHosted, 'POST', path, { session: person.session, body });
  expect(refusal(refused)).toEqual([404, 'NOT_FOUND']);
  expect(field(refused, 'message')).toContain('sells nothing');
  const usage = `/workspaces/${person.tenant.workspaceId}/usage`;
  expect(field(await selfHosted.as(person).get(usage), 'hasBillingPage')).toBe(false);
  const payer = await api.mintPerson();
  const sold = await api.as(payer).get(`/workspaces/${payer.tenant.workspaceId}/usage`);
  expect(field(sold, 'hasBillingPage')).toBe(true);
});

async function freshStripe(): Promise<AsyncDisposable & { stripe: FakeStripe }> {
  const own = await startFakeStripe();
  return { stripe: own, [Symbol.asyncDispose]: () => own.close() };
}

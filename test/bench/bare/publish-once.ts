import { randomBytes, randomUUID } from 'node:crypto';
import type postgres from 'postgres';
import type { EgressRequest, SafeFetch } from '../../../src/egress/safe-fetch.js';
import type { BareCall } from './contract.js';

interface Publishing {
  sql: postgres.Sql;
  /** The HTTP client of the product. */
  fetch: SafeFetch;
  platformUrl: string;
}

/** The sandbox accepts this account with its token alone, so nothing has to be stored for it. */
const account = 'did:plc:benchbarebenchbarebenchb';
const accessToken = `sandbox:${account}~0`;
const recordKeyAlphabet = '234567abcdefghijklmnopqrstuvwxyz';

export async function createAttempts(sql: postgres.Sql): Promise<void> {
  await sql`create table if not exists bench_attempts (id text primary key, text text not null,
    started_at timestamptz not null, outcome text, finished_at timestamptz, external_id text)`;
}

/** The minimum for publishing a post once: a claim, the platform's calls, and a record of the outcome. */
export async function publishOnce({ sql, fetch, platformUrl }: Publishing, call: BareCall): Promise<void> {
  const id = randomUUID();
  await sql`insert into bench_attempts (id, text, started_at) values (${id}, ${call.text}, ${new Date()})`;
  const externalId = await callPlatform({ fetch, platformUrl }, call);
  await sql`update bench_attempts set outcome = 'PUBLISHED', finished_at = ${new Date()},
    external_id = ${externalId} where id = ${id}`;
}

/** Returns the id of the published post. */
export function callPlatform(
  { fetch, platformUrl }: Omit<Publishing, 'sql'>,
  { platform, text }: BareCall,
): Promise<string> {
  return calls[platform]((request) => send(fetch, platformUrl, request), text);
}

interface PlatformCall {
  method: EgressRequest['method'];
  path: string;
  json?: object;
  form?: Record<string, string>;
}
type Send = <T>(call: PlatformCall) => Promise<T>;

async function send<T>(fetch: SafeFetch, platformUrl: string, call: PlatformCall): Promise<T> {
  const { method, path, json, form } = call;
  const type = json === undefined ? 'application/x-www-form-urlencoded' : 'application/json';
  const body = json === undefined ? new URLSearchParams(form).toString() : JSON.stringify(json);
  const answer = await fetch({
    url: `${platformUrl}${path}`,
    method,
    headers: { authorization: `Bearer ${accessToken}`, ...(method === 'POST' && { 'content-type': type }) },
    ...(method === 'POST' && { body }),
  });
  if (answer.status >= 300)
    throw new Error(`${path} answered ${answer.status}: ${answer.body.slice(0, 300)}`);
  return JSON.parse(answer.body) as T;
}

/** The calls that the product makes for a text, by platform. */
const calls: Record<BareCall['platform'], (send: Send, text: string) => Promise<string>> = {
  X: async (call, text) => {
    const made = await call<{ data: { id: string } }>({
      method: 'POST',
      path: '/x/2/tweets',
      json: { text },
    });
    return made.data.id;
  },
  BLUESKY: async (call, text) => {
    const record = { $type: 'app.bsky.feed.post', text, createdAt: new Date().toISOString() };
    const made = await call<{ uri: string }>({
      method: 'POST',
      path: '/bluesky/xrpc/com.atproto.repo.createRecord',
      json: { repo: account, collection: 'app.bsky.feed.post', rkey: newRecordKey(), record },
    });
    return made.uri;
  },
  THREADS: async (call, text) => {
    const base = '/threads/v1.0';
    const container = await call<{ id: string }>({
      method: 'POST',
      path: `${base}/${account}/threads`,
      form: { media_type: 'TEXT', text, access_token: accessToken },
    });
    await call({
      method: 'GET',
      path: `${base}/${container.id}?fields=status,error_message&access_token=${accessToken}`,
    });
    const made = await call<{ id: string }>({
      method: 'POST',
      path: `${base}/${account}/threads_publish`,
      form: { creation_id: container.id, access_token: accessToken },
    });
    await call({ method: 'GET', path: `${base}/${made.id}?fields=permalink&access_token=${accessToken}` });
    return made.id;
  },
};

/** Returns 13 random characters of the alphabet, of which the first is from its lower half. */
function newRecordKey(): string {
  const [first = 0, ...rest] = randomBytes(13);
  return [first % 16, ...rest.map((byte) => byte % 32)]
    .map((index) => recordKeyAlphabet.charAt(index))
    .join('');
}

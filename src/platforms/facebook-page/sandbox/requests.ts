import { createHmac } from 'node:crypto';
import type { Context } from 'hono';
import { appClient } from '../../../sandbox/app-client.js';
import type { SandboxEnv } from '../../../sandbox/publishing.js';
import type { SimulatorParts } from '../../../sandbox/simulator.js';
import { readAccessToken, accessStateOf } from '../../../sandbox/tokens.js';
import { bodyOf, bufferOf } from '../../../sandbox/uploads.js';
import type { MetaCall } from '../../kit/meta/sandbox/login.js';
import { deadToken, dialect, invalid, invalidToken, wrongProof } from './errors.js';

export const platform = 'FACEBOOK_PAGE';
const formBytesMax = 12 * 1024 * 1024;

/** A call with the parameters of its query or form. */
export interface GraphCall extends MetaCall {
  /** The file of a multipart form: its bytes, and the name of its part. Otherwise null. */
  file: { name: string; bytes: Buffer } | null;
}

/** Reads the parameters and the token as the Graph API does: from the form of a POST, otherwise from the query. */
export async function readCall(c: Context<SandboxEnv>, parts: SimulatorParts): Promise<GraphCall | Response> {
  const read = c.req.method === 'POST' ? await readForm(c, parts) : { params: c.req.query(), file: null };
  if (read === null) return invalid('The form cannot be read.');
  const { access_token: accessToken, appsecret_proof: proof, ...params } = read.params;
  if (c.req.method === 'POST' && c.req.query('access_token') !== undefined) {
    return invalid('The sandbox accepts no token in the URL of a write.');
  }
  const token = readAccessToken(accessToken);
  if (token === null) return invalidToken();
  if (isWrongProof(accessToken, proof)) return wrongProof();
  const state = accessStateOf(parts, token);
  if (state === 'revoked') return deadToken();
  if (state === 'expired') return dialect.expiredToken();
  return { ...parts, c, token, params, file: read.file, dialect };
}

/** Whether the proof of the app's secret does not match the token. It is optional, unless the app requires it. */
export function isWrongProof(accessToken: string | undefined, proof: string | undefined): boolean {
  if (proof === undefined) return false;
  return (
    proof !==
    createHmac('sha256', appClient.secret)
      .update(accessToken ?? '')
      .digest('hex')
  );
}

interface Form {
  params: Record<string, string>;
  file: GraphCall['file'];
}

async function readForm(c: Context<SandboxEnv>, parts: SimulatorParts): Promise<Form | null> {
  const type = c.req.header('content-type') ?? '';
  if (!type.startsWith('multipart/')) {
    return { params: Object.fromEntries(new URLSearchParams(await c.req.text())), file: null };
  }
  const bytes = await bufferOf(bodyOf(parts, c), formBytesMax);
  if (bytes === null) return null;
  const form = await new Response(bytes, { headers: { 'content-type': type } }).formData().catch(() => null);
  if (form === null) return null;
  const read: Form = { params: {}, file: null };
  for (const [name, value] of form.entries()) {
    if (typeof value === 'string') read.params[name] = value;
    else read.file = { name, bytes: Buffer.from(await value.arrayBuffer()) };
  }
  return read;
}

/** The error about the names of the parameters; null if they are valid. */
export function nameFault(
  { params, file }: GraphCall,
  known: readonly string[],
  required: readonly string[] = [],
): Response | null {
  const given = [...Object.keys(params), ...(file === null ? [] : [file.name])];
  const unknown = given.find((name) => !known.includes(name));
  if (unknown !== undefined) return invalid(`Unknown parameter: ${unknown}.`);
  const missing = required.find((name) => !given.includes(name));
  return missing === undefined ? null : invalid(`The parameter ${missing} is required.`);
}

/** The outermost names of a list such as `id,attachments{media_type}`. */
export function fieldNames(fields = 'id'): string[] {
  let depth = 0;
  let outer = '';
  for (const character of fields) {
    if (character === '}') depth -= 1;
    if (depth === 0 && character !== '}') outer += character === '{' ? '' : character;
    if (character === '{') depth += 1;
  }
  return outer.split(',').map((name) => name.replace(/\..*$/, '').trim());
}

/** An object with the requested fields, or an error if it lacks one of them. */
export function pickFields(all: Readonly<Record<string, unknown>>, fields?: string): object | Response {
  const names = fieldNames(fields);
  const unknown = names.find((name) => !(name in all));
  if (unknown !== undefined) return invalid(`Tried accessing nonexisting field (${unknown})`);
  return Object.fromEntries(
    ['id', ...names].flatMap((name) => (all[name] === undefined ? [] : [[name, all[name]]])),
  );
}

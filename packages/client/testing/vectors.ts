import { readFileSync } from 'node:fs';
import type { Reply } from './loopback.js';

/** A response as the files of test/vectors write it. */
interface GivenReply {
  status: number;
  headers: Record<string, string>;
  body: string;
}
interface RetryVector {
  name: string;
  attemptsMax: number;
  replies: (GivenReply | { noResponse: true })[];
  waitsMs: number[];
  attempts: number;
  /** The status of the response that the caller gets. Null if there is none. */
  status: number | null;
}
interface ErrorVector extends GivenReply {
  name: string;
  expected: { statusCode: number; code: string; message: string; requestId: string; extras: object };
}
interface WaitVector {
  name: string;
  timeoutMs: number;
  replies: (GivenReply | { noResponse: true })[];
  waitsMs: number[];
  /** How the post has ended, `timed out`, or the code of the error. */
  outcome: string;
}
interface WebhookVector {
  name: string;
  scheme: 'standard' | 'service';
  secrets: string[];
  headers: Record<string, string>;
  body: string;
  nowSeconds: number;
  toleranceSeconds: number;
  expected: string;
}

const read = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../../test/vectors/${name}.json`, import.meta.url), 'utf8'));

/** The cases that the clients of all languages must pass. */
export const retryVectors = read('retries') as RetryVector[];
export const errorVectors = read('errors') as ErrorVector[];
export const waitVectors = read('waits') as WaitVector[];
export const webhookVectors = read('webhooks') as WebhookVector[];

export const replyOf = (given: GivenReply | { noResponse: true }): Reply =>
  'noResponse' in given
    ? { status: 0, hangUp: true }
    : { status: given.status, headers: given.headers, raw: given.body };

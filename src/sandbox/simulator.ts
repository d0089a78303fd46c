import type { Hono } from 'hono';
import type { JsonObject } from '../domain/json.js';
import type { SimulatedCounters } from './counters.js';
import type { SandboxEnv } from './publishing.js';
import type { SandboxStore, StoredPublication } from './store.js';
import type { Uploads } from './uploads.js';

/** The parts that the sandbox provides to a simulated platform. */
export interface SimulatorParts {
  /** The platform's name in /publications. */
  platform: string;
  store: SandboxStore;
  uploads: Uploads;
  /** The platform's own URL, without a trailing slash. */
  baseUrl: string;
  /** The URL of the sandbox. */
  publicUrl: string;
  /** Origins besides this machine's own from which media may be fetched. */
  mediaOrigins: readonly string[];
}

/** The simulated servers of a platform. They share no code with its connector, because real servers do not. */
export interface Simulator {
  create: (parts: SimulatorParts) => Hono<SandboxEnv>;
  /** Paths of requests that carry media. These have their own limits, and are not held in memory. */
  uploadPath?: RegExp;
  /** Marks that only this platform understands, with their effects. */
  marks?: Readonly<Record<string, string>>;
  /** The background of the platform's name on the page: a CSS color. */
  badgeColor: string;
  /** The counters that the platform reports for a post besides its comments. Absent: none. */
  counters?: readonly (keyof SimulatedCounters)[];
  /** An account's replies to its own post continue it, as further parts. */
  hasThreads?: true;
  /** The paths of posts on the platform's website, so that a link differs from a real one only in its host. */
  postPages?: readonly PostPage[];
  /** The options that every post requires, with values that exist for the simulated accounts. */
  exampleOptions?: JsonObject;
  /** How visitors can comment on posts. Absent if they cannot. */
  comments?: SimulatedComments;
  /** The accounts to which a person can grant access on the consent page. A development stack starts with the first. */
  accounts: SimulatedAccounts;
  /**
   * Creates credentials that only this simulator accepts. The number must be higher than that of every
   * revoked grant, so that a reconnected account works.
   */
  credentialsOf: (externalAccountId: string, grantNumber: number) => JsonObject;
}

export interface SimulatedComments {
  /** Returns the id of a new comment, and data that only this platform has. */
  newComment: (at: {
    store: SandboxStore;
    post: StoredPublication;
    /** The comment to which the new one replies, or else the post. */
    parent: StoredPublication;
    /** The author of the new comment. */
    accountId: string;
  }) => Pick<StoredPublication, 'externalPostId' | 'extra'>;
  /** Returns a visitor of that name. Default: a long number as the id, and the name as the handle. */
  visitor?: (name: string) => { accountId: string; handle: string };
}

export interface PostPage {
  /** The path below the platform's URL, as a Hono pattern: /:handle/status/:id */
  path: string;
  /** Reads the publication's id from the path or the query. Default: the parameter `id`. */
  idOf?: (param: (name: string) => string) => string;
}

export interface SimulatedAccount {
  externalAccountId: string;
  handle: string;
  displayName: string;
  /** The person to pick on the consent page to grant access to this account, if the account is not a person itself. */
  consentAs?: string;
}

export type SimulatedAccounts = readonly [SimulatedAccount, ...SimulatedAccount[]];

/** A simulator with the platform's names in this project. */
export interface SimulatedPlatform extends Simulator {
  /** The name in /publications. */
  name: string;
  /** The name that people know. */
  label: string;
  /** The platform's path in the sandbox. */
  path: string;
}

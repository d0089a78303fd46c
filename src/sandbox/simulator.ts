import type { Hono } from 'hono';
import type { JsonObject } from '../domain/json.js';
import type { SandboxEnv } from './publishing.js';
import type { SandboxStore, StoredPublication } from './store.js';
import type { Uploads } from './uploads.js';

/** The parts that the sandbox provides to a simulated platform. */
export interface SimulatorParts {
  /** Its name in /publications. */
  platform: string;
  store: SandboxStore;
  uploads: Uploads;
  /** Its own URL, without a trailing slash. */
  baseUrl: string;
  /** The sandbox's URL. */
  publicUrl: string;
  /** Origins besides this machine's own that media may be fetched from. */
  mediaOrigins: readonly string[];
}

/** A platform's servers, as its folder simulates them. They share no code with its connector, because real servers do not. */
export interface Simulator {
  create: (parts: SimulatorParts) => Hono<SandboxEnv>;
  /** Paths of requests that carry media. These have their own limits, and are not held in memory. */
  uploadPath?: RegExp;
  /** Marks that only this platform understands, and what they do. */
  marks?: Readonly<Record<string, string>>;
  /** The background of its name on the page: a CSS color. */
  badgeColor: string;
  /** The paths of posts on its website, so that a link differs from a real one only in its host. */
  postPages?: readonly PostPage[];
  /** The options that every post requires, with values that exist for its accounts. */
  exampleOptions?: JsonObject;
  /** How visitors can comment on its posts. Absent: they cannot. */
  comments?: SimulatedComments;
  /** The accounts that a person can grant access to on its consent page. A development stack starts with the first. */
  accounts: SimulatedAccounts;
  /**
   * Creates credentials that this simulator accepts. They open nothing else. The number must be higher than that of every
   * revoked grant, so that a reconnected account works.
   */
  credentialsOf: (externalAccountId: string, grantNumber: number) => JsonObject;
}

export interface SimulatedComments {
  /** The data that the platform assigns to a new comment: its id, and data that only this platform has. */
  newComment: (at: {
    store: SandboxStore;
    post: StoredPublication;
    /** The comment that it replies to; if none, the post. */
    parent: StoredPublication;
    /** The author of the comment. */
    accountId: string;
  }) => Pick<StoredPublication, 'externalPostId' | 'extra'>;
  /** A visitor of that name on the platform. Default: a long number as the id, and the name as the handle. */
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
  /** The person to pick on the consent page to grant access to this account, if the account is not itself a person. */
  consentAs?: string;
}

export type SimulatedAccounts = readonly [SimulatedAccount, ...SimulatedAccount[]];

/** A simulator with its names in this project. */
export interface SimulatedPlatform extends Simulator {
  /** The name in /publications. */
  name: string;
  /** The name that people know. */
  label: string;
  /** Its path in the sandbox. */
  path: string;
}

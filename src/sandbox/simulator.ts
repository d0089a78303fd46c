import type { Hono } from 'hono';
import type { JsonObject } from '../domain/json.js';
import type { SandboxEnv } from './publishing.js';
import type { SandboxStore, StoredPublication } from './store.js';
import type { Uploads } from './uploads.js';

/** What the sandbox gives to a simulated platform. */
export interface SimulatorParts {
  store: SandboxStore;
  uploads: Uploads;
  /** Its own URL, without a trailing slash. */
  baseUrl: string;
  /** The sandbox's. */
  publicUrl: string;
  /** Origins beside this machine's own that media may be fetched from. */
  mediaOrigins: readonly string[];
}

/** A platform's servers, as its folder simulates them. They share no code with its connector, because real servers do not. */
export interface Simulator {
  create: (parts: SimulatorParts) => Hono<SandboxEnv>;
  /** Paths of requests that carry media. These have their own limits, and are not held in memory. */
  uploadPath?: RegExp;
  /** Marks that only this platform understands, with what they do. */
  marks?: Readonly<Record<string, string>>;
  /** The background of its name on the page: a CSS color. */
  badgeColor: string;
  /** The paths of posts on its website, so that a link differs from a real one only in its host. */
  postPages?: readonly PostPage[];
  /** The options that every post requires, with values that exist for its accounts. */
  exampleOptions?: JsonObject;
  /** How visitors can comment on its posts. Absent: they cannot. */
  comments?: SimulatedComments;
  /** The account that a development stack starts with. */
  account: SimulatedAccount;
  /** Further accounts that a person can grant access to on its consent page. */
  furtherAccounts?: readonly SimulatedAccount[];
  /**
   * Creates credentials that this simulator accepts. They open nothing else. The number must be higher than that of every
   * revoked grant, so that a reconnected account works.
   */
  credentialsOf: (externalAccountId: string, grantNumber: number) => JsonObject;
}

export interface SimulatedComments {
  /** What the platform gives a new comment: its id, and whatever it alone knows of it. */
  newComment: (at: {
    store: SandboxStore;
    post: StoredPublication;
    /** The comment that is answered; the post itself where none is. */
    parent: StoredPublication;
    /** Whose comment it is. */
    accountId: string;
  }) => Pick<StoredPublication, 'externalPostId' | 'extra'>;
  /** As the platform knows somebody of that name. Default: a long number, and the name as a handle. */
  visitor?: (name: string) => { accountId: string; handle: string };
}

export interface PostPage {
  /** Below the platform's address, as Hono spells it: /:handle/status/:id */
  path: string;
  /** The publication's id, of what stands in the path or in the query. */
  idOf: (param: (name: string) => string) => string;
}

export interface SimulatedAccount {
  externalAccountId: string;
  handle: string;
  displayName: string;
  /** Who is picked on the consent page to grant access to it, where it is not picked itself. */
  consentAs?: string;
}

/** A simulator with what the house calls it. */
export interface SimulatedPlatform extends Simulator {
  /** As in /publications. */
  name: string;
  /** As people know it. */
  label: string;
  /** Under which it is reached. */
  path: string;
}

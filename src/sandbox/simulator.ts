import type { Hono } from 'hono';
import type { JsonObject } from '../domain/json.js';
import type { SandboxEnv } from './publishing.js';
import type { SandboxStore, StoredPublication } from './store.js';
import type { Uploads } from './uploads.js';

/** What a simulated platform is given of the sandbox. */
export interface SimulatorParts {
  store: SandboxStore;
  uploads: Uploads;
  /** Its own address, without a trailing slash. */
  baseUrl: string;
  /** The sandbox's. */
  publicUrl: string;
  /** Origins beside this machine's own that media may be fetched from. */
  mediaOrigins: readonly string[];
}

/** A platform's servers as its folder simulates them. They are foreign: they share no code with its connector. */
export interface Simulator {
  create: (parts: SimulatorParts) => Hono<SandboxEnv>;
  /** Paths of requests that carry media: these have bounds of their own, and are not held in memory. */
  uploadPath?: RegExp;
  /** Marks that it alone knows, with what they do. */
  marks?: Readonly<Record<string, string>>;
  /** Behind its name on the page: a CSS colour. */
  badgeColor: string;
  /** Where its own site shows a post, so that a link differs from a real one in the host only. */
  postPages?: readonly PostPage[];
  /** The options without which no post is taken, with values that its accounts have. */
  exampleOptions?: JsonObject;
  /** Whether people may comment on what it shows, and what such a comment is there. */
  comments?: SimulatedComments;
  /** The account that a development stack begins with. */
  account: SimulatedAccount;
  /** Others to whom a person can grant access on its consent page. */
  furtherAccounts?: readonly SimulatedAccount[];
  /**
   * Credentials that it takes for its own. They open nothing else, which is why they may be made here. The number must
   * exceed that of every grant revoked before, so that a reconnection is alive.
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

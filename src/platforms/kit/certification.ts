import type { JsonObject } from '../../domain/json.js';
import type { AccountChoices } from './platform.js';

/** The steps of `punctual certify`, in their order. A step that a platform does not have is left out. */
export const certifySteps = [
  'check',
  'choices',
  'text',
  'find-text',
  'repeat-text',
  'media',
  'find-media',
  'first-comment',
  'find-first-comment',
  'read-comments',
  'delete',
] as const;
export type CertifyStep = (typeof certifySteps)[number];

export interface ReadPrices {
  account: number;
  publication: number;
}

/** The data that `punctual certify` needs about a platform. */
export interface Certification {
  /** The people who can see the posts before they are deleted, in words that complete "Seen by". */
  seenBy: string;
  /** A sentence about charges that the platform's list prices do not have. */
  costs?: string;
  /** The prices of reading the account and one publication, in the unit and currency of the platform's list prices. */
  readPrices?: ReadPrices;
  /** The options of each post: those that are required, and those that show it to as few people as possible. */
  options?: (choices: AccountChoices | null) => JsonObject;
  /** The file that is posted. Default: the image, if the platform accepts one. */
  media?: 'video';
  /** The call only accepts a post. A look-up by the id in its response tells when the post is public. */
  publishesLater?: true;
  /** After a lost response, a look-up cannot find the post. */
  findsNothing?: true;
  /** Describes how a person deletes the posts that Punctual cannot delete. */
  deleteByHand: string;
  /** The statements of the platform's README that a step confirms or refutes, where the general one does not suffice. */
  assumptions?: Partial<Record<CertifyStep, string>>;
}

/** Returns the first value of an option that the account can choose, if the platform has named any. */
export function firstChoice(choices: AccountChoices | null, option: string): JsonObject {
  const [first] = choices?.options[option] ?? [];
  return first === undefined ? {} : { [option]: first.value };
}

import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { JsonObject } from '../../src/domain/json.js';
import type { PublishGuarantee } from '../../src/domain/platforms.js';
import type { TargetErrorCode } from '../../src/domain/target-errors.js';
import type { PlatformDefinition } from '../../src/platforms/kit/definition.js';
import { loadSimulators } from '../../src/platforms/kit/simulators.js';
import type { SimulatedPlatform } from '../../src/sandbox/simulator.js';

/** The knowledge about one platform that the suites for all platforms need. It is in the platform's folder. */
export interface ContractCase {
  /** The guarantee for a plain post. */
  guarantee: PublishGuarantee;
  /** An account's id in the platform's form. */
  accountIdOf: (number: number) => string;
  /** The credentials with which an account of the sandbox is connected, if that is possible. */
  typed?: Readonly<Record<string, string>>;
  /** Returns a text of exactly that length, as the platform counts it. */
  textOf: (count: number) => string;
  /** The options and media that plain posts require besides a text. Default: none. */
  plainPost?: { options?: JsonObject; media?: MediumType };
  /** Whether texts may contain < and >. Default: true. */
  takesAngleBrackets?: boolean;
  /** The properties of the publishing call and of look-ups that differ from most platforms. */
  quirks?: Quirks;
  /** The error code of a reply to closed comments; null if the platform has no comments. */
  closedRepliesCode: TargetErrorCode | null;
  /** The properties of comments that differ from most platforms. See comments-suite.ts. */
  comments?: CommentsCase;
  /** Returns an error in the platform's format, with these words in each of its texts. */
  errorBody: (words: string) => object;
  /** The body of the platform's response to too many requests. */
  rateLimitBody: object;
  wire: WireCase;
  /** The rules that the schemas of single options cannot express. Default: none. */
  optionRules?: OptionRules;
  /** Null: the platform accepts no media. */
  media: MediaCase | null;
}

/** Properties that are left out for most platforms. */
export interface Quirks {
  /** The response to the call only says that the post is accepted. Only a look-up says whether it is public. */
  publishesLater?: true;
  /** The call has no token, because its URL is a secret. */
  commitWithoutToken?: true;
  /** The method of the publishing call. Default: POST. */
  commitMethod?: 'PUT';
  /**
   * Posts cannot be listed, so a look-up finds nothing. It answers absent, which proves nothing on a blind platform.
   * Only the post that a refused repeat names (`duplicateOf` in the state) is known.
   */
  cannotLookUp?: true;
  /** The look-up asks for the prepared object by its id, so the time and the ids of other posts do not matter. */
  foundById?: true;
  /** Posts without a text cannot be distinguished in a list, so a look-up leaves them open. */
  needsWordsToFind?: true;
  /** Tokens cannot be renewed. */
  cannotRefresh?: true;
}

/** Properties that are left out for most platforms. */
export interface CommentsCase {
  /** A reply to a reply is shown next to that reply, below the comment. There are only two levels. */
  twoLevels?: true;
  /** The platform does not say who wrote a comment, except perhaps for the account's own comments. */
  hidesAuthors?: true;
  /** Authors have names besides their handles. Default: only one of the two. */
  tellsNames?: true;
  /** Replies with the same text cannot be distinguished, so a look-up leaves the reply open or says not seen. */
  equalRepliesUnknown?: true;
  /** A deleted post looks like a post without comments. */
  cannotTellGone?: true;
  /** The platform does not say whether a comment is hidden. */
  hiddenUntold?: true;
  /** All comments are in one response, however many there are. */
  onePage?: true;
  /** A number of comments that needs more than one page. Default: 230. */
  manyComments?: number;
}

/**
 * How to read a publishing call on its way to the platform. Paths begin below the platform's URL, and include the
 * query.
 */
export interface WireCase {
  /** The call is given as its method, a blank and its path: `POST /2/tweets`. */
  isPublishing: (call: WireCall) => boolean;
  /** Returns the text of a publishing call. `prepared` has the results of `prepares`, by id. */
  textOf: (call: WireCall, prepared: ReadonlyMap<string, string>) => string;
  /**
   * For platforms that get the text before the publishing call: returns the text and its id, or undefined for other
   * calls.
   */
  prepares?: (call: WireCall, answer: WireAnswer) => { id: string; text: string } | undefined;
}

export interface WireCall {
  method: string;
  path: string;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: string;
}

export interface WireAnswer {
  status: number;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: string;
}

interface OptionRules {
  /** Options that conflict with each other or with the media, and the expected finding. */
  conflict?: {
    options: JsonObject;
    sentWith?: SentMedia;
    expected: { option: string; code: string; limit?: number; actual?: number };
  };
  /** Options that every scheduled post needs although the schema does not require them. */
  alsoRequired?: readonly string[];
}

export type SentMedia = 'text' | 'picture' | 'video' | 'several';

export type MediumType = 'image/png' | 'image/jpeg' | 'video/mp4';

export interface MediaCase {
  /** Whether the platform gets bytes, which can be counted. Otherwise, it gets a URL. */
  takesBytes: boolean;
  describesVideos: boolean;
  /** Whether images can have alternative texts. Default: true. */
  describesPictures?: boolean;
  /**
   * The kind of image that is published unchanged, and how many of them one post may have. Null: none. Default: PNG, 4.
   */
  pictures?: { mime: 'image/png' | 'image/jpeg'; max: number } | null;
  /** Whether the platform accepts videos. Default: true. */
  videos?: boolean;
  /** The options that a post with such media requires. Default: none. */
  options?: JsonObject;
  /** The maximum number of bytes that may be left for the publishing call to send. Default: none. */
  heldBackBytesMax?: number;
  /** Uploads need no token that can expire, because their URL is a secret. */
  uploadsWithoutToken?: true;
  /** Videos are processed after they are published. */
  processesLater?: true;
  /** The publishing call contains the images, so only videos are uploaded before it. */
  picturesInCall?: true;
  /** Joins the alternative texts, if a post has only one for all of its media. Default: each has its own. */
  describesTogether?: (altTexts: readonly string[]) => string;
  /** The publishing call contains the URLs of the media, so nothing is uploaded before it. */
  mediaInCall?: true;
}

/** A platform together with everything that a suite needs to test it. */
export interface Subject {
  definition: PlatformDefinition;
  simulator: SimulatedPlatform;
  contract: ContractCase;
}

const platformsFolder = path.join(import.meta.dirname, '../../src/platforms');

/** Loads every platform of a list that has a connector and a simulator, with the case from its folder. */
export async function loadSubjects(
  definitions: readonly PlatformDefinition[],
  folder = platformsFolder,
): Promise<Subject[]> {
  const simulators = await loadSimulators(definitions);
  const loaded = definitions.map(async (definition): Promise<Subject[]> => {
    const simulator = simulators.find(({ name }) => name === definition.name);
    if (definition.connector === null || simulator === undefined) return [];
    const file = path.join(folder, definition.path, 'test/contract-case.ts');
    const { contractCase } = (await import(pathToFileURL(file).href)) as { contractCase: ContractCase };
    return [{ definition, simulator, contract: contractCase }];
  });
  return (await Promise.all(loaded)).flat();
}

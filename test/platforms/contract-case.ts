import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { JsonObject } from '../../src/domain/json.js';
import type { PublishGuarantee } from '../../src/domain/platforms.js';
import type { TargetErrorCode } from '../../src/domain/target-errors.js';
import type { PlatformDefinition } from '../../src/platforms/kit/definition.js';
import { loadSimulators } from '../../src/platforms/kit/simulators.js';
import type { SimulatedPlatform } from '../../src/sandbox/simulator.js';

/** What the suites that all platforms run through have to know of one. It lies in the platform's folder. */
export interface ContractCase {
  /** Of a post as most are. */
  guarantee: PublishGuarantee;
  /** An account's id in the platform's form. */
  accountIdOf: (number: number) => string;
  /** What a person types to connect an account of the sandbox, where that is possible. */
  typed?: Readonly<Record<string, string>>;
  /** A text of exactly that length in the platform's own count. */
  textOf: (count: number) => string;
  /** What plain posts need besides a text. Default: nothing. */
  plainPost?: { options?: JsonObject; media?: MediumType };
  /** Whether its texts may hold < and >. Default: true. */
  takesAngleBrackets?: boolean;
  /** Where it differs from most: what the publishing call is like, and what can be asked afterwards. */
  quirks?: Quirks;
  /** The error code of a reply to closed comments; null if the platform has no comments. */
  closedRepliesCode: TargetErrorCode | null;
  /** What its comments are like where they differ from most: see comments-suite.ts. */
  comments?: CommentsCase;
  /** An error in the platform's form, with these words in all the places that have some. */
  errorBody: (words: string) => object;
  /** Its answer to too many requests. */
  rateLimitBody: object;
  wire: WireCase;
  /** What the schema of each option alone cannot say. Left out: nothing. */
  optionRules?: OptionRules;
  /** Null: it takes none. */
  media: MediaCase | null;
}

/** Each is left out where a platform is as most are. */
export interface Quirks {
  /** The call's answer tells of acceptance alone; whether it is public, only a look-up tells. */
  publishesLater?: true;
  /** The call goes to an address that is a secret itself, and carries no token. */
  commitWithoutToken?: true;
  /** The method of the publishing call. Default: POST. */
  commitMethod?: 'PUT';
  /**
   * Nothing can be listed, so a look-up sees nothing: it answers absent, which proves nothing on a blind platform. Only
   * what a refused repeat names (`duplicateOf` in the state) is known.
   */
  cannotLookUp?: true;
  /** What was prepared is asked by its id, so that the time and the ids of other posts do not matter. */
  foundById?: true;
  /** Posts without words cannot be told apart in a list: a look-up leaves them open. */
  needsWordsToFind?: true;
  /** Tokens cannot be renewed. */
  cannotRefresh?: true;
}

/** Each is left out where a platform is as most are. */
export interface CommentsCase {
  /** An answer to an answer stands beside that, under the comment: there are two levels. */
  twoLevels?: true;
  /** It does not tell who wrote a comment, or only where that is the account itself. */
  hidesAuthors?: true;
  /** Authors have names beside their handles. Default: one of the two. */
  tellsNames?: true;
  /** A reply cannot be told from another with the same words: a look-up leaves it open, or says not seen. */
  equalRepliesUnknown?: true;
  /** A post that is not there looks like one that has no comments. */
  cannotTellGone?: true;
  /** It does not tell whether a comment is hidden. */
  hiddenUntold?: true;
  /** All of them come in one answer, however many there are. */
  onePage?: true;
  /** So many comments fill more than a page. Default: 230. */
  manyComments?: number;
}

/** What can be read of a publishing call on its way. Paths are those below the platform's address, with their query. */
export interface WireCase {
  /** `POST /2/tweets`: the method, a blank, and the path. */
  isPublishing: (call: WireCall) => boolean;
  /** The text of a publishing call; `prepared` has what `prepares` has told, by id. */
  textOf: (call: WireCall, prepared: ReadonlyMap<string, string>) => string;
  /** Where the text goes ahead of the publishing call: the id that it goes under, and itself; undefined for other calls. */
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
  /** Options that do not go together, or not with what they are sent with; and what is said of them. */
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
  /** Whether bytes are sent, and may be counted, or an address is. */
  takesBytes: boolean;
  describesVideos: boolean;
  /** Default: true. */
  describesPictures?: boolean;
  /** The kind of picture that is published unchanged, and how many of them make one post. Null: takes none. Default: PNG, 4. */
  pictures?: { mime: 'image/png' | 'image/jpeg'; max: number } | null;
  /** Whether it takes videos. Default: true. */
  videos?: boolean;
  /** What a post with such media needs beyond them. Default: nothing. */
  options?: JsonObject;
  /** So many bytes at the end of a video may be kept back: the call that sends them publishes. Default: none. */
  heldBackBytesMax?: number;
  /** Bytes go to an address that is a secret itself, so that no token can expire with them. */
  uploadsWithoutToken?: true;
  /** Videos are processed once they are public, not before. */
  processesLater?: true;
  /** Pictures go with the publishing call: only videos are brought before it. */
  picturesInCall?: true;
  /** A post has one description for all of its media: what it is made of theirs. Left out: each has its own. */
  describesTogether?: (altTexts: readonly string[]) => string;
  /** The publishing call alone names the addresses of the media: nothing is brought before it. */
  mediaInCall?: true;
}

/** One platform with all that a suite needs to run it. */
export interface Subject {
  definition: PlatformDefinition;
  simulator: SimulatedPlatform;
  contract: ContractCase;
}

const platformsFolder = path.join(import.meta.dirname, '../../src/platforms');

/** Every platform of a list that has a connector and a simulator, with the case in its folder. */
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

import path from 'node:path';
import { pathToFileURL } from 'node:url';
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
  /** A text of exactly that length in the platform's own count. */
  textOf: (count: number) => string;
  /** What a reply fails with where its post takes none. */
  closedRepliesCode: TargetErrorCode;
  /** An error in the platform's form, with these words in all the places that have some. */
  errorBody: (words: string) => object;
  /** Its answer to too many requests. */
  rateLimitBody: object;
  wire: WireCase;
  /** Null: it takes none. */
  media: MediaCase | null;
}

/** What can be read of a publishing call on its way. Paths are those below the platform's address. */
export interface WireCase {
  publishingPath: RegExp;
  /** The text of a publishing call; `prepared` has what `prepares` has told, by id. */
  textOf: (body: string, prepared: ReadonlyMap<string, string>) => string;
  /** Where the text goes ahead of the publishing call, with a call that answers with an id. */
  prepares?: { path: RegExp; textOf: (body: string) => string };
}

export interface MediaCase {
  /** Whether bytes are sent, and may be counted, or an address is. */
  takesBytes: boolean;
  describesFilms: boolean;
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

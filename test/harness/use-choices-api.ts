import { eq } from 'drizzle-orm';
import { afterAll } from 'vitest';
import { socialAccounts } from '../../src/db/schema/index.js';
import { createSafeFetch } from '../../src/egress/create-safe-fetch.js';
import { platformDefinitions } from '../../src/platforms/index.js';
import { createPlatforms } from '../../src/platforms/kit/create-platforms.js';
import type { PlatformName } from '../../src/domain/platforms.js';
import type { ChoiceSearches, SearchAnswer } from '../../src/platforms/kit/choices.js';
import type { ChoicesAnswer, Platform } from '../../src/platforms/kit/platform.js';
import { connectAccount } from './connect-account.js';
import { createShiftedClock } from './clock.js';
import { simulators, startTestSandbox } from './sandbox.js';
import { useTestApi, type UsedTestApi } from './use-test-api.js';

/** The boards and sections of a development stack's Pinterest account. */
export const pinterestAccount = {
  boardId: '549755880001',
  otherBoardId: '549755880002',
  sectionId: '549755890001',
};

export interface ChoicesApi {
  api: UsedTestApi;
  /** The URL of every call that has reached the sandbox. */
  calls: string[];
  /** Responses instead of the sandbox's, one for each read. */
  answers: (() => Promise<ChoicesAnswer>)[];
  /** The results of searches instead of the sandbox's, one for each search. */
  found: (() => Promise<SearchAnswer>)[];
  /** Connects an account of Pinterest, or of another platform. */
  connect: (workspaceId: string, platform?: PlatformName) => Promise<string>;
  expire: (accountId: string) => Promise<void>;
}

/** Starts the API with connectors that call the sandbox. */
export function useChoicesApi(checkMsMax?: number): ChoicesApi {
  const calls: string[] = [];
  const answers: ChoicesApi['answers'] = [];
  const found: ChoicesApi['found'] = [];
  const closing: (() => Promise<void>)[] = [];
  const api = useTestApi(async () => {
    const sandbox = await startTestSandbox();
    const safeFetch = createSafeFetch();
    closing.push(
      () => sandbox.close(),
      async () => {
        await safeFetch[Symbol.asyncDispose]();
      },
    );
    const platforms = createPlatforms({
      definitions: platformDefinitions,
      fetchFor: () => (request) => {
        calls.push(request.url);
        return safeFetch(request);
      },
      clock: createShiftedClock(),
    });
    const scripted = [...platforms].map(
      ([name, platform]) => [name, withFound(withAnswers(platform, answers), found)] as const,
    );
    return {
      platforms: new Map(scripted),
      publishing: { platformBaseUrl: (name) => `${sandbox.url}/${name.toLowerCase()}` },
      ...(checkMsMax !== undefined && { choices: { checkMsMax } }),
    };
  });
  afterAll(async () => {
    for (const close of closing) await close();
  });
  return {
    api,
    calls,
    answers,
    found,
    connect: async (workspaceId, platform = 'PINTEREST') => {
      const externalAccountId = api.deps.newId('socialAccount');
      const { account } = await connectAccount(api.deps, {
        workspaceId,
        platform,
        externalAccountId,
        handle: 'pins',
        displayName: null,
        serviceUrl: null,
        sandbox: true,
        credentials: credentialsOf(platform, externalAccountId),
        allowReplace: false,
      });
      return account.id;
    },
    expire: async (accountId) => {
      await api.deps.db
        .update(socialAccounts)
        .set({ status: 'TOKEN_EXPIRED' })
        .where(eq(socialAccounts.id, accountId));
    },
  };
}

function withAnswers(platform: Platform, answers: ChoicesApi['answers']): Platform {
  const { choices } = platform;
  if (choices === undefined) return platform;
  const read: typeof choices.read = (session) => answers.shift()?.() ?? choices.read(session);
  return { ...platform, choices: { ...choices, read } };
}

function withFound(platform: Platform, found: ChoicesApi['found']): Platform {
  if (platform.searches === undefined) return platform;
  const searches: ChoiceSearches = Object.fromEntries(
    Object.entries(platform.searches).map(([option, search]) => {
      const find: typeof search.find = (session, query) => found.shift()?.() ?? search.find(session, query);
      return [option, { ...search, find }];
    }),
  );
  return { ...platform, searches };
}

function credentialsOf(platform: PlatformName, accountId: string) {
  const simulator = simulators.find(({ name }) => name === platform);
  if (simulator === undefined) throw new Error(`${platform} has no simulator.`);
  return simulator.credentialsOf(accountId, 0);
}

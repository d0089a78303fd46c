import { eq } from 'drizzle-orm';
import { afterAll } from 'vitest';
import { socialAccounts } from '../../src/db/schema/index.js';
import { createSafeFetch } from '../../src/egress/create-safe-fetch.js';
import { platformDefinitions } from '../../src/platforms/index.js';
import { createPlatforms } from '../../src/platforms/kit/create-platforms.js';
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
  connect: (workspaceId: string, externalAccountId?: string) => Promise<string>;
  expire: (accountId: string) => Promise<void>;
}

/** The API, with Pinterest's connector in the sandbox. */
export function useChoicesApi(checkMsMax?: number): ChoicesApi {
  const calls: string[] = [];
  const answers: ChoicesApi['answers'] = [];
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
      ([name, platform]) => [name, withAnswers(platform, answers)] as const,
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
    connect: async (workspaceId, externalAccountId = api.deps.newId('socialAccount')) => {
      const { account } = await connectAccount(api.deps, {
        workspaceId,
        platform: 'PINTEREST',
        externalAccountId,
        handle: 'pins',
        displayName: null,
        serviceUrl: null,
        sandbox: true,
        credentials: credentialsOf(externalAccountId),
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

function credentialsOf(accountId: string) {
  const simulator = simulators.find(({ name }) => name === 'PINTEREST');
  if (simulator === undefined) throw new Error('Pinterest has no simulator.');
  return simulator.credentialsOf(accountId, 0);
}

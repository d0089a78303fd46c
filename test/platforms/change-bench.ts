import type {
  EditAnswer,
  EditedText,
  LookAnswer,
  PublicPost,
  RemoveAnswer,
} from '../../src/platforms/kit/changes.js';
import type { PlatformDefinition } from '../../src/platforms/kit/definition.js';
import type { Publication } from '../../src/platforms/kit/platform.js';
import type { PlatformSession } from '../../src/platforms/kit/session.js';
import { connectorOf, startStub, textPost, type StubAnswer, type StubRequest } from './support.js';
import { useSafeFetch } from './use-sandbox.js';

/** Returns a post or comment as we know it. */
export const publicPost = (
  text: string,
  { externalPostId = '42', reference = null, ...more }: Partial<PublicPost> & Partial<Publication> = {},
): PublicPost => ({
  ...textPost(text, more),
  externalPostId,
  externalUrl: null,
  reference,
  publishedAt: new Date('2026-11-21T11:30:00Z'),
});

interface Outcome<Answer> {
  answer: Answer | undefined;
  requests: StubRequest[];
}

export interface Changer {
  remove: (post: PublicPost, ...answers: StubAnswer[]) => Promise<Outcome<RemoveAnswer>>;
  edit: (post: PublicPost, edited: EditedText, ...answers: StubAnswer[]) => Promise<Outcome<EditAnswer>>;
  find: (post: PublicPost, ...answers: StubAnswer[]) => Promise<Outcome<LookAnswer>>;
  /** Looks up after an edit whose response was lost. */
  findEdited: (
    post: PublicPost,
    edited: EditedText,
    ...answers: StubAnswer[]
  ) => Promise<Outcome<LookAnswer>>;
}

/** Creates a connector of that platform at a server that gives these responses in order. */
export function useChanger(
  definition: PlatformDefinition,
  account: Pick<PlatformSession, 'externalAccountId' | 'credentials'>,
): Changer {
  const now = (): Date => new Date('2026-11-21T12:00:00Z');
  const { changes } = connectorOf(definition, { fetch: useSafeFetch(), now });
  const at = async <Answer>(
    answers: readonly StubAnswer[],
    call: (session: PlatformSession) => Promise<Answer> | undefined,
  ): Promise<Outcome<Answer>> => {
    const waiting = [...answers];
    await using stub = await startStub(() => waiting.shift() ?? { status: 500 });
    const answer = await call({ ...account, handle: 'changes.test', baseUrl: stub.url });
    return { answer, requests: stub.requests };
  };
  return {
    remove: (post, ...answers) => at(answers, (session) => changes?.remove?.(session, post)),
    edit: (post, edited, ...answers) => at(answers, (session) => changes?.edit?.(session, post, edited)),
    find: (post, ...answers) => at(answers, (session) => changes?.find(session, post)),
    findEdited: (post, edited, ...answers) => at(answers, (session) => changes?.find(session, post, edited)),
  };
}

import type { JsonObject } from '../../src/domain/json.js';
import type { PublishGuarantee } from '../../src/domain/platforms.js';
import type { PublishStep } from '../../src/domain/workflow-contract.js';
import type { SendBefore } from '../../src/egress/safe-fetch.js';
import type {
  CommitAnswer,
  FindAnswer,
  Platform,
  PlatformFailure,
  PlatformSession,
  PrepareAnswer,
  Publication,
  Published,
  PublishedSearch,
} from '../../src/platforms/kit/platform.js';
import { platformOf, type How } from './commands.js';

/** Something public: nobody takes it back. */
export interface Entry {
  guarantee: PublishGuarantee;
  targetId: string;
  step: PublishStep;
  text: string;
  replyTo: string | null;
  id: string;
  atMs: number;
  key: string;
}

interface Container {
  text: string;
  replyTo: string | null;
  publishedAs: Entry | null;
}

/** What a platform needs of the world around it. */
export interface PlatformWorld {
  readonly nowMs: number;
  /** The step for which the call under way is made, as the run has asked for it. */
  readonly step: { targetId: string; step: PublishStep };
  /** Gives what is to happen around this call, once. */
  take: (...concerned: How[]) => How;
  hold: () => Promise<void>;
  /** A call that may publish begins. */
  began: () => void;
}

/** A container may be at work for so long; then its state tells the truth. */
const queryableLagMsMax = 20_000;
const pauseMs = 60_000;

export interface ModelPlatform extends Platform {
  /** Of everything that is published there. */
  readonly guarantee: PublishGuarantee;
  readonly ledger: Entry[];
}

/** A platform of a class, in memory, that does to each call what the model has chosen. It is honest: what it shows is there. */
export function createModelPlatform(guarantee: PublishGuarantee, world: PlatformWorld): ModelPlatform {
  const ledger: Entry[] = [];
  const containers = new Map<string, Container>();
  let made = 0;

  const accept = (publication: Publication, state: JsonObject): CommitAnswer => {
    const content = contentOf(publication);
    if (guarantee === 'keyed') {
      if (ledger.some(({ key }) => key === state['key'])) return unclear('the key exists');
      return published(publish(content, handleIn(state, 'key')));
    }
    if (guarantee === 'blind') return published(publish(content, publication.key.id));
    const container = containers.get(handleIn(state, 'container'));
    if (container === undefined) return { kind: 'prepare-again', message: 'no such container' };
    if (container.publishedAs !== null) return unclear('the container was published already');
    container.publishedAs = publish(container, publication.key.id);
    return published(container.publishedAs);
  };
  const publish = ({ text, replyTo }: Pick<Entry, 'text' | 'replyTo'>, key: string): Entry => {
    const { targetId, step } = world.step;
    const id = `${guarantee}-${ledger.length + 1}`;
    const entry = { guarantee, targetId, step, text, replyTo, id, atMs: world.nowMs, key };
    ledger.push(entry);
    return entry;
  };

  return {
    name: platformOf[guarantee],
    guarantee,
    guaranteeOf: () => guarantee,
    ledger,
    limits: {
      textUnit: 'characters',
      textMax: 500,
      textBytesMax: null,
      textRequired: true,
      firstComment: true,
      firstCommentMax: null,
    },
    optionsSchema: { type: 'object' },
    validate: () => [],
    uploadMedia: (_session, _publication, state) =>
      Promise.resolve({ kind: 'uploaded', state: { ...state, media: [] } }),
    prepare: async (_session: PlatformSession, publication, state): Promise<PrepareAnswer> => {
      if (guarantee === 'keyed') return { kind: 'prepared', state: { key: publication.key.id } };
      if (guarantee === 'blind') return { kind: 'prepared', state: {} };
      const kept = containers.get(handleIn(state, 'container'));
      if (state !== null && kept?.publishedAs === null && kept.text === publication.text)
        return { kind: 'prepared', state };
      const container = `container-${(made += 1)}`;
      containers.set(container, { ...contentOf(publication), publishedAs: null });
      if (world.take('held-in-prepare') === 'held-in-prepare') await world.hold();
      return { kind: 'prepared', state: { container } };
    },
    checkReadiness: () =>
      Promise.resolve(
        guarantee === 'queryable' && world.take('not-ready') === 'not-ready'
          ? { kind: 'pending', checkAfterMs: null }
          : { kind: 'ready' },
      ),
    commit: async (_session, publication, state, sendBefore): Promise<CommitAnswer> => {
      const how = world.take(...commitHows);
      const refusal = refusals[how];
      world.began();
      if (how === 'held-then-limited') await world.hold();
      if (refusal !== undefined) return refusal;
      if (how === 'prepare-again') return spoil(containers, state);
      if (how === 'held-before') await world.hold();
      if (isTooLate(world, sendBefore)) return { kind: 'not-sent', message: 'the time to send has passed' };
      const answer = accept(publication, state);
      if (how === 'held-after') await world.hold();
      return how === 'lost-after' ? unclear('no answer') : answer;
    },
    findPublished: async (_session, publication, state, search): Promise<FindAnswer> => {
      const how = world.take('held-in-lookup', 'lookup-fails', 'lookup-lags', 'auth-expired');
      const answer = look(publication, state, search, how === 'lookup-lags');
      // An answer tells of the time before it was given.
      if (how === 'held-in-lookup') await world.hold();
      if (how === 'auth-expired') return { kind: 'auth-expired', message: 'stale' };
      return how === 'lookup-fails' ? unclear('unavailable') : answer;
    },
    refresh: () =>
      Promise.resolve(
        world.take('auth-revoked') === 'auth-revoked'
          ? { kind: 'auth-revoked', message: 'revoked' }
          : { kind: 'refreshed', credentials: { token: 'fresh' } },
      ),
  };

  function look(
    publication: Publication,
    state: JsonObject | null,
    { since, takenIds }: PublishedSearch,
    lags: boolean,
  ): FindAnswer {
    if (guarantee === 'keyed') {
      const key = state?.['key'] ?? publication.key.id;
      return found(ledger.find((entry) => entry.key === key)) ?? { kind: 'absent' };
    }
    if (guarantee === 'queryable' && state !== null) {
      const entry = containers.get(handleIn(state, 'container'))?.publishedAs ?? undefined;
      const isFresh = entry !== undefined && world.nowMs - entry.atMs < queryableLagMsMax;
      return (lags && isFresh ? undefined : found(entry)) ?? { kind: 'absent' };
    }
    const content = contentOf(publication);
    const seen = ledger.find(
      (entry) =>
        entry.text === content.text &&
        entry.replyTo === content.replyTo &&
        entry.atMs >= since.getTime() &&
        !takenIds.has(entry.id),
    );
    const shown = lags ? undefined : found(seen);
    return shown ?? (guarantee === 'blind' ? { kind: 'absent' } : unclear('nothing to ask with'));
  }
}

const commitHows = [
  'lost-after',
  'lost-before',
  'rate-limited',
  'not-sent',
  'auth-expired',
  'auth-revoked',
  'rejected',
  'prepare-again',
  'held-before',
  'held-after',
  'held-then-limited',
] as const satisfies How[];

const limited: PlatformFailure = { kind: 'rate-limited', retryAfterMs: pauseMs, message: 'slow down' };
/** Answers after which nothing is public. */
const refusals: Partial<Record<How, PlatformFailure>> = {
  'lost-before': { kind: 'ambiguous', message: 'no answer' },
  'rate-limited': limited,
  'held-then-limited': limited,
  'not-sent': { kind: 'not-sent', message: 'no connection' },
  'auth-expired': { kind: 'auth-expired', message: 'stale' },
  'auth-revoked': { kind: 'auth-revoked', message: 'revoked' },
  rejected: { kind: 'rejected', code: 'PLATFORM_REJECTED', message: 'no' },
};

function handleIn(state: JsonObject | null, name: 'key' | 'container'): string {
  const handle = state?.[name];
  return typeof handle === 'string' ? handle : '';
}

function spoil(containers: Map<string, Container>, state: JsonObject): PlatformFailure {
  containers.delete(handleIn(state, 'container'));
  return { kind: 'prepare-again', message: 'gone' };
}

function isTooLate({ nowMs }: PlatformWorld, sendBefore: SendBefore | undefined): boolean {
  return sendBefore !== undefined && nowMs > sendBefore.wallMs;
}

function contentOf({ text, replyTo }: Publication): Pick<Entry, 'text' | 'replyTo'> {
  return { text, replyTo: replyTo?.externalPostId ?? null };
}

function unclear(message: string): PlatformFailure {
  return { kind: 'ambiguous', message };
}

function toPublished({ id }: Entry): Published {
  return { externalPostId: id, externalUrl: null, reference: null };
}

function published(entry: Entry): CommitAnswer {
  return { kind: 'published', published: toPublished(entry) };
}

function found(entry: Entry | undefined): FindAnswer | undefined {
  return entry && { kind: 'found', published: toPublished(entry) };
}

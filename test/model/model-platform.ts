import type { JsonObject } from '../../src/domain/json.js';
import type { PublishGuarantee } from '../../src/domain/platforms.js';
import type { PublishStep } from '../../src/domain/workflow-contract.js';
import type { PlatformFailure } from '../../src/platforms/kit/failure.js';
import type {
  CommitAnswer,
  FindAnswer,
  Platform,
  PrepareAnswer,
  Publication,
  PublishedSearch,
  ReadinessAnswer,
} from '../../src/platforms/kit/platform.js';
import type { PlatformSession } from '../../src/platforms/kit/session.js';
import { platformOf, type How, type PlatformKind } from './commands.js';
import {
  commitHows,
  isTooLate,
  refusals,
  toPublished,
  unclear,
  type Entry,
  type PlatformWorld,
} from './model-answers.js';
import { changeRulesOf, createModelChanges } from './model-changes.js';

/** The result of a call that a platform has accepted. */
interface Job {
  entry: Entry;
  isRefused: boolean;
}

interface Container {
  text: string;
  replyTo: string | null;
  job: Job | null;
}

/** The longest time that a container is at work. After that, its state is correct. */
const queryableLagMsMax = 20_000;
/** How long a platform works on a post that it publishes later: usually, for a long time, and longer than any run. */
const workMs = 15_000;
const longWorkMs = 3_600_000;
const daysOfWorkMs = 30 * 3_600_000;

export interface ModelPlatform extends Platform {
  readonly kind: PlatformKind;
  readonly ledger: Entry[];
}

const guaranteeOfPosts = {
  keyed: 'keyed',
  queryable: 'queryable',
  blind: 'blind',
  queryableLater: 'queryable',
  blindLater: 'blind',
} as const satisfies Record<PlatformKind, PublishGuarantee>;

/** A platform in memory that applies to each call the event that the model has chosen. It never shows a false state. */
export function createModelPlatform(kind: PlatformKind, world: PlatformWorld): ModelPlatform {
  const ledger: Entry[] = [];
  const containers = new Map<string, Container>();
  const jobs = new Map<string, Job>();
  let made = 0;

  /** Parts and comments are public at once everywhere. */
  const isLater = ({ replyTo }: Pick<Publication, 'replyTo'>): boolean =>
    (kind === 'queryableLater' || kind === 'blindLater') && replyTo === null;
  const guaranteeOf = ({ replyTo }: Pick<Publication, 'replyTo'>): PublishGuarantee =>
    kind === 'queryableLater' && replyTo !== null ? 'blind' : guaranteeOfPosts[kind];

  const accept = (publication: Publication, state: JsonObject, how: How): CommitAnswer => {
    const { id: key } = publication.key;
    switch (guaranteeOf(publication)) {
      case 'keyed':
        if (ledger.some((entry) => entry.key === state['key'] && !entry.isGone))
          return unclear('the key exists');
        return answerOf(publication, publish(publication, handleIn(state, 'key'), how));
      case 'blind':
        return answerOf(publication, publish(publication, key, how));
      case 'queryable': {
        const container = containers.get(handleIn(state, 'container'));
        if (container === undefined) return { kind: 'prepare-again', message: 'no such container' };
        if (container.job !== null) return unclear('the container was used already');
        container.job = publish(publication, key, how);
        return answerOf(publication, container.job);
      }
    }
  };
  const publish = (publication: Publication, key: string, how: How): Job => {
    const { nowMs } = world;
    const delayMs = how === 'works-for-days' ? daysOfWorkMs : workMs;
    const shownFromMs = isLater(publication) ? nowMs + delayMs : nowMs;
    const id = `${kind}-${(made += 1)}`;
    const content = contentOf(publication);
    const state = { shows: content.text, isGone: false, earlierIds: [] };
    const entry = { targetId: world.targetId, ...content, ...state, id, atMs: nowMs, shownFromMs, key };
    const job = { entry, isRefused: false };
    ledger.push(entry);
    jobs.set(id, job);
    return job;
  };
  const answerOf = (publication: Publication, { entry }: Job): CommitAnswer => {
    if (!isLater(publication)) return { kind: 'published', published: toPublished(entry) };
    const answer = unclear('accepted');
    return kind === 'blindLater' ? { ...answer, state: { job: entry.id } } : answer;
  };

  return {
    name: platformOf[kind],
    kind,
    guaranteeOf,
    changeRules: changeRulesOf[kind],
    changes: createModelChanges(kind, ledger, world),
    ledger,
    limits: {
      textUnit: 'characters',
      textMax: 500,
      textBytesMax: null,
      textRequired: true,
      firstComment: true,
      firstCommentMax: null,
    },
    label: 'A platform',
    parts: { options: [] },
    websites: ['platform.invalid'],
    optionsSchema: { type: 'object' },
    validate: () => [],
    uploadMedia: (_session, _publication, state) =>
      Promise.resolve({ kind: 'uploaded', state: { ...state, media: [] } }),
    prepare: async (_session: PlatformSession, publication, state): Promise<PrepareAnswer> => {
      const guarantee = guaranteeOf(publication);
      if (world.take('held-in-prepare') === 'held-in-prepare') await world.hold();
      if (guarantee === 'keyed') return { kind: 'prepared', state: { key: publication.key.id } };
      if (guarantee === 'blind') return { kind: 'prepared', state: {} };
      const kept = containers.get(handleIn(state, 'container'));
      if (state !== null && kept?.text === publication.text && kept.job?.isRefused !== true)
        return { kind: 'prepared', state };
      const container = `container-${(made += 1)}`;
      containers.set(container, { ...contentOf(publication), job: null });
      return { kind: 'prepared', state: { container } };
    },
    checkReadiness: (_session, publication, state): Promise<ReadinessAnswer> =>
      Promise.resolve(noted(readinessOf(publication, state))),
    commit: async (_session, publication, state, sendBefore): Promise<CommitAnswer> => {
      const how = world.take(...commitHows, ...(isLater(publication) ? (['works-for-days'] as const) : []));
      const refusal = refusals[how];
      world.began(stepOf(publication));
      if (how === 'held-then-limited') await world.hold();
      if (refusal !== undefined) return refusal;
      if (how === 'prepare-again') return spoil(containers, state);
      if (how === 'held-before') await world.hold();
      if (isTooLate(world, sendBefore)) return { kind: 'not-sent', message: 'the time to send has passed' };
      const answer = accept(publication, state, how);
      if (how === 'held-after') await world.hold();
      return how === 'lost-after' ? unclear('no answer') : answer;
    },
    findPublished: async (_session, publication, state, search): Promise<FindAnswer> => {
      const how = world.take(
        ...(['held-in-lookup', 'lookup-fails', 'lookup-lags', 'auth-expired'] as const),
        ...(isLater(publication) ? (['works-on', 'refused-later'] as const) : []),
      );
      const answer = look(publication, state, search, how);
      // The answer describes the time before the worker was held.
      if (how === 'held-in-lookup') await world.hold();
      if (how === 'auth-expired') return { kind: 'auth-expired', message: 'stale' };
      return how === 'lookup-fails' ? unclear('unavailable') : noted(answer);
    },
    refresh: () =>
      Promise.resolve(
        world.take('auth-revoked') === 'auth-revoked'
          ? { kind: 'auth-revoked', message: 'revoked' }
          : { kind: 'refreshed', credentials: { token: 'fresh' } },
      ),
  };

  function noted<T extends { kind: string }>(answer: T): T {
    world.told(kind, answer.kind);
    return answer;
  }

  function readinessOf(publication: Publication, state: JsonObject): ReadinessAnswer {
    if (guaranteeOf(publication) !== 'queryable') return { kind: 'ready' };
    const job = containers.get(handleIn(state, 'container'))?.job ?? null;
    if (job?.isRefused === true) return { kind: 'prepare-again', message: 'refused' };
    if (job !== null) return { kind: 'used-up', message: 'used' };
    if (world.take('not-ready') === 'not-ready') return { kind: 'pending', checkAfterMs: null };
    return { kind: 'ready' };
  }

  function look(
    publication: Publication,
    state: JsonObject | null,
    search: PublishedSearch,
    how: How,
  ): FindAnswer {
    const lags = how === 'lookup-lags';
    if (kind === 'keyed') {
      const key = state?.['key'] ?? publication.key.id;
      return found(ledger.find((entry) => entry.key === key && !entry.isGone)) ?? { kind: 'absent' };
    }
    const guarantee = guaranteeOf(publication);
    if (guarantee === 'queryable' && state !== null) {
      const job = containers.get(handleIn(state, 'container'))?.job ?? null;
      const isFresh = job !== null && world.nowMs - job.entry.atMs < queryableLagMsMax;
      return job === null || (lags && isFresh) ? { kind: 'absent' } : tell(job, how);
    }
    const job = jobs.get(handleIn(state, 'job'));
    if (job !== undefined) return tell(job, how);
    const seen = lags ? undefined : found(listed(publication, search));
    return seen ?? (guarantee === 'blind' ? { kind: 'absent' } : unclear('nothing to ask with'));
  }

  /** The platform's response about an id. Only an unfinished post may still be refused. */
  function tell(job: Job, how: How): FindAnswer {
    const { entry } = job;
    const isDone = entry.shownFromMs <= world.nowMs;
    if (!isDone && how === 'refused-later' && !job.isRefused) {
      job.isRefused = true;
      ledger.splice(ledger.indexOf(entry), 1);
    }
    if (job.isRefused) return { kind: 'refused', code: 'MEDIA_REJECTED', message: 'no' };
    if (entry.isGone) return { kind: 'absent' };
    if (!isDone && how === 'works-on') entry.shownFromMs = world.nowMs + longWorkMs;
    if (!isDone) return { kind: 'processing', checkAfterMs: null, message: 'at it' };
    const published = toPublished(entry);
    return entry.shownFromMs > entry.atMs
      ? { kind: 'found', published, byId: true }
      : { kind: 'found', published };
  }

  function listed(publication: Publication, { since, takenIds }: PublishedSearch): Entry | undefined {
    const { text, replyTo } = contentOf(publication);
    return ledger.find(
      (entry) =>
        !entry.isGone &&
        entry.shows === text &&
        entry.replyTo === replyTo &&
        entry.shownFromMs >= since.getTime() &&
        entry.shownFromMs <= world.nowMs &&
        !takenIds.has(entry.id),
    );
  }
}

function handleIn(state: JsonObject | null, name: 'key' | 'container' | 'job'): string {
  const handle = state?.[name];
  return typeof handle === 'string' ? handle : '';
}

function spoil(containers: Map<string, Container>, state: JsonObject): PlatformFailure {
  containers.delete(handleIn(state, 'container'));
  return { kind: 'prepare-again', message: 'gone' };
}

function contentOf(publication: Publication): Pick<Entry, 'step' | 'text' | 'replyTo'> {
  const { text, replyTo } = publication;
  return { step: stepOf(publication), text, replyTo: replyTo?.externalPostId ?? null };
}

/** The key of a publication ends in its step. */
const stepOf = ({ key }: Publication): PublishStep => key.id.slice(key.id.indexOf(':') + 1) as PublishStep;

function found(entry: Entry | undefined): FindAnswer | undefined {
  return entry && { kind: 'found', published: toPublished(entry) };
}

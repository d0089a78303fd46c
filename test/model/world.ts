import { usualTurns } from '../../src/services/publishing/publish-turn.js';
import { createPublishTurns } from '../../src/services/publishing/publish-turns.js';
import { createServiceClock } from '../../src/services/shared/clocks/due-clock.js';
import { and, asc, eq, inArray, or } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { createActivities } from '../../src/activities/create-activities.js';
import {
  changes,
  comments,
  posts,
  publications,
  publishAttempts,
  targets,
  webhookEndpoints,
} from '../../src/db/schema/index.js';
import { idPrefixes } from '../../src/domain/ids.js';
import type { PublishStep } from '../../src/domain/workflow-contract.js';
import type { RequestContext, ServiceDeps } from '../../src/services/shared/context.js';
import type { Subject, TargetRow } from '../../src/services/post-records/records.js';
import type { CommentRow } from '../../src/services/comments/view.js';
import type { ChangeRow } from '../../src/services/post-records/changes.js';
import type { AttemptRow } from '../../src/services/attempts/last-attempts.js';
import { workflowTypes } from '../../src/domain/workflow-contract.js';
import { publishPostWorkflow } from '../../src/workflows/publish-post.js';
import { changePublicationWorkflow } from '../../src/workflows/change-publication.js';
import { retryFirstCommentWorkflow } from '../../src/workflows/retry-first-comment.js';
import { mintComment } from '../harness/comments.js';
import { mintWorkspace } from '../harness/stack.js';
import { platformKinds, platformOf, type How, type PlatformKind } from './commands.js';
import type { Coverage } from './coverage.js';
import { isLostConnection, LostConnection, withWriteHooks, type CallWrite } from './model-database.js';
import { createMemoryStarter } from './memory-starter.js';
import { MemoryTemporal } from './memory-temporal.js';
import type { Entry } from './model-answers.js';
import { createModelPlatform, type ModelPlatform } from './model-platform.js';
import type { Snapshot } from './snapshot.js';
import {
  asSubject,
  gatherTargets,
  followers,
  isFollowerOf,
} from '../../src/services/post-records/records.js';
import { isTargetRow, targetRows } from '../../src/services/publishing/internal/row-versions.js';
import { publicationIdOf } from '../../src/domain/workflow-contract.js';

/** The parts of the promise, one name for each. */
export const clauses = [
  'once',
  'canceled-is-not-public',
  'failed-is-not-public',
  'own-content',
  'own-comment',
  'parts-in-order',
  'parts-tell-the-truth',
  'comment-tells-the-truth',
  'comment-not-lost',
  'comment-follows',
  'status-adds-up',
  'no-call-after-cancel',
  'no-call-after-disconnect',
  'success-is-told',
  'comment-retry-ends',
  'cancel-means-cancel',
  'canceled-was-wanted',
  'open-content-stays',
  'retry-means-something',
  'removed-is-gone',
  'gone-is-told',
  'text-is-told',
  'change-was-wanted',
  'reply-is-shown',
  'no-internal-error',
  'ends',
  'no-fault',
] as const;
export type Clause = (typeof clauses)[number];

export interface Breach {
  clause: Clause;
  text: string;
}

/** Thrown if the promise was broken. */
export class Violation extends Error {
  override readonly name = 'Violation';
  readonly clauses: readonly Clause[];
  constructor(breaches: readonly Breach[]) {
    super([...new Set(breaches.map(({ clause, text }) => `${clause}: ${text}`))].join('\n'));
    this.clauses = breaches.map(({ clause }) => clause);
  }
}

const startMs = Date.UTC(2030, 0, 7, 12);

/** The sequence's posts and replies in the database. A reply is its own target, and the subject of its run like a post. */
export interface Rows {
  posts: Subject[];
  targets: TargetRow[];
  /** The comments that show the replies. */
  replies: CommentRow[];
  attempts: AttemptRow[];
  /** The removals and edits of public targets, the earliest first. */
  changes: ChangeRow[];
}

/** The accepted requests of people that the model remembers. They are restored together with the database. */
export interface Wishes {
  /** Posts whose last accepted request was a cancel, with those of their targets that had FAILED before. */
  cancelled: Map<string, ReadonlySet<string>>;
  /** Accounts whose last accepted request was a disconnection. */
  disconnected: Set<string>;
}

/** A post, an account and a step: something that may be public only once. */
export type ContentKey = string;

/** One run of the model: a workspace, its platforms, its Temporal and its time. */
export class World {
  readonly deps: ServiceDeps;
  readonly temporal: MemoryTemporal;
  readonly platforms: Readonly<Record<PlatformKind, ModelPlatform>>;
  ctx!: RequestContext;
  workspaceId = '';
  accountIds = byKind(() => '');
  /** A comment of a visitor for each account. */
  questionIds = byKind(() => '');
  /** The ids in the order of creation. A post that a restored database has lost keeps its position. */
  postIds: string[] = [];
  textsMade = 0;
  isTemporalAway = false;
  wishes: Wishes = { cancelled: new Map(), disconnected: new Set() };
  /** Posts whose worker stopped after the record of a success, but before the next steps. */
  readonly interrupted = new Set<string>();
  /** A snapshot before each command, only in sequences with a restore. */
  readonly snapshots: { rows: Snapshot; wishes: Wishes; at: Date }[] = [];
  /** The post and account of each target that has ever existed. */
  readonly homes = new Map<string, { postId: string; accountId: string }>();
  /** How many duplicates a user has accepted. */
  readonly consents = new Map<ContentKey, number>();
  /** Rows that a restored database has lost and that the promise does not cover. */
  readonly forgiven = new Set<ContentKey>();
  /** Targets whose rows may be outdated because of a restore. */
  readonly clouded = new Set<string>();
  /** Posts that were ever canceled, even if a restored database does not know it. */
  readonly everCancelled = new Set<string>();
  /** The removals and texts that people have ever asked for: the content, and the text of an edit. */
  readonly askedChanges = new Set<string>();
  /** Breaches during a command, which the next check reports. */
  readonly breaches: Breach[] = [];
  readonly log: string[] = [];
  /** The targets' statuses at the last check, or at the restore after it. */
  earlier: ReadonlyMap<string, string> = new Map();
  rows: Rows = { posts: [], targets: [], replies: [], attempts: [], changes: [] };
  #how: How = 'well';
  #then: How = 'well';

  /** Clauses that are not checked. */
  readonly tolerated: ReadonlySet<Clause>;

  constructor(
    base: ServiceDeps,
    sequence: string,
    options: {
      coverage?: Coverage;
      isAhead?: boolean;
      wrapPlatform?: (platform: ModelPlatform) => ModelPlatform;
      tolerated?: readonly Clause[];
    },
  ) {
    const wrap = options.wrapPlatform ?? ((platform) => platform);
    this.tolerated = new Set(options.tolerated);
    const temporal = new MemoryTemporal({
      nowMs: startMs,
      definitions: {
        [workflowTypes.publishPost]: publishPostWorkflow,
        [workflowTypes.retryFirstComment]: retryFirstCommentWorkflow,
        [workflowTypes.changePublication]: changePublicationWorkflow,
      },
      activities: () => ({ ...createActivities(this.deps, turns()) }),
      isExpected: isLostConnection,
    });
    this.temporal = temporal;
    const create = (kind: PlatformKind): ModelPlatform =>
      wrap(
        createModelPlatform(kind, {
          get nowMs() {
            return temporal.nowMs;
          },
          get targetId() {
            return inputOf(temporal).targetId;
          },
          take: (...concerned) => this.#take(concerned),
          hold: () => temporal.hold(),
          began: (step) => this.#began(step),
          beganChange: (entry, text) => this.#beganChange(entry, text),
          told: (of, answer) => options.coverage?.noteAnswer(of, answer),
        }),
      );
    this.platforms = byKind(create);
    let ids = 0;
    const clock = { now: () => new Date(temporal.nowMs) };
    const dueClock = createServiceClock(clock);
    this.deps = {
      ...base,
      db: withWriteHooks(base.db, {
        before: (kind) => this.#beforeWrite(kind),
        beforeCommit: (kind) => this.#loseBefore(kind),
        after: (kind) => this.#afterWrite(kind),
      }),
      clock,
      // A step that is early returns to its run, because only the run's clock moves.
      publishing: { ...base.publishing, dueClock, holdMsMax: 0, replyWaitMs: 0 },
      newId: (kind) => `${idPrefixes[kind]}_${sequence}x${String((ids += 1)).padStart(5, '0')}`,
      platforms: new Map(Object.values(this.platforms).map((platform) => [platform.name, platform])),
      starter: createMemoryStarter(temporal, {
        isAway: () => this.isTemporalAway,
        isAhead: options.isAhead === true,
        deps: () => this.deps,
      }),
    };
    // Each try has its own turns, because a held try would block the other calls of its account forever.
    const turns = () => createPublishTurns(dueClock, usualTurns);
  }

  async open(): Promise<void> {
    const names = platformKinds.map((kind) => platformOf[kind]);
    const { ctx, workspaceId, accountIds } = await mintWorkspace(this.deps, names);
    this.ctx = ctx;
    this.workspaceId = workspaceId;
    platformKinds.forEach((kind, index) => {
      this.accountIds[kind] = accountIds[index] ?? '';
    });
    for (const kind of platformKinds) {
      const question = { socialAccountId: this.accountIds[kind], externalCommentId: questionOn(kind) };
      this.questionIds[kind] = await mintComment(this, { workspaceId, accountIds: ['', '', ''] }, question);
    }
    const now = this.deps.clock.now();
    await this.deps.db.insert(webhookEndpoints).values({
      id: this.deps.newId('webhookEndpoint'),
      workspaceId,
      url: 'https://receiver.example/',
      status: 'ENABLED',
      createdAt: now,
      updatedAt: now,
    });
  }

  get nowMs(): number {
    return this.temporal.nowMs;
  }

  get ledger(): Entry[] {
    return platformKinds.flatMap((kind) => this.platforms[kind].ledger);
  }

  /** The index counts from the newest post. */
  postId(index: number): string | undefined {
    return this.postIds.at(-1 - (index % Math.max(1, this.postIds.length)));
  }

  postRow(postId: string): Subject | undefined {
    return this.rows.posts.find((row) => row.id === postId);
  }

  targetsOf(postId: string): TargetRow[] {
    return this.rows.targets.filter((row) => row.postId === postId && row.removedAt === null);
  }

  lastAttempt(targetId: string, step: PublishStep): AttemptRow | undefined {
    const id = publicationIdOf({ targetId, step });
    const rows = this.rows.attempts.filter((row) => row.publicationId === id);
    return rows.sort((a, b) => b.number - a.number)[0];
  }

  contentKey(targetId: string, step: PublishStep): ContentKey {
    const home = this.homes.get(targetId);
    return `${home?.postId ?? targetId}/${home?.accountId ?? ''}/${step}`;
  }

  async read(): Promise<Rows> {
    const { db } = this.deps;
    const isOurs = (rows: Record<'postId' | 'workspaceId', AnyPgColumn>) =>
      or(inArray(rows.postId, this.postIds), eq(rows.workspaceId, this.workspaceId));
    const [postRows, found, replies, attemptRows, changeRows] = await Promise.all([
      db.select().from(posts).where(inArray(posts.id, this.postIds)),
      db
        .select({ target: targets, follower: followers })
        .from(targets)
        .leftJoin(followers, isFollowerOf(targets))
        .where(isOurs(targets)),
      db
        .select()
        .from(comments)
        .where(and(eq(comments.workspaceId, this.workspaceId), eq(comments.mine, true))),
      db
        .select({ attempt: publishAttempts })
        .from(publishAttempts)
        .innerJoin(publications, eq(publications.id, publishAttempts.publicationId))
        .innerJoin(targetRows, isTargetRow)
        .where(isOurs(targetRows)),
      db
        .select()
        .from(changes)
        .where(inArray(changes.postId, this.postIds))
        .orderBy(asc(changes.createdAt), asc(changes.id)),
    ]);
    const rows = gatherTargets(found);
    for (const { id, postId, socialAccountId } of rows)
      this.homes.set(id, { postId, accountId: socialAccountId });
    this.rows = {
      posts: [...postRows, ...rows.filter(({ workspaceId }) => workspaceId !== null).map(asSubject)],
      replies,
      targets: rows.sort((a, b) => a.order - b.order),
      attempts: attemptRows.map(({ attempt }) => attempt),
      changes: changeRows,
    };
    return this.rows;
  }

  /** Sets the events around the next call that they fit, and around the one after it. */
  arm(how: How, then: How = 'well'): void {
    this.#how = how;
    this.#then = then;
  }

  #take(concerned: readonly How[]): How {
    const how = this.#how;
    if (!concerned.includes(how)) return 'well';
    this.#how = this.#then;
    this.#then = 'well';
    return how;
  }

  async #beforeWrite(kind: CallWrite): Promise<void> {
    if (kind === 'claim' && this.#take(['held-before-claim']) !== 'well') await this.temporal.hold();
    this.#loseBefore(kind);
  }

  #loseBefore(kind: CallWrite): void {
    if (this.#take([`${kind}-lost`]) !== 'well') throw new LostConnection('before it was written');
  }

  async #afterWrite(kind: CallWrite): Promise<void> {
    if (this.#take([`${kind}-answer-lost`]) !== 'well') throw new LostConnection('after it was written');
    if (kind !== 'record' || this.#take(['held-after-record']) === 'well') return;
    const { postId, changeId } = inputOf(this.temporal);
    const ofChange = this.rows.changes.find(({ id }) => id === changeId)?.postId;
    this.interrupted.add(postId ?? ofChange ?? '');
    await this.temporal.hold();
  }

  #began(step: PublishStep): void {
    const { targetId } = inputOf(this.temporal);
    const { postId } = this.homes.get(targetId) ?? {};
    this.#checkConnected(targetId, step);
    const isCommentRun = this.temporal.current?.task.run.type === workflowTypes.retryFirstComment;
    this.log.push(`    call ${step} of ${targetId}`);
    if (postId !== undefined && this.wishes.cancelled.has(postId) && !isCommentRun)
      this.breaches.push({
        clause: 'no-call-after-cancel',
        text: `${step} of ${targetId} was called after the cancel was accepted`,
      });
  }

  #beganChange({ targetId, step }: Entry, text: string | null): void {
    const what = text === null ? `removal of ${step}` : `edit to "${text}"`;
    this.#checkConnected(targetId, what);
    this.log.push(`    call ${what} of ${targetId}`);
    if (this.askedChanges.has(`${this.contentKey(targetId, 'POST')} ${text ?? ''}`)) return;
    this.breaches.push({
      clause: 'change-was-wanted',
      text: `${what} of ${targetId} was called, and nobody has asked for it`,
    });
  }

  #checkConnected(targetId: string, what: string): void {
    const { accountId = '' } = this.homes.get(targetId) ?? {};
    if (!this.wishes.disconnected.has(accountId)) return;
    this.breaches.push({
      clause: 'no-call-after-disconnect',
      text: `${what} of ${targetId} was called after the account was disconnected`,
    });
  }
}

/** The input of the activity. That of a removal or an edit names only the change. */
function inputOf(temporal: MemoryTemporal): { postId?: string; changeId?: string; targetId: string } {
  const [input] = temporal.current?.task.args ?? [];
  const { targetId = '', ...others } = input as { postId?: string; changeId?: string; targetId?: string };
  return { ...others, targetId };
}

function byKind<T>(make: (kind: PlatformKind) => T): Record<PlatformKind, T> {
  return Object.fromEntries(platformKinds.map((kind) => [kind, make(kind)])) as Record<PlatformKind, T>;
}

/** The id of the visitor's comment at the platform. */
export const questionOn = (kind: PlatformKind): string => `question-${kind}`;

/** The target and the step of a publication, by its id. */
export function homeOf(publicationId: string): { targetId: string; step: PublishStep } {
  const [targetId = '', step = 'POST'] = publicationId.split(':');
  return { targetId, step: step as PublishStep };
}

export function statusesOf({ targets: rows }: Rows): ReadonlyMap<string, string> {
  return new Map(rows.map(({ id, status }) => [id, status]));
}

export function copyOf({ cancelled, disconnected }: Wishes): Wishes {
  return { cancelled: new Map(cancelled), disconnected: new Set(disconnected) };
}

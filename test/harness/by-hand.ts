import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import type { Advance, PublishStep, StepInput } from '../../src/domain/workflow-contract.js';
import type { Platform } from '../../src/platforms/kit/platform.js';
import { getPost } from '../../src/services/posts/get.js';
import type { PostView, TargetView } from '../../src/services/post-records/types.js';
import { openPost } from '../../src/services/publishing/internal/open-post.js';
import { advance } from '../../src/services/publishing/advance.js';
import { createPublishTurns, type PublishTurns } from '../../src/services/publishing/publish-turns.js';
import { commitStep } from '../../src/services/publishing/commit-step.js';
import { finishPublish } from '../../src/services/publishing/finish-publish.js';
import { lookupStep } from '../../src/services/publishing/lookup-step.js';
import { reconcile } from '../../src/services/reconcile/reconcile.js';
import { runIdOf, schedule } from './publishing.js';
import { createScriptedPlatform, type ScriptedPlatform } from './scripted-platform.js';
import { mintWorkspace, startStack, type Stack, type TestWorkspace } from './stack.js';

const hourMs = 3_600_000;

export type ScriptedName = 'BLUESKY' | 'THREADS' | 'X';

/** A post for which a run has begun to publish. */
export interface Begun {
  workspace: TestWorkspace;
  post: PostView;
  input: StepInput;
}

/**
 * A stack without a worker: the test runs each step itself, so that requests of users can arrive between any two steps.
 */
class ByHand {
  #stack: Stack | undefined;
  laterMs = 0;
  /** Runs that Temporal no longer knows. */
  readonly gone = new Set<string>();
  readonly scripted: Record<ScriptedName, ScriptedPlatform> = {
    BLUESKY: createScriptedPlatform('BLUESKY', 'keyed'),
    THREADS: createScriptedPlatform('THREADS', 'queryable'),
    X: createScriptedPlatform('X', 'blind'),
  };
  readonly hooks: {
    prepare?: Platform['prepare'];
    readPermalink?: Platform['readPermalink'];
    findPublished?: Platform['findPublished'];
  } = {};

  get stack(): Stack {
    if (this.#stack === undefined) throw new Error('The stack is not started.');
    return this.#stack;
  }

  async start(): Promise<void> {
    const platforms = Object.values(this.scripted).map((platform): Platform => ({
      ...platform,
      prepare: (...args) => this.hooks.prepare?.(...args) ?? platform.prepare(...args),
      findPublished: (...args) => this.hooks.findPublished?.(...args) ?? platform.findPublished(...args),
      readPermalink: (...args) => this.hooks.readPermalink?.(...args) ?? Promise.resolve(null),
    }));
    this.#stack = await startStack({
      platforms,
      runWorker: false,
      overrides: { clock: { now: () => new Date(Date.now() + this.laterMs) } },
    });
    const { publishing, starter } = this.stack.deps;
    this.stack.deps.publishing = { ...publishing, replyWaitMs: 0 };
    this.stack.deps.starter = {
      ...starter,
      describe: (id) => (this.gone.has(id) ? Promise.resolve('missing') : starter.describe(id)),
    };
  }

  reset(): void {
    this.laterMs = 0;
    this.gone.clear();
    delete this.hooks.prepare;
    delete this.hooks.readPermalink;
    delete this.hooks.findPublished;
    for (const platform of Object.values(this.scripted)) platform.reset();
  }

  async begun(
    name: ScriptedName,
    {
      workspace: given,
      ...content
    }: { text?: string; firstComment?: string; workspace?: TestWorkspace } = {},
  ): Promise<Begun> {
    const workspace = given ?? (await mintWorkspace(this.stack.deps, [name]));
    const post = await schedule(workspace, { inMs: this.laterMs + hourMs, ...content });
    this.laterMs += hourMs;
    return { workspace, post, input: await this.begin(workspace, post.id) };
  }

  /** Starts publishing with the run that the post names at this time. A post that is not yet due stays SCHEDULED. */
  async begin(workspace: TestWorkspace, postId: string, step: PublishStep = 'POST'): Promise<StepInput> {
    const post = await getPost(workspace.ctx, { postId });
    const workflowId = runIdOf(post);
    await openPost(this.stack.deps, { postId, workflowId, nowMs: this.nowMs() });
    return { postId, workflowId, targetId: post.targets[0]?.id ?? '', step };
  }

  nowMs(): number {
    return this.stack.deps.clock.now().getTime();
  }

  async commit(input: StepInput, given?: PublishTurns) {
    const turns = given ?? createPublishTurns(this.stack.deps.publishing.dueClock);
    return (await commitStep(this.stack.deps, { ...input, nowMs: this.nowMs() }, { turns })).kind;
  }

  /** Advances the target as its run does. `attempts`: the number of attempts that the run knows. */
  advance({ postId, targetId, workflowId }: Omit<StepInput, 'step'>, attempts = 0): Promise<Advance> {
    const turns = createPublishTurns(this.stack.deps.publishing.dueClock);
    const input = { postId, targetId, workflowId, nowMs: this.nowMs(), attempts };
    return advance(this.stack.deps, input, { turns });
  }

  async lookUp(input: StepInput, absencesBefore = 0, last = false) {
    const asked = { ...input, absencesBefore, last, nowMs: this.nowMs() };
    return (await lookupStep(this.stack.deps, asked)).kind;
  }

  finish(input: StepInput) {
    return finishPublish(this.stack.deps, input);
  }

  shown({ workspace, post }: Begun): Promise<PostView> {
    return getPost(workspace.ctx, { postId: post.id });
  }

  async targetOf(run: Begun): Promise<TargetView | undefined> {
    return (await this.shown(run)).targets[0];
  }

  /** Ends the run with an unknown outcome. */
  async unconfirmed(run: Begun): Promise<void> {
    const answer = { kind: 'ambiguous', message: 'the connection was reset' } as const;
    this.scripted.X.script.push({ accept: true, answer });
    expect(await this.commit(run.input)).toBe('AMBIGUOUS');
    this.scripted.X.finds.push({ kind: 'absent' });
    expect(await this.lookUp(run.input, 0, true)).toBe('UNCONFIRMED');
    expect((await this.finish(run.input)).outcome).toBe('FAILED');
  }

  /** Removes the run from Temporal, and lets the sweep replace the run. */
  async replaced(run: Begun): Promise<void> {
    this.gone.add(run.input.workflowId);
    this.laterMs += hourMs;
    await reconcile(this.stack.deps, { includeYoung: true });
    expect((await this.shown(run)).status).toBe('SCHEDULED');
  }
}

/** Starts the stack before the tests of a file or a `describe`, resets it before each, and stops it after them. */
export function useByHand(): ByHand {
  const hand = new ByHand();
  beforeAll(() => hand.start());
  afterAll(() => hand.stack.stop());
  beforeEach(() => {
    hand.reset();
  });
  return hand;
}

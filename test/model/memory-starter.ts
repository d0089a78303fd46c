import { workflowTypes, type PlannedTarget } from '../../src/domain/workflow-contract.js';
import type { ServiceDeps } from '../../src/services/shared/context.js';
import { refreshAccount } from '../../src/services/social-accounts/refresh.js';
import type { MemoryTemporal } from './memory-temporal.js';

/** Implements the services' interface to Temporal with MemoryTemporal. While `isAway`, its calls fail. */
export function createMemoryStarter(
  temporal: MemoryTemporal,
  world: { isAway: () => boolean; isAhead: boolean; deps: () => ServiceDeps },
) {
  const reach = (): MemoryTemporal => {
    if (world.isAway()) throw new Error('Temporal is away');
    return temporal;
  };
  return {
    async startPublishPost(start: {
      workflowId: string;
      postId: string;
      targets: PlannedTarget[];
      scheduledAt: Date;
      startAt: Date;
    }): Promise<void> {
      const { workflowId, postId, targets, scheduledAt, startAt } = start;
      const beginAt = world.isAhead ? startAt : scheduledAt;
      await reach().start(
        workflowTypes.publishPost,
        workflowId,
        { postId, targets },
        beginAt.getTime() - temporal.nowMs,
      );
    },
    async startRetryFirstComment(start: {
      workflowId: string;
      postId: string;
      targetId: string;
    }): Promise<void> {
      const { workflowId, postId, targetId } = start;
      await reach().start(workflowTypes.retryFirstComment, workflowId, { postId, targetId }, 0);
    },
    async startChangePublication({
      workflowId,
      changeId,
    }: {
      workflowId: string;
      changeId: string;
    }): Promise<void> {
      await reach().start(workflowTypes.changePublication, workflowId, { changeId }, 0);
    },
    startDeliverWebhook: (): Promise<void> => Promise.resolve(),
    startCommentRead: (): Promise<void> => Promise.resolve(),
    startMeasuring: (): Promise<void> => Promise.resolve(),
    async cancel(workflowId: string): Promise<'requested' | 'gone'> {
      return reach().cancel(workflowId);
    },
    async describe(workflowId: string): Promise<'running' | 'completed' | 'closed' | 'missing'> {
      return Promise.resolve(reach().describe(workflowId));
    },
    async progressOf(workflowId: string): Promise<'none' | 'waiting' | 'begun'> {
      const run = reach().runs.get(workflowId);
      if (run === undefined) return Promise.resolve('none');
      return Promise.resolve(run.begun ? 'begun' : 'waiting');
    },
    async terminate(workflowId: string): Promise<'requested' | 'gone'> {
      const state = reach().describe(workflowId);
      reach().terminate(workflowId);
      return Promise.resolve(state === 'running' ? 'requested' : 'gone');
    },
    refreshAccount: (socialAccountId: string, seenVersion: number) =>
      refreshAccount(world.deps(), { socialAccountId, seenVersion }),
    health: () =>
      Promise.resolve({
        reachable: !world.isAway(),
        workerPolling: !world.isAway(),
        webhooksPolling: !world.isAway(),
        missingSearchAttributes: [],
        troubledSchedules: [],
      }),
  };
}

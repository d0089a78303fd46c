import { proxyActivities, proxyLocalActivities } from '@temporalio/workflow';
import type { Activities } from '../activities/create-activities.js';

/**
 * Short database steps. As local activities they cost no round trip through the server; they may run again with
 * their workflow task, which all of them bear. They retry without end: a database that is away is waited for.
 */
export const local = proxyLocalActivities<
  Pick<
    Activities,
    | 'beginPublish'
    | 'finishPublish'
    | 'giveUpStep'
    | 'beginCommentRun'
    | 'endCommentRun'
    | 'reconcile'
    | 'planCommentReads'
  >
>({
  startToCloseTimeout: '20 seconds',
  localRetryThreshold: '1 minute',
  retry: { initialInterval: '200 milliseconds', maximumInterval: '10 seconds' },
});

/**
 * The one that may make something public. Never repeated by Temporal: whatever ends without a result is unclear,
 * and the workflow looks at the platform before it does anything else. The heartbeat tells a lost worker early.
 */
export const { commitStep } = proxyActivities<Pick<Activities, 'commitStep'>>({
  startToCloseTimeout: '3 minutes',
  heartbeatTimeout: '20 seconds',
  retry: { maximumAttempts: 1 },
});

/**
 * Brings media to the platform; nothing of it is public, so Temporal may repeat it. Its time depends on the size, and
 * is given with each call. A cancel does not wait for it: it hears of it with its next heartbeat, and whatever it would
 * save before that is refused.
 */
export const { uploadStep } = proxyActivities<Pick<Activities, 'uploadStep'>>({
  startToCloseTimeout: '10 minutes',
  heartbeatTimeout: '20 seconds',
  cancellationType: 'TRY_CANCEL',
  retry: { initialInterval: '1 second', maximumInterval: '30 seconds', maximumAttempts: 10 },
});

/** Reads at the platform. The workflow has its own ladder; these tries only bridge a worker's restart. */
export const { lookupStep } = proxyActivities<Pick<Activities, 'lookupStep'>>({
  startToCloseTimeout: '90 seconds',
  heartbeatTimeout: '20 seconds',
  retry: { initialInterval: '1 second', maximumInterval: '10 seconds', maximumAttempts: 5 },
});

export const { awaitRefresh } = proxyActivities<Pick<Activities, 'awaitRefresh'>>({
  startToCloseTimeout: '2 minutes',
  heartbeatTimeout: '20 seconds',
  retry: { initialInterval: '1 second', maximumInterval: '30 seconds', maximumAttempts: 5 },
});

/**
 * One exchange, whose answer is stored through minutes without the database. A second try only where the worker was
 * lost: some platforms still take the old token for a while, and the others say that it is used up. The heartbeat keeps
 * a try that is alive from getting a second one beside it.
 */
export const { refreshAccount } = proxyActivities<Pick<Activities, 'refreshAccount'>>({
  startToCloseTimeout: '14 minutes',
  heartbeatTimeout: '20 seconds',
  retry: { maximumAttempts: 2, initialInterval: '2 seconds' },
});

/** One sweep of the grants that are due. What one does not get to, the next one does. */
export const { refreshAhead } = proxyActivities<Pick<Activities, 'refreshAhead'>>({
  startToCloseTimeout: '4 minutes',
  heartbeatTimeout: '20 seconds',
  retry: { maximumAttempts: 1 },
});

/** Reads comments for less than a minute, but may wait for a token's refresh. What one does not get to, the next one does. */
export const { readComments } = proxyActivities<Pick<Activities, 'readComments'>>({
  startToCloseTimeout: '4 minutes',
  heartbeatTimeout: '20 seconds',
  retry: { maximumAttempts: 1 },
});

/** Removes media that nobody will come back for. Repeatable; what one run does not get to, the next one does. */
export const { sweepMedia } = proxyActivities<Pick<Activities, 'sweepMedia'>>({
  startToCloseTimeout: '15 minutes',
  heartbeatTimeout: '20 seconds',
  retry: { initialInterval: '30 seconds', maximumAttempts: 3 },
});

/** One sweep of the reconciler. What one does not get to, or fails at, the next one does. */
export const { sweepDebts } = proxyActivities<Pick<Activities, 'sweepDebts'>>({
  startToCloseTimeout: '4 minutes',
  heartbeatTimeout: '20 seconds',
  retry: { maximumAttempts: 1 },
});

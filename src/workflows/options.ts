import { proxyActivities, proxyLocalActivities } from '@temporalio/workflow';
import type { Activities } from '../activities/create-activities.js';

/**
 * Short database steps, as local activities, so that they need no round trip through the server. They may run again
 * with their workflow task, and all of them can be repeated. They retry forever, so that a run waits for the end of a
 * database outage.
 */
export const local = proxyLocalActivities<
  Pick<Activities, 'finishPublish' | 'endCommentRun' | 'reconcile' | 'planCommentReads' | 'planMeasuring'>
>({
  startToCloseTimeout: '20 seconds',
  localRetryThreshold: '1 minute',
  retry: { initialInterval: '200 milliseconds', maximumInterval: '10 seconds' },
});

/**
 * The only activity that may make something public. Temporal never repeats it: if it ends without a result, the run asks
 * again, and the rows say whether a call must be looked up first. Missing heartbeats reveal a lost worker early. The
 * timeout covers a minute of waiting for the due time, a refresh of the token, the call and its recording.
 */
export const { advance } = proxyActivities<Pick<Activities, 'advance'>>({
  startToCloseTimeout: '6 minutes',
  heartbeatTimeout: '15 seconds',
  retry: { maximumAttempts: 1 },
});

/** Removes or edits something public, under the same terms as `advance`. */
export const { advanceChange } = proxyActivities<Pick<Activities, 'advanceChange'>>({
  startToCloseTimeout: '6 minutes',
  heartbeatTimeout: '15 seconds',
  retry: { maximumAttempts: 1 },
});

/**
 * Uploads media. An upload makes nothing public, so Temporal may repeat it. The timeout depends on the size and is set
 * for each call. A cancellation does not wait for the upload: the activity learns of it with its next heartbeat, and
 * the database refuses to save anything until then.
 */
export const { uploadStep } = proxyActivities<Pick<Activities, 'uploadStep'>>({
  startToCloseTimeout: '10 minutes',
  heartbeatTimeout: '20 seconds',
  cancellationType: 'TRY_CANCEL',
  retry: { initialInterval: '1 second', maximumInterval: '30 seconds', maximumAttempts: 10 },
});

/**
 * Exchanges the tokens of an account. The result is stored even if the database is unreachable for minutes. A second
 * try happens only after the worker was lost: some platforms still accept the old token for a while, and the others
 * report that it is used up. Heartbeats prevent a second try while the first is still running.
 */
export const { refreshAccount } = proxyActivities<Pick<Activities, 'refreshAccount'>>({
  startToCloseTimeout: '14 minutes',
  heartbeatTimeout: '20 seconds',
  retry: { maximumAttempts: 2, initialInterval: '2 seconds' },
});

/** Runs one sweep of the grants that are due. The next sweep continues where this one stops. */
export const { refreshAhead } = proxyActivities<Pick<Activities, 'refreshAhead'>>({
  startToCloseTimeout: '4 minutes',
  heartbeatTimeout: '20 seconds',
  retry: { maximumAttempts: 1 },
});

/**
 * Reads comments or numbers for less than a minute, but may wait for a token refresh. The next sweep continues where
 * this one stops.
 */
export const { readComments, measurePosts } = proxyActivities<
  Pick<Activities, 'readComments' | 'measurePosts'>
>({
  startToCloseTimeout: '4 minutes',
  heartbeatTimeout: '20 seconds',
  retry: { maximumAttempts: 1 },
});

/** Deletes unused media. Safe to repeat. The next run continues where this one stops. */
export const { sweepMedia } = proxyActivities<Pick<Activities, 'sweepMedia'>>({
  startToCloseTimeout: '15 minutes',
  heartbeatTimeout: '20 seconds',
  retry: { initialInterval: '30 seconds', maximumAttempts: 3 },
});

/** Runs one sweep of the reconciler. The next sweep handles whatever this one does not reach or fails at. */
export const { sweepDebts } = proxyActivities<Pick<Activities, 'sweepDebts'>>({
  startToCloseTimeout: '4 minutes',
  heartbeatTimeout: '20 seconds',
  retry: { maximumAttempts: 1 },
});

// Operators see workflows under these names. They must never change, because sleeping runs refer to them.
export { deliverWebhookWorkflow as DeliverWebhook } from './deliver-webhook.js';
export { publishPostWorkflow as PublishPost } from './publish-post.js';
export { changePublicationWorkflow as ChangePublication } from './change-publication.js';
export { pollCommentsWorkflow as PollComments } from './poll-comments.js';
export { pollMetricsWorkflow as PollMetrics } from './poll-metrics.js';
export { reconcileWorkflow as Reconcile } from './reconcile.js';
export { sweepMediaWorkflow as SweepMedia } from './sweep-media.js';
export { refreshAheadWorkflow as RefreshAhead } from './refresh-ahead.js';
export { retryFirstCommentWorkflow as RetryFirstComment } from './retry-first-comment.js';
export { refreshAccountWorkflow as RefreshAccount } from './refresh-account.js';

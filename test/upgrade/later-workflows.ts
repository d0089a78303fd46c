import { patched, sleep } from '@temporalio/workflow';
import * as current from '../../src/workflows/index.js';

/**
 * The workflows as a later version may have them: each begins and ends with a step that this version does not know, so
 * that their histories differ. Runs that this version began keep its order of steps as far as they have come.
 */
function later<Input extends unknown[], Result>(work: (...input: Input) => Promise<Result>) {
  return async (...input: Input): Promise<Result> => {
    if (patched('begins-with-a-pause')) await sleep('1 second', { summary: 'A step of a later version' });
    const result = await work(...input);
    if (patched('ends-with-a-pause')) await sleep('1 second', { summary: 'Another step of a later version' });
    return result;
  };
}

export const PublishPost = later(current.PublishPost);
export const RetryFirstComment = later(current.RetryFirstComment);
export const DeliverWebhook = later(current.DeliverWebhook);
export const RefreshAccount = later(current.RefreshAccount);
export const PollComments = later(current.PollComments);
export const PollMetrics = later(current.PollMetrics);
export const Reconcile = later(current.Reconcile);
export const SweepMedia = later(current.SweepMedia);
export const RefreshAhead = later(current.RefreshAhead);

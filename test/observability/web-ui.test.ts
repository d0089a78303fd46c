import { defaultPayloadConverter, type Payload } from '@temporalio/common';
import { expect, it } from 'vitest';
import { cancelPost } from '../../src/services/posts/cancel.js';
import { attemptsOf, runIdOf, schedule, untilRunStatus } from '../harness/publishing.js';
import { createScriptedPlatform } from '../harness/scripted-platform.js';
import { mintWorkspace } from '../harness/stack.js';
import { useStack } from '../harness/use-stack.js';

const keyed = createScriptedPlatform('BLUESKY', 'keyed');
const queryable = createScriptedPlatform('THREADS', 'queryable');

const stack = useStack({
  platforms: [keyed, queryable],
});

it('the Web UI shows what a run does, what it waits for, and the meaning of each event', async () => {
  queryable.script.push({
    accept: false,
    answer: { kind: 'rate-limited', retryAfterMs: 600_000, message: 'slow down' },
  });
  const workspace = await mintWorkspace(stack.deps, ['BLUESKY', 'THREADS']);
  const post = await schedule(workspace);
  const [first, second] = post.targets;
  await expect.poll(() => attemptsOf(stack, second?.id)).toEqual(['RATE_LIMITED']);
  const handle = stack.client.workflow.getHandle(runIdOf(post));
  const details = async (): Promise<string | undefined> =>
    (await handle.query<{ currentDetails?: string }>('__temporal_workflow_metadata')).currentDetails;
  await expect
    .poll(details)
    .toMatch(
      new RegExp(
        `^- \\*\\*BLUESKY\\*\\* ${first?.id}: post published\n- \\*\\*THREADS\\*\\* ${second?.id}: THREADS asked for a pause, until 20\\d\\d-`,
      ),
    );
  await cancelPost(workspace.ctx, { postId: post.id });
  await untilRunStatus(stack, runIdOf(post), 'CANCELLED');
  const { events } = (await handle.fetchHistory()) as { events: HistoryEvent[] };
  const summaryOf = ({ userMetadata }: HistoryEvent): string | null =>
    userMetadata?.summary ? defaultPayloadConverter.fromPayload<string>(userMetadata.summary) : null;
  const timers = events.filter(({ timerStartedEventAttributes }) => timerStartedEventAttributes);
  const activities = events.filter(
    ({ activityTaskScheduledEventAttributes }) => activityTaskScheduledEventAttributes,
  );
  expect(timers.map(summaryOf)).toEqual(['THREADS asked for a pause']);
  expect(activities.map(summaryOf).sort()).toEqual(['Publish on BLUESKY', 'Publish on THREADS']);
});

interface HistoryEvent {
  timerStartedEventAttributes?: object | null;
  activityTaskScheduledEventAttributes?: object | null;
  userMetadata?: { summary?: Payload | null } | null;
}

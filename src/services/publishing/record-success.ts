import { eq, sql } from 'drizzle-orm';
import type { Queryable } from '../../db/client.js';
import { fixedStatement, rowSlots, slot } from '../../db/fixed-statement.js';
import { postEvents, publishAttempts, targets } from '../../db/schema/index.js';
import type { PublishStep, StepInput } from '../../domain/workflow-contract.js';
import type { Published } from '../../platforms/platform.js';
import type { ServiceDeps } from '../context.js';
import { eventKeys, eventRows, publisher } from '../timeline/record.js';
import { attemptEnd, attemptEntry, commentPublished, postPublished, type StepEnd } from './outcome-fields.js';

/** The usual end, in one statement: each round trip that it saves is time in which the answer could be lost. */
export async function recordSuccess(
  deps: ServiceDeps,
  input: StepInput,
  attemptId: string,
  published: Published,
): Promise<StepEnd | undefined> {
  const { targetId, step } = input;
  const [ended, told] = eventRows(deps, input.postId, publisher, [
    attemptEntry(input, { attempt: 0, outcome: 'PUBLISHED' }),
    { kind: 'PUBLISHED', targetId, detail: { step } },
  ]);
  if (ended === undefined || told === undefined) return undefined;
  const [row] = await statements[step](deps.db, {
    attemptId,
    targetId,
    ...attemptFields.values(attemptEnd(deps, { outcome: 'PUBLISHED', published })),
    ...(step === 'POST'
      ? targetFields.POST.values(postPublished(deps, published))
      : targetFields.FIRST_COMMENT.values(commentPublished(deps, published))),
    ...endedEvent.values(ended),
    ...toldEvent.values(told),
  });
  return row && { platform: row.platform, errorCode: null };
}

const attemptFields = rowSlots(
  publishAttempts,
  ['outcome', 'finishedAt', 'errorCode', 'errorMessage', 'externalId'],
  'attempt',
);
const targetFields = {
  POST: rowSlots(
    targets,
    [
      'status',
      'publishedAt',
      'externalPostId',
      'externalUrl',
      'externalReference',
      'errorCode',
      'errorMessage',
      'updatedAt',
    ],
    'target',
  ),
  FIRST_COMMENT: rowSlots(targets, ['firstCommentExternalId', 'firstCommentError', 'updatedAt'], 'target'),
};
const endedEvent = rowSlots(postEvents, eventKeys, 'ended');
const toldEvent = rowSlots(postEvents, eventKeys, 'told');

const statements = {
  POST: fixedStatement('post_published', (q) => successStatement(q, 'POST')),
  FIRST_COMMENT: fixedStatement('comment_published', (q) => successStatement(q, 'FIRST_COMMENT')),
};

function successStatement(q: Queryable, step: PublishStep) {
  const attempt = q.$with('attempt').as(
    q
      .update(publishAttempts)
      .set(attemptFields.slots)
      .where(eq(publishAttempts.id, slot(publishAttempts.id, 'attemptId')))
      .returning({ number: publishAttempts.number }),
  );
  const target = q.$with('target').as(
    q
      .update(targets)
      .set(targetFields[step].slots)
      .where(eq(targets.id, slot(targets.id, 'targetId')))
      .returning({ platform: targets.platform }),
  );
  const number = sql`jsonb_build_object('attempt', (select number from ${attempt}))`;
  const detail = sql`${endedEvent.slots.detail}::jsonb || ${number}`;
  const events = q.$with('events').as(
    q
      .insert(postEvents)
      .values([{ ...endedEvent.slots, detail }, toldEvent.slots])
      .returning({ kind: postEvents.kind }),
  );
  return q.with(attempt, target, events).select().from(target);
}

import { eq } from 'drizzle-orm';
import type { Tx } from '../../db/client.js';
import { changes, targets } from '../../db/schema/index.js';
import type { EditRules } from '../../domain/changes.js';
import { notFound, validationFailed } from '../../domain/errors.js';
import { refuseErrors } from '../../domain/findings.js';
import { changesPerTargetMax } from '../../domain/limits.js';
import { recordAudit } from '../audit/record.js';
import { changeUnderWay, openChangeOf, type ChangeRow } from '../post-records/changes.js';
import { lockPostWithRights } from '../post-records/lock-with-rights.js';
import type { PostRecord, TargetRow } from '../post-records/records.js';
import type { PostView } from '../post-records/types.js';
import { needsApproval } from '../post-runs/approval-gate.js';
import type { RequestContext } from '../shared/context.js';
import { requireCount } from '../shared/limits/count-limit.js';
import type { ChangePublicationStart } from '../shared/workflow-starter.js';
import { callerOf, recordEvents } from '../timeline/record.js';
import { readPostView } from './get.js';
import { checkHasId, checkMayChange, notPossible, rulesOf } from './internal/check-change.js';
import { draftedContentOf } from './internal/drafted-content.js';
import { readInReach } from './internal/lock-checked.js';
import { newChange } from './internal/new-change.js';
import { platformChecks } from './internal/platform-violations.js';
import { awaitChanges, stageChange, startChanges } from './start-change.js';

export interface EditTargetInput {
  postId: string;
  targetId: string;
  text: string;
  /** If absent, the title stays. */
  title?: string;
}

/**
 * Corrects the text of a public target on its platform (POST /posts/{id}/targets/{tid}/edit). If the workspace asks for
 * approvals, the edit waits for one. Otherwise this waits a while for the end.
 */
export async function editTarget(given: RequestContext, input: EditTargetInput): Promise<PostView> {
  const { postId, targetId } = input;
  await checkText(given, input);
  const asked = await given.db.transaction(async (tx) => {
    const { ctx, record } = await lockPostWithRights(tx, given, postId, 'writePosts');
    const target = targetIn(record, targetId);
    return requestEdit(tx, ctx, record, target, input);
  });
  if (asked !== null) {
    await startChanges(given, [asked], given.requestId);
    await awaitChanges(given, [asked.changeId]);
  }
  return readPostView(given, postId);
}

function targetIn({ targets: rows }: PostRecord, targetId: string): TargetRow {
  const target = rows.find(({ id }) => id === targetId);
  if (target === undefined) throw notFound();
  return target;
}

/** Returns the run to start. Null: there is none, because nothing changes or the edit waits for its approval. */
async function requestEdit(
  tx: Tx,
  ctx: RequestContext,
  record: PostRecord,
  target: TargetRow,
  { text, title }: EditTargetInput,
): Promise<ChangePublicationStart | null> {
  const rules = checkIsEditable(ctx, record, target, title);
  const isSame = target.publishedCaption === text && (title ?? titleOf(target)) === titleOf(target);
  // After an edit of unknown outcome, its text may be public.
  const last = editsOf(record, target).findLast(mayHaveEdited);
  if (isSame && last?.status !== 'UNCONFIRMED') return null;
  await checkMayChange(tx, target, [rules]);
  const { workspaceId } = record.post;
  // An approval covers the content, so another text needs another one.
  const waits = needsApproval(ctx, { workspaceId, approvedAt: null });
  const given = { workspaceId, kind: 'EDIT' as const, text, title: title ?? null, needsApproval: waits };
  const change = newChange(ctx, target, given);
  await tx.insert(changes).values(change);
  const start = waits ? null : await stageChange(tx, ctx, change);
  await tx.update(targets).set({ updatedAt: ctx.clock.now() }).where(eq(targets.id, target.id));
  const detail = { change: { id: change.id, kind: change.kind, status: change.status } };
  await recordEvents(tx, ctx, target.postId, callerOf(ctx), [
    { kind: 'EDIT_REQUESTED', targetId: target.id, detail },
  ]);
  await recordAudit(tx, ctx, {
    workspaceId,
    action: 'post.edit_requested',
    subject: { id: target.postId, name: null },
    changes: [{ field: 'targetId', from: null, to: target.id }],
  });
  return start;
}

/** The rules of the platform for edits. Refuses an edit of a part that the platform never changes. */
function editRulesOf(ctx: RequestContext, target: TargetRow, title: string | undefined): EditRules {
  const rules = rulesOf(ctx, target)?.editPosts ?? null;
  if (rules === null)
    throw notPossible(target, 'NOT_SUPPORTED', `${target.platform} does not let apps edit posts.`);
  if (title !== undefined && !rules.fields.includes('title')) {
    const message = `Posts on ${target.platform} have no title that can be edited.`;
    throw validationFailed([{ path: 'title', code: 'not_editable', message }]);
  }
  return rules;
}

/** Refuses an edit that the platform does not support, or no longer allows. Returns the platform's rules. */
function checkIsEditable(
  ctx: RequestContext,
  record: PostRecord,
  target: TargetRow,
  title: string | undefined,
): EditRules {
  const rules = editRulesOf(ctx, target, title);
  checkHasId(target);
  if (openChangeOf(record.changes, target.id) !== undefined) throw changeUnderWay(target);
  const own = editsOf(record, target);
  requireCount({
    wanted: own.length + 1,
    max: changesPerTargetMax,
    owner: 'A target',
    things: 'edits',
    code: 'too_many_edits',
    path: '',
  });
  const { windowMs, countMax } = rules;
  const endsAtMs = (target.publishedAt?.getTime() ?? 0) + (windowMs ?? Number.POSITIVE_INFINITY);
  if (ctx.clock.now().getTime() > endsAtMs) {
    const until = new Date(endsAtMs).toISOString();
    throw notPossible(target, 'TOO_LATE', `${target.platform} let this post be edited until ${until}.`);
  }
  if (countMax !== null && own.filter(mayHaveEdited).length >= countMax) {
    const message = `${target.platform} lets a post be edited ${countMax} times.`;
    throw notPossible(target, 'TOO_OFTEN', message);
  }
  return rules;
}

const editsOf = ({ changes: rows }: PostRecord, { id }: TargetRow): ChangeRow[] =>
  rows.filter(({ publicationId, kind }) => publicationId === id && kind === 'EDIT');

const mayHaveEdited = ({ status }: ChangeRow): boolean => status === 'DONE' || status === 'UNCONFIRMED';

const titleOf = ({ platformOptions }: TargetRow): unknown => platformOptions?.['title'];

/** Refuses a text that breaks the platform's rules, before the post is locked. */
async function checkText(
  ctx: RequestContext,
  { postId, targetId, text, title }: EditTargetInput,
): Promise<void> {
  const record = await readInReach(ctx, postId, 'writePosts');
  const target = targetIn(record, targetId);
  editRulesOf(ctx, target, title);
  const platformOptions = title === undefined ? target.platformOptions : { ...target.platformOptions, title };
  const edited = { ...target, captionOverride: text, partsOverride: [], firstComment: null, platformOptions };
  const [check] = await platformChecks(ctx, draftedContentOf({ ...record, targets: [edited] }));
  const { platform, socialAccountId } = target;
  const findings = (check?.violations ?? []).flatMap(
    ({ field, option, rule, message, limit, actual, severity }) => {
      const path =
        field === 'text' ? 'text' : field === 'platformOptions' && option === 'title' ? 'title' : null;
      if (path === null) return [];
      return [
        {
          ...{ path, code: rule, message: `${platform}: ${message}`, platform, socialAccountId },
          ...(limit !== undefined && { limit }),
          ...(actual !== undefined && { actual }),
          severity: severity ?? ('error' as const),
        },
      ];
    },
  );
  refuseErrors(findings);
}

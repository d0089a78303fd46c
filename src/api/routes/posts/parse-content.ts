import type { z } from '@hono/zod-openapi';
import { AppError, type ErrorDetail } from '../../../domain/errors.js';
import { invalidRequest, parseWith, type FieldHints } from '../../errors/validation.js';
import { partNames, type Shape } from '../../../domain/request-shape.js';
import { requireBoundedText } from './total-text.js';
import type { CreatePostInput, UpdatePostInput } from '../../../services/posts/types.js';
import type { TargetInput } from '../../../services/post-records/types.js';
import { omitUndefined } from '../../openapi/fields.js';
import { toMediaItem } from '../media/fields.js';
import {
  flatCreateSchema,
  flatUpdateSchema,
  nestedCreateSchema,
  nestedUpdateSchema,
  toParts,
  toTargetInput,
  type PartEntry,
} from './content-schema.js';

const shapeFields = ['platforms', 'targets'] as const;
const captionFields = ['content', 'caption'] as const;

const commonHints: FieldHints = {
  scheduledAt: 'The time to publish at is called scheduledFor here.',
  workspaceId: 'A post stays in its workspace.',
  status: 'The status follows from scheduledFor: a post with it is scheduled, one without it is a draft.',
};
const hintsByShape: Record<Shape, FieldHints> = {
  flat: {
    ...commonHints,
    caption: 'With platforms, the caption is called content.',
    'platforms.*.socialAccountId': 'In platforms, the account is called accountId.',
  },
  nested: {
    ...commonHints,
    content: 'With targets, the caption is called caption.',
    'targets.*.accountId': 'In targets, the account is called socialAccountId.',
  },
};

/** Parses the body of POST /posts, in either shape, into the input of the service. */
export function parseCreatePost(sent: unknown): CreatePostInput {
  const shape = shapeOf(sent) ?? draftShapeOf(sent);
  const body = bodyOf(shape, withList(sent, shape));
  const { entries, targets, caption, common } =
    shape === 'flat' ? readFlatCreate(body) : readNestedCreate(body);
  requireBoundedText(shape, { ...common, caption, targets });
  if (targets.length === 0) requireDraft(shape, common);
  return {
    shape,
    ...omitUndefined({ workspaceId: common.workspaceId }),
    caption: caption ?? null,
    parts: toParts(common.parts ?? []),
    targets,
    mediaIds: common.mediaIds ?? [],
    mediaItems: (common.mediaItems ?? []).map(toMediaItem),
    mediaAltText: altTextsIn(shape, common, entries) ?? {},
    scheduledFor: common.scheduledFor ?? null,
    draftScheduledFor: common.draftScheduledFor ?? null,
    timezone: common.timezone ?? null,
    metadata: common.metadata ?? {},
    clientReferenceId: common.clientReferenceId ?? null,
  };
}

/** Parses the body of PATCH /posts/{id}. Without platforms and targets, the name of the caption decides the shape. */
export function parseUpdatePost(postId: string, sent: unknown): UpdatePostInput {
  const shape = shapeOf(sent) ?? captionShapeOf(sent);
  const body = bodyOf(shape, sent);
  const { entries, targets, caption, common } =
    shape === 'flat' ? readFlatUpdate(body) : readNestedUpdate(body);
  requireBoundedText(shape, { ...common, caption, targets });
  const mediaItems = common.mediaItems?.map(toMediaItem);
  const mediaAltText = altTextsIn(shape, common, entries);
  const parts = common.parts === undefined ? undefined : toParts(common.parts ?? []);
  const { mediaIds, scheduledFor, draftScheduledFor, timezone, metadata } = common;
  return {
    shape,
    postId,
    ...omitUndefined({
      caption,
      parts,
      targets,
      mediaIds,
      mediaItems,
      mediaAltText,
      scheduledFor,
      draftScheduledFor,
      timezone,
      metadata,
    }),
  };
}

/**
 * Removes fields of the other shape that are null. Also removes `draftScheduledFor` if there is a publish time, so that
 * it is ignored even if it is invalid.
 */
function bodyOf(shape: Shape, sent: unknown): object {
  const foreign = shape === 'flat' ? ['targets', 'caption'] : ['platforms', 'content'];
  const body = Object.entries(fieldsOf(sent)).filter(
    ([name, value]) => value !== null || !foreign.includes(name),
  );
  const isScheduled = isGiven(sent, 'scheduledFor');
  return Object.fromEntries(body.filter(([name]) => !(isScheduled && name === 'draftScheduledFor')));
}

function readFlatCreate(body: unknown) {
  const common = parseWith(flatCreateSchema, body, hintsByShape.flat);
  const entries = common.platforms;
  return { entries, targets: readPlatforms(entries), caption: common.content, common };
}

function readNestedCreate(body: unknown) {
  const common = parseWith(nestedCreateSchema, body, hintsByShape.nested);
  const entries = common.targets;
  return { entries, targets: readTargets(entries), caption: common.caption, common };
}

function readFlatUpdate(body: unknown) {
  const common = parseWith(flatUpdateSchema, body, hintsByShape.flat);
  const entries = common.platforms;
  return { entries, targets: entries && readPlatforms(entries), caption: common.content, common };
}

function readNestedUpdate(body: unknown) {
  const common = parseWith(nestedUpdateSchema, body, hintsByShape.nested);
  const entries = common.targets;
  return { entries, targets: entries && readTargets(entries), caption: common.caption, common };
}

/**
 * The alt texts of a request, including those of parts, which are part of the post's. Throws if a part has one for a file
 * that it does not have.
 */
function altTextsIn(
  shape: Shape,
  common: {
    parts?: readonly PartEntry[] | null | undefined;
    mediaAltText?: Record<string, string> | undefined;
  },
  entries: readonly { partsOverride?: readonly PartEntry[] | null | undefined }[] = [],
): Record<string, string> | undefined {
  const list = partNames[shape].targets;
  const placed = [
    ...(common.parts ?? []).map((part, at) => ({ part, path: `parts.${at}` })),
    ...entries.flatMap(({ partsOverride }, index) =>
      (partsOverride ?? []).map((part, at) => ({ part, path: `${list}.${index}.partsOverride.${at}` })),
    ),
  ];
  const unknown = placed.flatMap(({ part: { mediaIds = [], mediaAltText = {} }, path }) =>
    Object.keys(mediaAltText)
      .filter((id) => !mediaIds.includes(id))
      .map((id) => ({
        path: `${path}.mediaAltText.${id.slice(0, 100)}`,
        code: 'unknown_media',
        message: 'The part has no such media asset.',
      })),
  );
  if (unknown.length > 0) throw invalidRequest(unknown);
  const ofParts = placed.flatMap(({ part: { mediaAltText = {} } }) => Object.entries(mediaAltText));
  if (ofParts.length === 0) return common.mediaAltText;
  return { ...Object.fromEntries(ofParts), ...common.mediaAltText };
}

type Entries = z.output<typeof flatCreateSchema>['platforms'];
type NestedEntries = z.output<typeof nestedCreateSchema>['targets'];
type MediaItems = readonly unknown[] | undefined;

function readPlatforms(entries: Entries): TargetInput[] {
  refuseDuplicates(
    entries.map((entry) => entry.accountId),
    (index) => `platforms.${index}.accountId`,
  );
  refuseMixedMedia(entries, 'platforms');
  return entries.map((entry) => toTargetInput(entry.accountId, entry));
}

function readTargets(entries: NestedEntries): TargetInput[] {
  refuseDuplicates(
    entries.map((entry) => entry.socialAccountId),
    (index) => `targets.${index}.socialAccountId`,
  );
  refuseMixedMedia(entries, 'targets');
  return entries.map((entry) => toTargetInput(entry.socialAccountId, entry));
}

/** The shape of a body. Undefined if it has neither platforms nor targets. A body with both is refused. */
function shapeOf(body: unknown): Shape | undefined {
  const [flat, nested] = shapeFields.map((field) => isGiven(body, field));
  if (flat === true && nested === true)
    throw exactlyOne('Send exactly one of platforms and targets.', shapeFields);
  if (flat === true) return 'flat';
  return nested === true ? 'nested' : undefined;
}

/** The shape of a body without a list of accounts. Only a draft with a workspace may lack one; its caption decides. */
function draftShapeOf(body: unknown): Shape {
  if (isGiven(body, 'workspaceId')) return captionShapeOf(body);
  throw exactlyOne('Send exactly one of platforms and targets.', shapeFields);
}

function withList(body: unknown, shape: Shape): unknown {
  const list = partNames[shape].targets;
  return typeof body === 'object' && !isGiven(body, list) ? { ...body, [list]: [] } : body;
}

/** Throws unless a post without accounts is a draft with a workspace. */
function requireDraft(
  shape: Shape,
  { workspaceId, scheduledFor }: { workspaceId?: string | undefined; scheduledFor?: Date | null | undefined },
): void {
  if (workspaceId !== undefined && (scheduledFor ?? null) === null) return;
  const message =
    workspaceId === undefined
      ? 'Choose at least one account, or save the post as a draft with a workspaceId.'
      : 'Choose at least one account, or save the post as a draft.';
  throw invalidRequest([{ path: partNames[shape].targets, code: 'too_small', message }]);
}

function captionShapeOf(body: unknown): Shape {
  const [flat, nested] = captionFields.map((field) => isGiven(body, field));
  if (flat === true && nested === true)
    throw exactlyOne('Send at most one of content and caption.', captionFields);
  // A null caption removes it, and decides the shape if nothing else does.
  const isRemoved = nested === false && Object.hasOwn(fieldsOf(body), 'content');
  return flat === true || (isRemoved && !Object.hasOwn(fieldsOf(body), 'caption')) ? 'flat' : 'nested';
}

/** Whether a body has a field. Null counts as absent (docs/contract.md#errors). */
function isGiven(body: unknown, field: string): boolean {
  const fields = fieldsOf(body);
  return Object.hasOwn(fields, field) && fields[field] !== null;
}

function fieldsOf(body: unknown): Readonly<Record<string, unknown>> {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw invalidRequest([{ path: '', code: 'invalid_type', message: 'The body must be a JSON object.' }]);
  }
  return body as Record<string, unknown>;
}

function exactlyOne(message: string, fields: readonly string[]): AppError<'MUST_SPECIFY_EXACTLY_ONE'> {
  return new AppError('MUST_SPECIFY_EXACTLY_ONE', message, { fields: [...fields] });
}

function refuseDuplicates(accountIds: readonly string[], pathOf: (index: number) => string): void {
  const details: ErrorDetail[] = accountIds.flatMap((id, index) =>
    accountIds.indexOf(id) === index
      ? []
      : [{ path: pathOf(index), code: 'duplicate_account', message: 'The account is listed twice.' }],
  );
  if (details.length > 0) throw invalidRequest(details);
}

/** Throws if a target has both mediaIds and mediaItems. A post may have both (docs/contract.md#posts). */
function refuseMixedMedia(
  entries: readonly { mediaIds?: MediaItems; mediaItems?: MediaItems }[],
  list: string,
): void {
  const index = entries.findIndex(({ mediaIds, mediaItems }) => isFilled(mediaIds) && isFilled(mediaItems));
  if (index < 0) return;
  throw exactlyOne('Within one target, send mediaIds or mediaItems.', [
    `${list}.${index}.mediaIds`,
    `${list}.${index}.mediaItems`,
  ]);
}

function isFilled(list: MediaItems): boolean {
  return list !== undefined && list.length > 0;
}

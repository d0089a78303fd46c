import type { components } from '../api-types.js';
import { clipped, table } from './print.js';

export type Post = components['schemas']['Post'];
type Target = Post['targets'][number];

const captionCharsMax = 60;

/** One row of a list of posts. */
export const postRow = ({ id, status, scheduledAt, caption, targets }: Post): string[] => [
  id,
  status,
  scheduledAt ?? '-',
  platformsOf(targets),
  clipped(caption ?? '', captionCharsMax),
];

/** A post for people: one line about it, and one about each target and each warning. */
export function postLines(post: Post): string[] {
  const { id, status, scheduledAt, caption, targets, warnings = [] } = post;
  const text = clipped(caption ?? '', captionCharsMax);
  const time = scheduledAt === null ? [] : [`at ${scheduledAt}`];
  const rows = targets.flatMap((target) => [
    ['', target.platform, target.status, detailOf(target)],
    ...target.parts.map((part, index) => ['', `  part ${index + 2}`, part.status, detailOfPart(part)]),
  ]);
  return [
    [id, status, ...time, ...(text === '' ? [] : [`"${text}"`])].join('  '),
    ...table(rows),
    ...warnings.map(({ message }) => `  Warning: ${message}`),
  ];
}

/** Returns a line about the outcome of a further part of a thread. */
function detailOfPart({ removedAt, errorCode, errorMessage, externalUrl }: Target['parts'][number]): string {
  if (removedAt !== null) return 'removed';
  return errorCode === null ? (externalUrl ?? '') : errorText(errorCode, errorMessage);
}

const errorText = (code: string, message: string | null): string =>
  message === null || message === '' ? code : `${code}: ${message}`;

/** Tells the outcome of a target: that it was removed, why it failed, or its URL and the last change of it. */
function detailOf({ externalUrl, errorCode, errorMessage, removal, edits }: Target): string {
  if (removal?.removedAt && removal.status === 'DONE') return 'removed';
  const last = removal ?? edits.at(-1) ?? null;
  if (last !== null && last.status !== 'DONE') {
    const what = last === removal ? 'removal' : 'edit';
    return [externalUrl ?? '', `${what} ${last.status}`, last.error?.message ?? ''].join('  ').trim();
  }
  if (errorCode !== null) return errorText(errorCode, errorMessage);
  const edit = edits.at(-1);
  const edited = edit === undefined ? '' : `edited: "${clipped(edit.text, captionCharsMax)}"`;
  return [externalUrl ?? '', edited].join('  ').trim();
}

const platformsOf = (targets: readonly Target[]): string =>
  [...new Set(targets.map(({ platform }) => platform))].join(',') || '-';

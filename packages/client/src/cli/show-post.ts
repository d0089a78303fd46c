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
  const rows = targets.map((target) => ['', target.platform, target.status, detailOf(target)]);
  return [
    [id, status, ...time, ...(text === '' ? [] : [`"${text}"`])].join('  '),
    ...table(rows),
    ...warnings.map(({ message }) => `  Warning: ${message}`),
  ];
}

/** Tells the outcome of a target: that it was removed, why it failed, or its URL and the last change of it. */
function detailOf({ externalUrl, errorCode, errorMessage, removal, edits }: Target): string {
  if (removal?.removedAt && removal.status === 'DONE') return 'removed';
  const last = removal ?? edits.at(-1) ?? null;
  if (last !== null && last.status !== 'DONE') {
    const what = last === removal ? 'removal' : 'edit';
    return [externalUrl ?? '', `${what} ${last.status}`, last.error?.message ?? ''].join('  ').trim();
  }
  if (errorCode !== null) return [errorCode, errorMessage ?? ''].join(': ').replace(/: $/, '');
  return externalUrl ?? '';
}

const platformsOf = (targets: readonly Target[]): string =>
  [...new Set(targets.map(({ platform }) => platform))].join(',') || '-';

import type { Post } from './api.js';
import { emptyDraft, isWorthKeeping, type Draft } from './draft.js';

/** What was being written when the page was left. It stays in this browser; nothing secret is in it. */
export interface KeptDraft {
  savedAt: string;
  draft: Draft;
  /** The post that is being changed, as it was when the writing began; null: a new one. */
  base: Post | null;
}

const prefix = 'punctual.draft';

/** One for each person, workspace, and post that is being changed. */
export const keptName = (userId: string, workspaceId: string, postId = 'new'): string =>
  [prefix, userId, workspaceId, postId].join('.');

export function readKept(name: string): KeptDraft | null {
  const kept = parseKept(globalThis.localStorage.getItem(name));
  return kept !== null && isWorthKeeping(kept.draft) ? kept : null;
}

/** Where the browser's storage is full or switched off, writing goes on without it. */
export function keep(name: string, kept: KeptDraft): void {
  try {
    globalThis.localStorage.setItem(name, JSON.stringify(kept));
  } catch {
    forget(name);
  }
}

export function forget(name: string): void {
  globalThis.localStorage.removeItem(name);
}

/** What an earlier version of this page, or somebody else, has left there is taken for nothing. */
export function parseKept(text: string | null): KeptDraft | null {
  if (text === null) return null;
  try {
    const kept = JSON.parse(text) as KeptDraft | null;
    if (typeof kept?.savedAt !== 'string' || !isDraft(kept.draft)) return null;
    return kept.base === null || isPost(kept.base) ? kept : null;
  } catch {
    return null;
  }
}

function isDraft(given: unknown): given is Draft {
  if (typeof given !== 'object' || given === null) return false;
  const shape = emptyDraft('', 'UTC');
  return Object.entries(shape).every(([name, value]) => {
    const found = (given as Record<string, unknown>)[name];
    return typeof found === typeof value && Array.isArray(found) === Array.isArray(value) && found !== null;
  });
}

function isPost(given: unknown): boolean {
  const { id, targets, media } = { ...(given as Partial<Post> | null | undefined) };
  return typeof id === 'string' && Array.isArray(targets) && Array.isArray(media);
}

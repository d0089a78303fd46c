import { keptPrefix } from '../../lib/kept-texts.js';
import type { Post } from './api.js';
import { emptyDraft, isWorthKeeping, type Draft } from './draft.js';
import type { Sent } from './sent.js';

/** An unsent draft that is stored in this browser until the user signs out. */
export interface KeptDraft {
  savedAt: string;
  draft: Draft;
  /** The post as it was when editing began; null for a new one. */
  base: Post | null;
  /** The versions of a new post that were sent without getting a response. */
  sent: readonly Sent[];
}

const keptMsMax = 30 * 24 * 60 * 60 * 1000;

/** Returns the storage name for the draft of an existing post. Each user and workspace has a separate one. */
export const keptName = (userId: string, workspaceId: string, postId: string): string =>
  [keptPrefix, userId, workspaceId, postId].join('.');

/**
 * Returns the storage name for the draft of a new post. It contains the reference, so that tabs do not overwrite each
 * other's drafts.
 */
export const keptNameOfNew = (userId: string, workspaceId: string, referenceId: string): string =>
  keptName(userId, workspaceId, `new.${referenceId}`);

export function readKept(name: string): KeptDraft | null {
  const kept = parseKept(globalThis.localStorage.getItem(name));
  if (kept === null || !isWorthKeeping(kept.draft)) return null;
  if (Date.now() - Date.parse(kept.savedAt) <= keptMsMax) return kept;
  forget(name);
  return null;
}

/** Returns the stored draft of a new post that was edited last, or null. */
export function readNewest(userId: string, workspaceId: string): KeptDraft | null {
  const start = keptNameOfNew(userId, workspaceId, '');
  const found = Object.keys(globalThis.localStorage)
    .filter((name) => name.startsWith(start))
    .flatMap((name) => readKept(name) ?? []);
  return found.sort((a, b) => b.savedAt.localeCompare(a.savedAt))[0] ?? null;
}

/** When drafts were stored, by their names. */
const savedAt = new Map<string, string>();
const listeners = new Set<() => void>();

/** Returns when this page has stored a draft; null if it has not, or could not. */
export const savedAtOf = (name: string): string | null => savedAt.get(name) ?? null;

/** Calls the listener whenever a draft has been stored. Returns a function that removes the listener. */
export function onKept(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Stores a draft. If that fails because the storage is full or disabled, any earlier version is deleted. */
export function keep(name: string, kept: KeptDraft): void {
  try {
    globalThis.localStorage.setItem(name, JSON.stringify(kept));
    savedAt.set(name, kept.savedAt);
  } catch {
    forget(name);
  }
  for (const listener of listeners) listener();
}

export function forget(name: string): void {
  savedAt.delete(name);
  globalThis.localStorage.removeItem(name);
}

/** Parses a stored draft. Returns null for values that other versions of this page or other programs have written. */
export function parseKept(text: string | null): KeptDraft | null {
  if (text === null) return null;
  try {
    const kept = JSON.parse(text) as KeptDraft | null;
    if (typeof kept?.savedAt !== 'string' || !isDraft(kept.draft)) return null;
    if (!Array.isArray(kept.sent) || !kept.sent.every(isSent)) return null;
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

function isSent(given: unknown): boolean {
  const { at, draft, intent } = { ...(given as Partial<Sent> | null | undefined) };
  return typeof at === 'string' && typeof intent === 'string' && isDraft(draft);
}

function isPost(given: unknown): boolean {
  const { id, targets, media } = { ...(given as Partial<Post> | null | undefined) };
  return typeof id === 'string' && Array.isArray(targets) && Array.isArray(media);
}

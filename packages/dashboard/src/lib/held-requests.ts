import { useCallback, useSyncExternalStore } from 'react';
import { t as common } from '../messages/common.js';
import { t } from '../messages/common.js';
import { actionShownMs, dismissToast, showFailure, showToast } from './toasts.js';

export type HeldAction = 'approve' | 'approveText' | 'delete';

/** A request that is sent only when its message, which offers Undo, is gone. */
export interface HeldRequest {
  postIds: readonly string[];
  action: HeldAction;
  /** When the first of the posts is due; null if none has a time. */
  dueAt: string | null;
  /** Sends the request. While the page closes, it must call `fetch` at once, for requests that outlive the page. */
  send: (isClosing: boolean) => Promise<unknown>;
  /** Reads all data again that shows the posts. */
  refresh: () => Promise<unknown>;
}

interface Held extends HeldRequest {
  messageId: number;
  sending: Promise<void> | null;
  /** Whether its request outlives the page. */
  isLasting: boolean;
}

const nearMs = 3 * actionShownMs;

/** Whether a post is due so soon that a held request would come too late. */
export const isNear = (dueAt: string | null): boolean =>
  dueAt !== null && Math.abs(Date.parse(dueAt) - Date.now()) < nearMs;

let held: ReadonlyMap<string, Held> = new Map();
const listeners = new Set<() => void>();

function change(edit: (next: Map<string, Held>) => void): void {
  const next = new Map(held);
  edit(next);
  held = next;
  for (const listener of listeners) listener();
}

const forget = (one: Held): void =>
  change((next) => {
    for (const id of one.postIds) if (next.get(id) === one) next.delete(id);
  });

/**
 * Shows the action as done, and sends its request when Undo is no longer offered. Earlier requests of the posts go first.
 */
export async function hold(request: HeldRequest): Promise<void> {
  const { postIds, action, dueAt, send, refresh } = request;
  const count = postIds.length;
  const done = t(`held.${action}.done`, { count });
  await sendHeld(...postIds);
  if (isNear(dueAt)) {
    await send(false);
    showToast(done);
    await refresh();
    return;
  }
  globalThis.addEventListener('pagehide', sendWhileClosing);
  const one: Held = { ...request, messageId: 0, sending: null, isLasting: false };
  change((next) => {
    for (const id of postIds) next.set(id, one);
  });
  const subject = `held ${postIds.join(' ')}`;
  one.messageId = showToast(done, 'good', subject, {
    label: common('undo'),
    run: () => {
      forget(one);
      showToast(t(`held.${action}.undone`, { count }), 'info', subject);
    },
    onMissed: () => void release(one, false),
  });
}

/** Sends the requests that are held for posts, and waits until they have been answered. */
export async function sendHeld(...postIds: string[]): Promise<void> {
  const all = new Set(postIds.map((id) => held.get(id)).filter((one) => one !== undefined));
  await Promise.all([...all].map((one) => release(one, false)));
}

export const sendAllHeld = (): Promise<void> => sendHeld(...held.keys());

/** Discards the held requests, because their session has ended. */
export function dropHeld(): void {
  change((next) => next.clear());
}

function sendWhileClosing(): void {
  for (const one of new Set(held.values())) {
    // A request that is in progress is aborted with the page, so it is sent again. If both arrive, the second changes
    // nothing.
    if (one.sending !== null && !one.isLasting) void one.send(true).catch(() => undefined);
    one.isLasting = true;
    void release(one, true);
  }
}

function release(one: Held, isClosing: boolean): Promise<void> {
  if (!one.postIds.some((id) => held.get(id) === one)) return Promise.resolve();
  if (one.sending === null) {
    one.sending = finish(one, isClosing);
    dismissToast(one.messageId);
  }
  return one.sending;
}

async function finish(one: Held, isClosing: boolean): Promise<void> {
  try {
    await one.send(isClosing);
  } catch (error) {
    showFailure(t(`held.${one.action}.failed`, { count: one.postIds.length }), error);
  }
  await one.refresh().catch(() => undefined);
  forget(one);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

const useHeld = (): ReadonlyMap<string, Held> => useSyncExternalStore(subscribe, () => held);

/** Returns the action on the post that is shown as done but not sent yet. */
export const useHeldAction = (postId: string): HeldAction | undefined => useHeld().get(postId)?.action;

const anyAction: readonly HeldAction[] = ['approve', 'approveText', 'delete'];
export const deletions: readonly HeldAction[] = ['delete'];

/** Returns a filter that leaves out posts on which one of the actions is held. */
export function useNotHeld(actions = anyAction): (post: { id: string }) => boolean {
  const now = useHeld();
  return useCallback(
    ({ id }) => {
      const one = now.get(id);
      return one === undefined || !actions.includes(one.action);
    },
    [now, actions],
  );
}

import { useCallback, useSyncExternalStore } from 'react';
import { t as common } from '../messages/common.js';
import { t } from '../messages/states.js';
import { actionShownMs, dismissToast, showFailure, showToast } from './toasts.js';

export type HeldAction = 'approve' | 'delete';

/** A request that is sent only when its message, which offers Undo, is gone. */
export interface HeldRequest {
  postId: string;
  action: HeldAction;
  /** When the post is due; null if it has no time. */
  dueAt: string | null;
  /** Sends the request. While the page closes, it must be a single `fetch` that outlives the page. */
  send: (isClosing: boolean) => Promise<unknown>;
  /** Reads again whatever shows the post. */
  refresh: () => Promise<unknown>;
}

interface Held extends HeldRequest {
  messageId: number;
  sending: Promise<void> | null;
}

/** A post that is due this close is not held, because the request would come too late. */
const nearMs = 3 * actionShownMs;

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
    if (next.get(one.postId) === one) next.delete(one.postId);
  });

/** Shows the action as done, and sends its request when Undo is no longer offered. An earlier one of the post goes first. */
export async function hold(request: HeldRequest): Promise<void> {
  const { postId, action, dueAt, send, refresh } = request;
  const done = t(`held.${action}.done`);
  await sendHeld(postId);
  if (dueAt !== null && Math.abs(Date.parse(dueAt) - Date.now()) < nearMs) {
    await send(false);
    showToast(done);
    await refresh();
    return;
  }
  globalThis.addEventListener('pagehide', sendWhileClosing);
  const one: Held = { ...request, messageId: 0, sending: null };
  change((next) => next.set(postId, one));
  one.messageId = showToast(done, 'good', `held ${postId}`, {
    label: common('undo'),
    run: () => {
      forget(one);
      showToast(t(`held.${action}.undone`), 'info', `held ${postId}`);
    },
    onMissed: () => void release(one, false),
  });
}

/** Sends what is held for a post, and waits until it has arrived. */
export async function sendHeld(postId: string): Promise<void> {
  const one = held.get(postId);
  if (one !== undefined) await release(one, false);
}

export async function sendAllHeld(): Promise<void> {
  await Promise.all([...held.keys()].map(sendHeld));
}

/** Forgets what is held, because its session has ended. */
export function dropHeld(): void {
  change((next) => next.clear());
}

function sendWhileClosing(): void {
  for (const one of held.values()) void release(one, true);
}

function release(one: Held, isClosing: boolean): Promise<void> {
  if (held.get(one.postId) !== one) return Promise.resolve();
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
    showFailure(t(`held.${one.action}.failed`), error);
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

const anyAction: readonly HeldAction[] = ['approve', 'delete'];
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

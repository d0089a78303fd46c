import { useEffect, useRef } from 'react';
import { focusHeading } from './focus-heading.js';

/** Returns the element that `data-post` marks as the one of a post. */
const elementOf = (postId: string): HTMLElement | null =>
  document.querySelector<HTMLElement>(`[data-post="${CSS.escape(postId)}"]`);

/** Focuses the element of a post, or the heading if the post is gone. */
function focusPost(postId: string): void {
  const element = elementOf(postId);
  if (element === null) focusHeading();
  else element.focus();
}

const isFocusLost = (): boolean =>
  document.activeElement === null || document.activeElement === document.body;

/**
 * Moves the focus back to a post after its dialog closes, unless something else has it. `openId` is the post of the open
 * dialog. A moved post is a new element, so it is searched for.
 */
export function useFocusBack(openId: string | null): void {
  const lastId = useRef<string | null>(null);
  useEffect(() => {
    const left = lastId.current;
    lastId.current = openId;
    if (left === null || openId !== null) return undefined;
    const frame = requestAnimationFrame(() => {
      if (isFocusLost()) focusPost(left);
    });
    return () => cancelAnimationFrame(frame);
  }, [openId]);
}

/**
 * Returns a function to call when something is done with a post of a list. If its row then moves or disappears with the
 * focus, the focus goes back to it. To be used by the component that renders the rows.
 */
export function useFocusKept(): (postId: string) => void {
  const keptId = useRef<string | null>(null);
  useEffect(() => {
    const postId = keptId.current;
    if (postId === null) return;
    if (isFocusLost()) {
      keptId.current = null;
      focusPost(postId);
      return;
    }
    const row = elementOf(postId)?.closest('li') ?? null;
    const isInMain = document.activeElement?.closest('main') !== null;
    // The user has moved the focus elsewhere.
    if (isInMain && row?.contains(document.activeElement) !== true) keptId.current = null;
  });
  return (postId) => {
    keptId.current = postId;
  };
}

import { useEffect, useRef } from 'react';
import { focusHeading } from './focus-heading.js';

/**
 * Focuses the element that `data-post` marks as the one of a post, or the heading if the post is gone, unless something
 * else has the focus. It waits for the next frame, because a post that has moved is a new element.
 */
export function focusPost(postId: string): () => void {
  const frame = requestAnimationFrame(() => {
    if (document.activeElement !== null && document.activeElement !== document.body) return;
    const element = document.querySelector<HTMLElement>(`[data-post="${CSS.escape(postId)}"]`);
    if (element === null) focusHeading();
    else element.focus();
  });
  return () => cancelAnimationFrame(frame);
}

/** Moves the focus back to a post after its dialog closes. `openId` is the post of the open dialog. */
export function useFocusBack(openId: string | null): void {
  const lastId = useRef<string | null>(null);
  useEffect(() => {
    const left = lastId.current;
    lastId.current = openId;
    return left === null || openId !== null ? undefined : focusPost(left);
  }, [openId]);
}

/** Moves the focus to the screen's heading after the focused element was removed. */
export function focusHeading(): void {
  document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true });
}

/** Where to go when what had the focus is gone, as a button is after its work: the heading of the screen. */
export function focusHeading(): void {
  document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true });
}

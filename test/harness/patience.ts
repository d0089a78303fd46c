/**
 * The longest wait of a test for a condition. Even a slow machine needs less, so a longer wait means that something
 * hangs.
 */
export const waitMsMax = 240_000;
/** The pause before a wait asks again. Asking takes processor time from the work that it waits for. */
export const askAgainMs = 100;

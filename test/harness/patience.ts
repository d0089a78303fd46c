/** The longest wait of a test for a condition. A slow machine needs less, so longer means that something hangs. */
export const waitMsMax = 240_000;
/** How long a wait pauses before it asks again. Asking takes processor time from what it waits for. */
export const askAgainMs = 100;

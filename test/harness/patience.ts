/** The longest wait of a test for a condition. A slow machine needs less, so longer means that something hangs. */
export const waitMsMax = 240_000;

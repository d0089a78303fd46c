/**
 * Times in the examples. The committed description is as of `writtenOn`; the served one moves every example
 * by whole days, so that a future time stays in the future (src/api/document/current-times.ts).
 */
export const exampleTimes = {
  writtenOn: '2030-01-01T00:00:00Z',
  ahead: '2030-01-31T09:00:00Z',
  past: '2029-12-31T09:00:00Z',
} as const;

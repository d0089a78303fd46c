/**
 * Times in the examples, as seen from `writtenOn`. The served description moves them by whole days, so that future
 * times stay in the future (src/api/document/current-times.ts).
 */
export const exampleTimes = {
  writtenOn: '2030-01-01T00:00:00Z',
  ahead: '2030-01-31T09:00:00Z',
  past: '2029-12-31T09:00:00Z',
} as const;

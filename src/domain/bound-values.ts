const causesMax = 10;
const marker = '\nparams:';

/**
 * Takes the values that a failed statement was sent with out of an error and its causes: captions, comments, hashes. The query
 * layer appends them to its message; what leaves this process, as a log line or in a workflow's history, must not have them.
 */
export function withoutBoundValues(thrown: unknown): unknown {
  let current = thrown;
  for (let depth = 0; depth < causesMax && current instanceof Error; depth += 1) {
    if (current.message.includes(marker)) cleanse(current);
    current = current.cause;
  }
  return thrown;
}

function cleanse(error: Error & { params?: unknown }): void {
  const [message = ''] = error.message.split(marker);
  const frames = (error.stack ?? '').split('\n').filter((line) => line.startsWith('    at '));
  error.message = message;
  error.stack = [`${error.name}: ${message}`, ...frames].join('\n');
  if ('params' in error) delete error.params;
}

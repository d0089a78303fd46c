const causesMax = 10;
const marker = '\nparams:';

/**
 * Removes the values of a failed statement (captions, comments, hashes) from an error and its causes. The
 * query layer appends them to its message, and they must not leave this process in a log line or a workflow's
 * history.
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

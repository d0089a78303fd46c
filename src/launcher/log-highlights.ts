const windowMs = 10_000;
const highlightsPerWindowMax = 5;
const messageCharsMax = 300;
const warnLevel = 40;

/** The part of a log line that a person should see at once: its message, if it is a warning. */
export function highlightOf(line: string): string | undefined {
  if (line.startsWith('{')) return highlightOfJson(line);
  // We poll the database until it is up, so these lines are expected.
  if (/the database system is (starting up|not yet accepting)/.test(line)) return undefined;
  const isWarning = /\[(WARN|ERROR)\]|level=ERROR|^\w*Error: |FATAL:|PANIC:/.test(line);
  return isWarning ? line.slice(0, messageCharsMax) : undefined;
}

function highlightOfJson(line: string): string | undefined {
  let entry: unknown;
  try {
    entry = JSON.parse(line);
  } catch {
    return undefined;
  }
  if (typeof entry !== 'object' || entry === null || !('level' in entry) || typeof entry.level !== 'number')
    return undefined;
  const message = 'msg' in entry && typeof entry.msg === 'string' ? entry.msg : 'see the log';
  return entry.level >= warnLevel ? message.slice(0, messageCharsMax) : undefined;
}

/** Passes the first few lines of each window, so that a failing child does not flood the terminal. */
export function createThrottle(
  nowMs: () => number = () => performance.now(),
): () => 'show' | 'last' | 'hide' {
  let windowStartMs = -windowMs;
  let shown = 0;
  return () => {
    if (nowMs() - windowStartMs >= windowMs) {
      windowStartMs = nowMs();
      shown = 0;
    }
    shown += 1;
    if (shown > highlightsPerWindowMax) return 'hide';
    return shown === highlightsPerWindowMax ? 'last' : 'show';
  };
}

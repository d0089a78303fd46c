import path from 'node:path';
import { createThrottle, highlightOf } from './log-highlights.js';
import { openLogFile, type LogFile } from './log-file.js';
import type { Screen } from './screen.js';

/** Sends all lines of a child to its log file, and warnings to the terminal as well. */
export interface ChildOutput {
  onLine: (line: string) => void;
  logPath: string;
}

export function createOutputs(options: { logDir: string; screen: Screen; isStopping: () => boolean }): {
  of: (name: string) => ChildOutput;
  close: () => void;
} {
  const { logDir, screen, isStopping } = options;
  const open = new Map<string, { output: ChildOutput; log: LogFile }>();
  const create = (name: string): { output: ChildOutput; log: LogFile } => {
    const log = openLogFile(path.join(logDir, `${name}.log`));
    const throttle = createThrottle();
    const logPath = path.relative(process.cwd(), log.path) || log.path;
    const onLine = (line: string): void => {
      log.write(line);
      // Servers warn when a service that they depend on stops. During a shutdown that is intended.
      const highlight = isStopping() ? undefined : highlightOf(line);
      const verdict = highlight === undefined ? 'hide' : throttle();
      if (verdict === 'hide') return;
      screen.warn(`${name}: ${highlight ?? ''}${verdict === 'last' ? ` (more in ${logPath})` : ''}`);
    };
    return { output: { onLine, logPath }, log };
  };
  return {
    of(name) {
      const entry = open.get(name) ?? create(name);
      open.set(name, entry);
      return entry.output;
    },
    close: () => {
      for (const { log } of open.values()) log.close();
    },
  };
}

/** Limits how many reads run at the same time in one process, for each key. */
export interface ReadGate {
  /** Runs it once there is a place. */
  pass: <T>(key: string, atOnceMax: number, run: () => Promise<T>) => Promise<T>;
}

interface Line {
  underWay: number;
  waiting: (() => void)[];
}

/** One for all runs of a process, whose memory holds what they read. */
export function createReadGate(): ReadGate {
  const lines = new Map<string, Line>();
  return {
    async pass(key, atOnceMax, run) {
      const line = lines.get(key) ?? { underWay: 0, waiting: [] };
      lines.set(key, line);
      // The place of one that ends is handed over, so that nobody who comes later can take it.
      if (line.underWay < atOnceMax) line.underWay += 1;
      else await new Promise<void>((resolve) => line.waiting.push(resolve));
      try {
        return await run();
      } finally {
        const next = line.waiting.shift();
        if (next !== undefined) next();
        else {
          line.underWay -= 1;
          if (line.underWay === 0) lines.delete(key);
        }
      }
    },
  };
}

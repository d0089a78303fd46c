/** Limits the number of concurrent reads in one process, for each key. */
export interface ReadGate {
  /** Runs the function once there is a slot. */
  pass: <T>(key: string, atOnceMax: number, run: () => Promise<T>) => Promise<T>;
}

interface Line {
  underWay: number;
  waiting: (() => void)[];
}

/** Use one gate for a whole process, because it limits the memory that reads use. */
export function createReadGate(): ReadGate {
  const lines = new Map<string, Line>();
  return {
    async pass(key, atOnceMax, run) {
      const line = lines.get(key) ?? { underWay: 0, waiting: [] };
      lines.set(key, line);
      // A read that ends hands its slot to the next in line, so that no later caller can take it.
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

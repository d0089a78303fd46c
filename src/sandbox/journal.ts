import { appendFileSync, existsSync, mkdirSync, readFileSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { parseJson } from './parse-json.js';

/** An append-only file of JSON lines. Without a directory, events are not kept. */
export interface Journal {
  append: (event: object) => void;
  clear: () => void;
}

export function openJournal(dataDir: string | null, onEvent: (event: unknown) => void): Journal {
  if (dataDir === null) return { append: () => undefined, clear: () => undefined };
  mkdirSync(dataDir, { recursive: true });
  const path = join(dataDir, 'sandbox.jsonl');
  const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
  for (const line of text.split('\n')) {
    const event = parseJson(line);
    if (event !== undefined) onEvent(event);
  }
  // A crash may have truncated the last line; the next one must not be appended to it.
  if (text !== '' && !text.endsWith('\n')) appendFileSync(path, '\n');
  return {
    append: (event) => appendFileSync(path, `${JSON.stringify(event)}\n`),
    clear: () => {
      if (existsSync(path)) truncateSync(path);
    },
  };
}

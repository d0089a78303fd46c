import type { ErrorDetail } from '../domain/errors.js';
import { validationFailed } from './validation.js';

const depthMax = 32;
const faultsMax = 20;

interface Node {
  value: unknown;
  path: string;
  depth: number;
}

/**
 * Parses a request's JSON and refuses what no schema below should have to think of: nesting without end, text
 * that Postgres cannot store (NUL) or that is not Unicode (half a surrogate pair), and keys that reach prototypes.
 */
export function parseJsonText(source: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(source);
  } catch {
    throw validationFailed([{ path: '', code: 'invalid_json', message: 'The body is not valid JSON.' }]);
  }
  const faults = faultsIn(value);
  if (faults.length > 0) throw validationFailed(faults);
  return value;
}

/** Walks with a stack of its own, so that deep input cannot exhaust ours. */
function faultsIn(root: unknown): ErrorDetail[] {
  const faults: ErrorDetail[] = [];
  const stack: Node[] = [{ value: root, path: '', depth: 0 }];
  for (let node = stack.pop(); node !== undefined && faults.length < faultsMax; node = stack.pop()) {
    const { value, path, depth } = node;
    if (typeof value === 'string') {
      if (!isStorable(value)) faults.push(unstorable(path));
      continue;
    }
    if (typeof value !== 'object' || value === null) continue;
    if (depth >= depthMax) {
      return [{ path: '', code: 'too_deep', message: `The body nests deeper than ${depthMax} levels.` }];
    }
    for (const [key, child] of Object.entries(value)) {
      const childPath = path === '' ? key : `${path}.${key}`;
      if (!isStorable(key)) faults.push(unstorable(path));
      else if (key === '__proto__')
        faults.push({ path, code: 'unknown_field', message: 'The field __proto__ is refused.' });
      else stack.push({ value: child, path: childPath, depth: depth + 1 });
    }
  }
  return faults;
}

function isStorable(value: string): boolean {
  // With the u flag a surrogate matches only where it is not one half of a pair.
  return !/[\0\p{Surrogate}]/u.test(value);
}

function unstorable(path: string): ErrorDetail {
  return { path, code: 'invalid_text', message: 'The text has a NUL character or half a surrogate pair.' };
}

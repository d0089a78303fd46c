import { inEnglish } from '../../domain/count-message.js';
import type { ErrorDetail } from '../../domain/errors.js';
import { exceededBy } from '../../domain/json-size.js';
import { invalidRequest } from '../errors/validation.js';
import { jsonDepthMax, jsonNodesMax } from '../../domain/limits.js';

const faultsMax = 20;

interface Node {
  value: unknown;
  key: string;
  parent: Node | undefined;
}

/**
 * Parses a request's JSON. Throws for too many or too deeply nested values, for text that Postgres cannot store (NUL)
 * or that is not Unicode (half a surrogate pair), and for the key `__proto__`. Sizes are checked before parsing, so
 * that an oversized body is never turned into objects.
 */
export function parseJsonText(source: string): unknown {
  refuseTooMuch(source);
  let value: unknown;
  try {
    value = JSON.parse(source);
  } catch {
    throw invalidRequest([{ path: '', code: 'invalid_json', message: 'The body is not valid JSON.' }]);
  }
  const faults = faultsIn(value);
  if (faults.length > 0) throw invalidRequest(faults);
  return value;
}

function refuseTooMuch(source: string): void {
  const exceeded = exceededBy(source, { valuesMax: jsonNodesMax, depthMax: jsonDepthMax });
  if (exceeded === 'depth') throw tooDeep();
  if (exceeded === 'values') throw tooManyNodes();
}

const tooDeep = () =>
  invalidRequest([
    {
      path: '',
      code: 'too_deep',
      message: `The body nests deeper than ${jsonDepthMax} levels.`,
      limit: jsonDepthMax,
    },
  ]);

const tooManyNodes = () =>
  invalidRequest([
    {
      path: '',
      code: 'too_many_values',
      message: `The body can have at most ${inEnglish(jsonNodesMax)} values, including nested ones.`,
      limit: jsonNodesMax,
    },
  ]);

/** Returns the faults in a value. Uses no recursion, so that deep input cannot exhaust the call stack. */
function faultsIn(root: unknown): ErrorDetail[] {
  const faults: ErrorDetail[] = [];
  const stack: Node[] = [{ value: root, key: '', parent: undefined }];
  for (let node = stack.pop(); node !== undefined && faults.length < faultsMax; node = stack.pop()) {
    const { value } = node;
    if (typeof value === 'string') {
      if (!isStorable(value)) faults.push(unstorable(pathOf(node)));
      continue;
    }
    if (typeof value !== 'object' || value === null) continue;
    for (const [key, child] of Object.entries(value)) {
      if (!isStorable(key)) faults.push(unstorable(pathOf(node)));
      else if (key === '__proto__') faults.push(prototypeField(pathOf(node)));
      else stack.push({ value: child, key, parent: node });
    }
  }
  return faults.slice(0, faultsMax);
}

/** The dotted path of a node. It is built only for findings, to save time. */
function pathOf(node: Node): string {
  const keys: string[] = [];
  for (let at: Node | undefined = node; at.parent !== undefined; at = at.parent) keys.push(at.key);
  return keys.reverse().join('.');
}

function isStorable(value: string): boolean {
  // With the u flag, a surrogate matches only if it is not half of a pair.
  return !/[\0\p{Surrogate}]/u.test(value);
}

function prototypeField(path: string): ErrorDetail {
  return { path, code: 'unknown_field', message: 'The field __proto__ is refused.' };
}

function unstorable(path: string): ErrorDetail {
  return { path, code: 'invalid_text', message: 'The text has a NUL character or half a surrogate pair.' };
}

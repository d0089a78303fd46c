import { createHmac, timingSafeEqual } from 'node:crypto';
import { AppError } from '../../../domain/errors.js';

const macBytes = 16;
const cursorCharsMax = 1024;

/** The end of a page: the sort column's value of its last row (null if that row has none) and the row's id. */
export interface CursorPosition {
  value: string | null;
  id: string;
}

const invalidCursor = (path = 'cursor'): AppError<'VALIDATION_FAILED'> =>
  new AppError('VALIDATION_FAILED', 'The cursor does not belong to this list.', {
    details: [
      {
        path,
        code: 'invalid_cursor',
        message:
          path === 'since'
            ? 'Use the cursor of the previous answer as it is, for the same workspace.'
            : 'Use the nextCursor of the previous page as it is, with the same filters and sort.',
      },
    ],
  });

/**
 * Signs a cursor. The signature covers the scope, which is not in the cursor itself, so a cursor of another list, sort
 * or filter fails the same check as a tampered one. JSON keeps the two parts apart.
 */
function macOf(key: Buffer, scope: string, body: string): Buffer {
  return createHmac('sha256', key)
    .update(JSON.stringify([scope, body]))
    .digest()
    .subarray(0, macBytes);
}

/** The key for one user's cursors, so that another user's cursor counts as forged. */
export function cursorKeyOf(key: Buffer, userId: string): Buffer {
  return createHmac('sha256', key).update(userId).digest();
}

/** An opaque cursor for the page after the given row. `scope` names the list, its sort and its filters. */
export function encodeCursor(key: Buffer, payload: CursorPosition & { scope: string }): string {
  const body = Buffer.from(JSON.stringify([payload.value, payload.id])).toString('base64url');
  return `${body}.${macOf(key, payload.scope, body).toString('base64url')}`;
}

/** Reads a cursor back; throws VALIDATION_FAILED unless `encodeCursor` made it with this key and scope. */
export function decodeCursor(key: Buffer, cursor: string, scope: string, path?: string): CursorPosition {
  if (cursor.length > cursorCharsMax) throw invalidCursor(path);
  const [body, mac, ...rest] = cursor.split('.');
  if (body === undefined || mac === undefined || rest.length > 0) throw invalidCursor(path);
  // Comparing the text as well refuses other spellings of the same bytes, so that a cursor has one form.
  const expected = Buffer.from(macOf(key, scope, body).toString('base64url'));
  const given = Buffer.from(mac);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw invalidCursor(path);
  return parsePosition(body);
}

function parsePosition(body: string): CursorPosition {
  const parsed: unknown = JSON.parse(Buffer.from(body, 'base64url').toString('utf8'));
  if (!Array.isArray(parsed)) throw invalidCursor();
  const [value, id] = parsed as unknown[];
  if ((value !== null && typeof value !== 'string') || typeof id !== 'string') throw invalidCursor();
  return { value, id };
}

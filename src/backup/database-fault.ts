import { isDbUnavailable, sqlStateOf } from '../db/errors.js';

/** The SQLSTATEs of a wrong role or password (28), an unknown database (3D) and a missing right. */
const refusals = /^(28|3D|42501)/;

/** Whether the database could not be reached or refused this role, which the operator can correct. */
export const isDatabaseUnusable = (error: unknown): boolean =>
  isDbUnavailable(error) || refusals.test(sqlStateOf(error) ?? '');

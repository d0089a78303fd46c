import { z } from 'zod';

/** A variable that holds an http(s) address; a trailing slash is taken off. */
export const address = z
  .string()
  .regex(/^https?:\/\/[^\s]+$/, 'must be an http(s) address')
  .transform((value) => value.replace(/\/+$/, ''));

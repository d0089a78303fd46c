import { z } from 'zod';

/** A variable that holds an http(s) URL. A trailing slash is removed. */
export const address = z
  .string()
  .regex(/^https?:\/\/[^\s]+$/, 'must be an http(s) URL')
  .transform((value) => value.replace(/\/+$/, ''));

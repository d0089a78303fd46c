import { z } from 'zod';
import { parseUrl } from '../../urls/parse-url.js';

const webAddressCharsMax = 2_000;

/** An option that is the URL of a page. */
export const webAddressSchema = z
  .string()
  .max(webAddressCharsMax, { abort: true })
  .refine((text) => /^https?:$/.test(parseUrl(text)?.protocol ?? ''), 'must be an http(s) URL');

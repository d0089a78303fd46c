import { z } from 'zod';

/** The value of a JSON text; undefined if it is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A parameter that is a JSON text. */
export const jsonText = z.string().transform(parseJson);

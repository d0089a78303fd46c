import { z } from 'zod';

/** Parses a JSON text. Returns undefined if it is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A parameter that is a JSON text. */
export const jsonText = z.string().transform(parseJson);

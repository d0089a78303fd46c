import { OAuthFault } from '../../domain/apps.js';

/** Reads the parameters of a query or form. None may occur more than once (RFC 6749, section 3.1). */
export function readParameters(text: string): ReadonlyMap<string, string> {
  const parameters = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(text)) {
    if (parameters.has(name))
      throw new OAuthFault('invalid_request', 'The request has a parameter more than once.');
    parameters.set(name, value);
  }
  return parameters;
}

import { OAuthFault } from '../../../domain/apps.js';
import { invalidRequest } from '../../errors/validation.js';

/** Turns an error that cannot be sent back to the app, because the app is not known, into one for the person. */
export async function explained<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof OAuthFault)) throw error;
    throw invalidRequest([{ path: 'query', code: error.error, message: error.message }]);
  }
}

import { OAuthFault } from '../../../domain/apps.js';
import { invalidRequest } from '../../errors/validation.js';

/** Explains a request that no app gets back, because it is not known whose it is, to the person. */
export async function explained<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof OAuthFault)) throw error;
    throw invalidRequest([{ path: 'query', code: error.error, message: error.message }]);
  }
}

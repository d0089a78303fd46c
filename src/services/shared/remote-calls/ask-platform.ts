import { connectExchangeMsMax } from '../../../domain/connect-sessions.js';
import type { PlatformFailure } from '../../../platforms/kit/failure.js';
import type { ServiceDeps } from '../context.js';
import { faultOf } from './fault.js';
import { orAfter } from './with-timeout.js';

/**
 * Returns a connector's result, or `ambiguous` if it did not come in time. The connector is never called again, because
 * codes work once. An exception is our own bug; its message is not logged, because it may contain a code or a token.
 */
export async function askPlatform<T>(
  { log, connect }: Pick<ServiceDeps, 'log' | 'connect'>,
  about: { connectSessionId?: string; socialAccountId?: string; platform: string },
  ask: () => Promise<T>,
  waitMsMax = connect.exchangeMsMax ?? connectExchangeMsMax,
): Promise<T | PlatformFailure> {
  const late: PlatformFailure = { kind: 'ambiguous', message: 'It did not respond in time.' };
  try {
    return await orAfter<T, PlatformFailure>(waitMsMax, ask(), late);
  } catch (error) {
    log.error({ ...about, ...faultOf(error) }, 'a platform’s connector failed');
    return { kind: 'ambiguous', message: 'The answer could not be understood.' };
  }
}

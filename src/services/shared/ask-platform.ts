import { connectExchangeMsMax } from '../../domain/connect-sessions.js';
import type { PlatformFailure } from '../../platforms/kit/failure.js';
import type { ServiceDeps } from './context.js';
import { faultOf } from './fault.js';
import { orAfter } from './with-timeout.js';

/**
 * What a platform's connector answers, or that it did not in time. It is never asked again: codes work once. What it
 * throws is a fault of ours; its words are not logged, because what failed may be part of them.
 */
export async function askPlatform<T>(
  { log, connect }: Pick<ServiceDeps, 'log' | 'connect'>,
  about: { connectSessionId?: string; socialAccountId?: string; platform: string },
  ask: () => Promise<T>,
  waitMsMax = connect.exchangeMsMax ?? connectExchangeMsMax,
): Promise<T | PlatformFailure> {
  const late: PlatformFailure = { kind: 'ambiguous', message: 'It did not answer in time.' };
  try {
    return await orAfter<T, PlatformFailure>(waitMsMax, ask(), late);
  } catch (error) {
    log.error({ ...about, ...faultOf(error) }, 'a platform’s connector failed');
    return { kind: 'ambiguous', message: 'The answer could not be understood.' };
  }
}

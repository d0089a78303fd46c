import type { components } from '../../../../client/src/api-types.js';
import type { StateLabel } from '../../lib/labels.js';
import {
  credentialAdvices,
  platformNames,
  type CredentialAdvice,
  type Platform,
} from '../../lib/platform-looks.js';
import { serverText, serverTold } from '../../messages/server-texts.js';
import { lowerCase } from '../../lib/wording.js';
import { t } from '../../messages/accounts.js';
import { plainText, type Told } from '../../lib/told.js';

type Schemas = components['schemas'];

/** Returns advice on how to get the credentials, or null for platforms that need no typed credentials. */
export function credentialAdvice(platform: Platform, isSandbox: boolean): CredentialAdvice | null {
  return credentialAdvices[platform]?.[isSandbox ? 'sandbox' : 'real'] ?? null;
}

type ConnectInfo = Pick<NonNullable<Schemas['PlatformConnectInfo']>, 'configured' | 'sandbox'>;

/** Whether accounts of the platform can be connected on this server. */
export function offerLabel({ configured, sandbox }: ConnectInfo): StateLabel {
  if (configured) return { label: t('ready'), tone: 'good' };
  return sandbox ? { label: t('sandbox'), tone: 'info' } : { label: t('needsSetUp'), tone: 'neutral' };
}

/** The page about how to connect accounts of the platform. */
export const guideOf = (platform: Platform): string =>
  `/docs/connect/${platform.toLowerCase().replaceAll('_', '-')}`;

/** Returns an explanation of the next step, shown before a session begins. */
export function introText(platform: Platform | undefined, takesCredentials: boolean): string {
  if (takesCredentials && platform !== undefined) {
    return t('nextCredentials', { platform: platformNames[platform] });
  }
  return t('nextConsent');
}

/**
 * Matches the platform's message about wrong credentials, which the dialog replaces with a text that uses its own field
 * labels.
 */
const wrongPair = /identifier or password/i;

/** Returns texts about why typed credentials were refused. */
export function refusalOf(
  message: Told,
  triesLeft: number,
  fields: readonly Pick<Schemas['CredentialField'], 'label' | 'kind' | 'required'>[],
): { title: string; advice: string; fromPlatform: Told | null } {
  const words = plainText(message);
  const typed = fields
    .filter(({ kind }) => kind !== 'address')
    .map(({ label }) => lowerCase(serverText(label)));
  return {
    title: t('thePlatformRejectedTheseCredentials'),
    advice:
      triesLeft === 0
        ? t('noTriesAreLeftStart')
        : t('checkTheTyped', { typed: typed.join(t('typedSeparator')), triesLeft }),
    fromPlatform: words === '' || wrongPair.test(words) ? null : message,
  };
}

/** Returns a text about why a session ended without a connection, and what the user can do. */
export function failureText(
  { errorCode, errorMessage }: Pick<Schemas['ConnectSession'], 'errorCode' | 'errorMessage'>,
  account: { platform: Platform; handle: string } | undefined,
): Told {
  if (errorCode === 'WRONG_ACCOUNT' && account !== undefined) {
    const name = t('accountOn', {
      handle: account.handle,
      platform: platformNames[account.platform],
    });
    return t('accessWasGrantedToA', { name });
  }
  return errorMessage !== null ? serverTold(errorMessage) : t('accessWasNotGranted');
}

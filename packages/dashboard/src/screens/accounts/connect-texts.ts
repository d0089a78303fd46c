import type { components } from '../../../../client/src/api-types.js';
import type { StateLabel } from '../../lib/labels.js';
import {
  credentialAdvices,
  platformNames,
  type CredentialAdvice,
  type Platform,
} from '../../lib/platform-looks.js';
import { serverText } from '../../messages/server-texts.js';

type Schemas = components['schemas'];

/** Returns advice on how to get the credentials, or null for platforms that need no typed credentials. */
export function credentialAdvice(platform: Platform, isSandbox: boolean): CredentialAdvice | null {
  return credentialAdvices[platform]?.[isSandbox ? 'sandbox' : 'real'] ?? null;
}

type ConnectInfo = Pick<NonNullable<Schemas['PlatformConnectInfo']>, 'configured' | 'sandbox'>;

/** Whether accounts of the platform can be connected on this server. */
export function offerLabel({ configured, sandbox }: ConnectInfo): StateLabel {
  if (configured) return { label: 'Ready', tone: 'good' };
  return sandbox ? { label: 'Sandbox', tone: 'info' } : { label: 'Needs set-up', tone: 'neutral' };
}

/** The page about how to connect accounts of the platform. */
export const guideOf = (platform: Platform): string =>
  `/docs/connect/${platform.toLowerCase().replaceAll('_', '-')}`;

/** Returns an explanation of the next step, shown before a session begins. */
export function introText(platform: Platform | undefined, takesCredentials: boolean): string {
  if (takesCredentials && platform !== undefined) {
    return `Next, you enter your ${platformNames[platform]} handle and an app password, which is made for programs. Your own password stays with you.`;
  }
  return 'You grant access on the platform’s own page and then return here. Punctual never sees the password that you enter there.';
}

/**
 * Matches the platform's message about wrong credentials, which the dialog replaces with a text that uses its own field
 * labels.
 */
const wrongPair = /identifier or password/i;

/** Returns texts about why typed credentials were refused. */
export function refusalOf(
  message: string,
  triesLeft: number,
  fields: readonly Pick<Schemas['CredentialField'], 'label' | 'kind' | 'required'>[],
): { title: string; advice: string; fromPlatform: string | null } {
  const typed = fields.filter(({ kind }) => kind !== 'address').map(({ label }) => label.toLowerCase());
  const tries = triesLeft === 1 ? '1 try is left' : `${triesLeft} tries are left`;
  return {
    title: 'The platform rejected these credentials',
    advice:
      triesLeft === 0
        ? 'No tries are left. Start again to enter them once more.'
        : `Check the ${typed.join(' and the ')}. ${tries}.`,
    fromPlatform: message === '' || wrongPair.test(message) ? null : `Message from the platform: ${message}`,
  };
}

/** Returns a text about why a session ended without a connection, and what the user can do. */
export function failureText(
  { errorCode, errorMessage }: Pick<Schemas['ConnectSession'], 'errorCode' | 'errorMessage'>,
  account: { platform: Platform; handle: string } | undefined,
): string {
  if (errorCode === 'WRONG_ACCOUNT' && account !== undefined) {
    const name = `${account.handle} on ${platformNames[account.platform]}`;
    return `Access was granted to a different account. To reconnect ${name}, grant access while you are signed in with that account there.`;
  }
  return errorMessage !== null ? serverText(errorMessage) : 'Access was not granted.';
}

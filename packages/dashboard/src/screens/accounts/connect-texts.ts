import type { components } from '../../../../client/src/api-types.js';
import {
  credentialAdvices,
  platformNames,
  type CredentialAdvice,
  type Platform,
} from '../../lib/platform-looks.js';

type Schemas = components['schemas'];

/** Returns advice on how to get the credentials, or null for platforms that need no typed credentials. */
export function credentialAdvice(platform: Platform, isSandbox: boolean): CredentialAdvice | null {
  return credentialAdvices[platform]?.[isSandbox ? 'sandbox' : 'real'] ?? null;
}

/**
 * Returns the choices between the real platform and the sandbox. The text of the default choice also names the server
 * that it means, if the service says so.
 */
export function serversOf(
  info: Pick<Schemas['PlatformInfo'], 'connect'> | undefined,
): { value: string; label: string }[] {
  return [
    { value: 'auto', label: `The default of this server${defaultOf(info?.connect ?? null)}` },
    { value: 'real', label: 'The real platform' },
    { value: 'sandbox', label: 'The sandbox: a simulated platform where nothing is really published' },
  ];
}

function defaultOf(connect: Schemas['PlatformInfo']['connect']): string {
  if (connect === null) return '';
  if (!connect.configured) return ': the sandbox, because the real platform is not set up';
  // Platforms with typed credentials need no app, so `configured` does not decide for them.
  return connect.credentialFields === null
    ? ': the real platform'
    : ': the sandbox if this server has one, unless the platform’s own page is set up';
}

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
  return errorMessage ?? 'Access was not granted.';
}

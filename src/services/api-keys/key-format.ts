import { randomInt } from 'node:crypto';

const prefix = 'punctual_live_';
const randomCharsCount = 32;
const hintCharsCount = 8;
const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const keyPattern = new RegExp(`^${prefix}[0-9A-Za-z]{${randomCharsCount}}$`);
/** Describes the format of a key, for people. */
export const keyForm = `${prefix} and ${randomCharsCount} letters and digits`;

export function isApiKeyFormat(token: string): boolean {
  return keyPattern.test(token);
}

export function mintApiKey(): string {
  const body = Array.from({ length: randomCharsCount }, () => base62.charAt(randomInt(base62.length)));
  return prefix + body.join('');
}

export function hintOfApiKey(token: string): string {
  return token.slice(prefix.length, prefix.length + hintCharsCount);
}

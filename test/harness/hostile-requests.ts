import type { Json } from '../../src/domain/json.js';
import { sampleOf } from './counts.js';

/** A request that causes too much work, unless it is limited. */
export interface HostileRequest {
  name: string;
  method: 'POST' | 'PATCH';
  path: string;
  /** Sent with the attacker's key. */
  signedIn: boolean;
  body: string;
  /** The allowed statuses of the response. */
  statuses: readonly number[];
}

/** Expensive characters: a search or a count may start again at each of them if they are repeated without a space. */
export const hostilePieces = [
  ...['日.', '日', 'я.', 'я', 'a.', 'a', 'e\u0301', '\u0301', '\u0301\u0323', '\u0301.', '👩‍👩‍👧‍👦', '👩‍👩‍👧‍👦.', '🇩'],
  ...[
    '@',
    '@a.',
    ' @a.b',
    '#',
    '#a',
    ' #a',
    ' #.',
    '.',
    '..x',
    '(',
    ')',
    '((a)',
    '[',
    'a.com/(',
    'a.com/(a(',
    '$',
    '$a ',
  ],
  ...[
    'https://',
    'https://日',
    'https://a.b/c ',
    ' https://.',
    'a.com',
    'a.com ',
    'xn--a.',
    'a_.',
    'com.',
    '\u200f.',
    '\n',
  ],
  ...['https://t.co/', '&amp;', '?!', 'क्', '\uD800', '1\uFE0F\u20E3'],
] as const;

const repeated = (piece: string, chars: number): string => piece.repeat(Math.ceil(chars / piece.length));

/** Characters that a URL accepts unchanged: the two blocks of common ideographs, and the syllables of Korean. */
const characterBlocks = [
  [0x3400, 0x4dbf],
  [0x4e00, 0x9fff],
  [0xac00, 0xd7a3],
] as const;
const allCharacters = characterBlocks
  .map(([first, last]) =>
    Array.from({ length: last - first + 1 }, (_, index) => String.fromCharCode(first + index)).join(''),
  )
  .join('');

/** Returns a text without repeated parts: no character occurs twice, unless more are needed than exist. */
export const allDifferent = (chars: number): string => repeated(allCharacters, chars).slice(0, chars);

/** Values for platform options that are URLs. */
export const addressOption = (option: string, address: string): Json =>
  option === 'external' ? { uri: address, title: 'x', description: '' } : address;

export interface HostileText {
  name: string;
  of: (chars: number) => string;
}

/** Texts that can be made in any length. */
export const hostileTexts: readonly HostileText[] = sampleOf([
  ...hostilePieces.map((piece) => ({
    name: JSON.stringify(piece),
    of: (chars: number) => repeated(piece, chars).slice(0, chars),
  })),
  ...['', 'https://', 'https:////', 'https://a@', 'https://a.b/', '@', '#', 'a.'].map((start) => ({
    name: `${start} and characters that are all different`,
    of: (chars: number) => start + allDifferent(chars - start.length),
  })),
  {
    name: 'characters that are all different, and a domain',
    of: (chars) => `${allDifferent(chars - 4)}.com`,
  },
  {
    name: 'links with hosts that are as long as they may be, and characters that are all different',
    of: (chars) => allDifferent(chars).replaceAll(/[^]{1,240}/g, (host) => `https://${host.slice(9)} `),
  },
]);
const deep = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);

/** `targets` are accounts of the attacker's workspace, one on each platform, and `postId` a draft of it. */
export function hostileRequests(targets: readonly string[], postId: string): HostileRequest[] {
  const validate = (name: string, body: object | string, statuses = [200, 400, 422]): HostileRequest => ({
    name,
    method: 'POST',
    path: '/posts/validate',
    signedIn: true,
    body: typeof body === 'string' ? body : JSON.stringify(body),
    statuses,
  });
  const platforms = targets.map((accountId) => ({ accountId }));
  const signIn = (name: string, body: string, statuses: number[]): HostileRequest => ({
    ...{ name, method: 'POST', path: '/auth/sign-in', signedIn: false, body, statuses },
  });
  const ones = repeated('1,', 1_000_000).slice(0, -1);
  return [
    ...hostileTexts
      .filter(({ name }) => name !== JSON.stringify('\uD800'))
      .map(({ name, of }) =>
        validate(`10,000 characters of ${name}`, {
          content: of(9_900),
          platforms: platforms.map((target) => ({ ...target, firstComment: of(9_900) })),
        }),
      ),
    ...['external', 'linkAttachment'].map((option) =>
      validate(`a ${option} of 27,000 characters that are all different`, {
        content: 'x',
        platforms: platforms.map((target) => ({
          ...target,
          platformOptions: { [option]: addressOption(option, `https://${allDifferent(27_000)}`) },
        })),
      }),
    ),
    validate(
      'more text than a request may have',
      {
        content: 'x',
        platforms: Array.from({ length: 50 }, (_, index) => ({
          accountId: `sa_${index}`,
          captionOverride: repeated('日.', 9_900),
        })),
      },
      [400],
    ),
    {
      ...{ name: 'an edit of a locked post', method: 'PATCH', path: `/posts/${postId}`, signedIn: true },
      ...{ body: JSON.stringify({ content: repeated('日.', 9_900) }), statuses: [422] },
    },
    validate(
      'a tag of 900 KB',
      {
        content: 'x',
        platforms: platforms.map((target) => ({ ...target, platformOptions: { tags: ['a'] } })),
        mediaAltText: { a: 'x'.repeat(900_000) },
      },
      [400],
    ),
    validate(
      'options of 900 KB',
      {
        content: 'x',
        platforms: platforms.map((target, index) =>
          index === 0 ? { ...target, platformOptions: { tags: [repeated('日', 290_000)] } } : target,
        ),
      },
      [400],
    ),
    validate('500,000 numbers', `{"content":[${ones}],"platforms":[]}`, [400]),
    validate('250,000 objects', `{"platforms":[${repeated('{},', 750_000).slice(0, -1)}]}`, [400]),
    validate(
      '100,000 unknown fields',
      `{${Array.from({ length: 60_000 }, (_, i) => `"f${i}":1`).join()}}`,
      [400],
    ),
    validate(
      '9,000 unknown fields',
      `{${Array.from({ length: 9_000 }, (_, i) => `"f${i}":1`).join()}}`,
      [400],
    ),
    validate('500,000 levels', deep(500_000), [400]),
    validate('backslashes', `{"content":"${'\\\\'.repeat(400_000)}"}`, [400]),
    signIn('a sign-in of 1 MB', `{"email":[${ones}]}`, [413]),
    signIn('a sign-in of 8 KB', `{"email":[${ones.slice(0, 8_000)}1]}`, [400]),
    signIn('a sign-in of 4,000 levels', deep(4_000), [400]),
    { ...signIn('a sign-up of 1 MB', `{"name":"${'x'.repeat(1_000_000)}"}`, [413]), path: '/auth/sign-up' },
  ];
}

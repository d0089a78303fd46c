export type SandboxMediaKind = 'IMAGE' | 'GIF' | 'VIDEO';

const signatures: { mime: string; kind: SandboxMediaKind; matches: (edges: string) => boolean }[] = [
  { mime: 'image/jpeg', kind: 'IMAGE', matches: (text) => text.startsWith('\xff\xd8\xff') },
  { mime: 'image/png', kind: 'IMAGE', matches: (text) => text.startsWith('\x89PNG\r\n\x1a\n') },
  { mime: 'image/gif', kind: 'GIF', matches: (text) => text.startsWith('GIF8') },
  {
    mime: 'image/webp',
    kind: 'IMAGE',
    matches: (text) => text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP',
  },
  { mime: 'video/quicktime', kind: 'VIDEO', matches: (text) => text.slice(4, 12) === 'ftypqt  ' },
  { mime: 'video/mp4', kind: 'VIDEO', matches: (text) => text.slice(4, 8) === 'ftyp' },
  { mime: 'video/webm', kind: 'VIDEO', matches: (text) => text.startsWith('\x1aE\xdf\xa3') },
];

/** The type of the bytes, whatever the sender calls them; null if no platform accepts it. */
export function typeOf(edges: string): { mime: string; kind: SandboxMediaKind } | null {
  return signatures.find(({ matches }) => matches(edges)) ?? null;
}

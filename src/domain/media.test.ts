import { describe, expect, it } from 'vitest';
import { claimedMime, mediaKeys, mediaMimes, mimeOfKey, partSizeOf, uploadPartsMax } from './media.js';

const bytes = (text: string): Uint8Array => Uint8Array.from(text, (char) => char.charCodeAt(0));

describe('the first bytes of a file', () => {
  it.each([
    ['\xff\xd8\xff\xe0', 'image/jpeg'],
    ['\x89PNG\r\n\x1a\n', 'image/png'],
    ['RIFF\x00\x00\x00\x00WEBP', 'image/webp'],
    ['GIF89a', 'image/gif'],
    ['\0\0\0\x20ftypavif', 'image/avif'],
    ['\0\0\0\x20ftypisom', 'video/mp4'],
    ['\0\0\0\x20ftypqt  ', 'video/quicktime'],
    ['\0\0\0\x08wide\0\0\0\0mdat', 'video/quicktime'],
    ['\x1aE\xdf\xa3\x9f\x42\x86\x81\x01\x42\x82\x84webm', 'video/webm'],
    ['\x1aE\xdf\xa3\x9f\x42\x86\x81\x01\x42\x82\x88matroska', null],
    ['\0\0\0\x20ftypheic', null],
    ['RIFF\x00\x00\x00\x00AVI ', null],
    ['<svg xmlns=', null],
    ['%PDF-1.7', 'application/pdf'],
    ['%PDF', null],
    ['WEBVTT\n\n00:01.000 --> 00:02.000', 'text/vtt'],
    ['WEBVTTX', null],
    ['\xef\xbb\xbf1\r\n00:00:01,000 --> 00:00:02,000\r\n', 'application/x-subrip'],
    ['1\n00:00:01,000 --> 00:00:02,000\nM\xfcller', 'application/x-subrip'],
    ['1\nHello', null],
    ['M\xfcller', null],
    ['', null],
  ])('%j identify the file as %s', (head, mime) => {
    expect(claimedMime(bytes(head))).toBe(mime);
  });
});

describe('the key of a media file', () => {
  it('reveals its type, for each supported type', () => {
    for (const mime of mediaMimes) expect(mimeOfKey(mediaKeys.original('ws_a', 'med_b', mime))).toBe(mime);
    expect(mimeOfKey('media/ws_a/med_b/unknown')).toBe('application/octet-stream');
  });
});

describe('the size of a part', () => {
  it('never leads to more parts than the storage accepts', () => {
    const MiB = 1024 * 1024;
    for (const sizeBytes of [1, 64 * MiB + 1, 1024 * MiB, 4096 * MiB, 262_144 * MiB]) {
      const partBytes = partSizeOf(sizeBytes);
      expect(Math.ceil(sizeBytes / partBytes)).toBeLessThanOrEqual(uploadPartsMax);
      expect(partBytes % MiB).toBe(0);
      expect(partBytes).toBeGreaterThanOrEqual(5 * MiB);
    }
  });
});

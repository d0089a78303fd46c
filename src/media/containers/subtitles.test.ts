import { describe, expect, it } from 'vitest';
import { UnreadableMedia } from './container.js';
import { checkCues } from './subtitles.js';

describe('subtitles', () => {
  it.each([
    [
      'SubRip',
      '1\r\n00:00:01,000 --> 00:00:02,500\r\nHello\r\n\r\n2\r\n00:00:03,000 --> 00:00:04,000\r\nthere\r\n',
    ],
    [
      'WebVTT',
      'WEBVTT\n\nNOTE a note\n\nSTYLE\n::cue { color: red }\n\n00:01.000 --> 00:02.000 align:start\nHello\n',
    ],
    ['long videos', '1\n120:59:59,999 --> 121:00:00,000\nThe end\n'],
  ])('are accepted: %s', (_what, text) => {
    expect(() => checkCues(text)).not.toThrow();
  });

  it.each([
    ['no cues', 'WEBVTT\n\nHello\n', 'no cues'],
    ['times without minutes', '1\n1,000 --> 2,000\na\n', 'Line 2 '],
    ['a minute with 75 seconds', '1\n00:00:75,000 --> 00:02:00,000\na\n', 'Line 2 '],
    ['an end before its beginning', 'WEBVTT\n\n00:02.000 --> 00:01.000\na\n', 'line 3 '],
    ['an end a thousandth before its beginning', 'WEBVTT\n\n00:01.5 --> 00:01.499\na\n', 'line 3 '],
    ['words in a line with times', '1\n00:00:01,000 --> 00:00:02,000x\na\n', 'Line 2 '],
    ['a null character', '1\n00:00:01,000 --> 00:00:02,000\na\0b\n', 'control characters'],
  ])('are refused with %s', (_what, text, words) => {
    const check = (): void => checkCues(text);
    expect(check).toThrow(UnreadableMedia);
    expect(check).toThrow(words);
  });
});

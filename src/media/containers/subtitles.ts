import { UnreadableMedia } from './container.js';

/** The hours can be missing in WebVTT. SubRip writes a comma before the milliseconds, WebVTT a full stop. */
const time = String.raw`(?:(\d{1,3}):)?([0-5]\d):([0-5]\d)[.,](\d{1,3})`;
const timesPattern = new RegExp(String.raw`^[ \t]*${time}[ \t]*-->[ \t]*${time}(?:[ \t].*)?$`);
const control = /[\0-\x08\x0b\x0c\x0e-\x1f]/;

/**
 * Checks the lines with times of SubRip or WebVTT subtitles. The texts and styles between them are left to the platform,
 * because nothing here shows them.
 */
export function checkCues(text: string): void {
  if (control.test(text)) throw new UnreadableMedia('Subtitles cannot have control characters.');
  let cueCount = 0;
  for (const [index, line] of text.split(/\r\n|\n|\r/).entries()) {
    if (!line.includes('-->')) continue;
    checkTimes(line, index + 1);
    cueCount += 1;
  }
  if (cueCount === 0) throw new UnreadableMedia('The subtitles have no cues.');
}

function checkTimes(line: string, lineNumber: number): void {
  const parts = timesPattern.exec(line);
  if (parts === null) throw new UnreadableMedia(`Line ${lineNumber} of the subtitles has no valid times.`);
  if (msOf(parts.slice(1, 5)) <= msOf(parts.slice(5, 9))) return;
  throw new UnreadableMedia(`The cue in line ${lineNumber} of the subtitles ends before it begins.`);
}

/** The parts of a time are hours, minutes, seconds and thousandths, of which hours can be missing. */
function msOf([hours, minutes, seconds, fraction]: readonly (string | undefined)[]): number {
  const wholeSeconds = (Number(hours ?? 0) * 60 + Number(minutes)) * 60 + Number(seconds);
  return wholeSeconds * 1000 + Number((fraction ?? '').padEnd(3, '0'));
}

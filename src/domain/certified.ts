/** The result of `punctual certify`, as the first line of its report says it. */
export interface Certified {
  /** The day in UTC, such as 2026-11-28. */
  day: string;
  version: string;
  /** The server that was called, in words that complete "against": "the live service". */
  against: string;
  isPassed: boolean;
}

/** The words for a server whose URL is the platform's own. */
export const liveService = 'the live service';

const versionCharsMax = 40;
const againstCharsMax = 200;

const line = new RegExp(
  `^(?<verdict>Passed|Not passed) on (?<day>\\d{4}-\\d{2}-\\d{2}) with Punctual (?<version>\\S{1,${versionCharsMax}}) against (?<against>[^\\n]{1,${againstCharsMax}})\\.$`,
  'm',
);

export function certifiedLine({ day, version, against, isPassed }: Certified): string {
  return `${isPassed ? 'Passed' : 'Not passed'} on ${day} with Punctual ${version} against ${against}.`;
}

/** Reads a report. Null if it is not one. */
export function readCertified(report: string): Certified | null {
  const { verdict, day, version, against } = line.exec(report)?.groups ?? {};
  if (verdict === undefined || day === undefined || version === undefined || against === undefined)
    return null;
  return { day, version, against, isPassed: verdict === 'Passed' };
}

/** Returns a text for people: whether the connector has been run against the platform, with which version and when. */
export function certifiedWords(certified: Certified | null): string {
  if (certified === null) return 'not yet';
  const { day, version, against, isPassed } = certified;
  const when = `${day} with ${version}`;
  if (against === liveService) return isPassed ? `on ${when}` : `not passed on ${when}`;
  return `not yet; ${isPassed ? 'passed' : 'not passed'} on ${when} against ${against}`;
}

/** Returns the reason why the words of `--server` cannot be used: the report's first line must remain one sentence. */
export function serverWordsFault(words: string): string | null {
  if (words.length <= againstCharsMax && /^[^\n.]+(\.[^\n.\s][^\n.]*)*$/.test(words)) return null;
  return `--server takes up to ${againstCharsMax} characters of one line, without a full stop at the end.`;
}

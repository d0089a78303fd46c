/** Matches names, which keep their capital in a sentence: known names, and words with a second capital or a digit. */
const names =
  /^(Bluesky|Facebook|Instagram|Pinterest|Threads|Punctual|Stripe|Google|Meta|Postgres|Temporal|X|I)\b|^[A-Z][a-z]*[A-Z0-9_]/;

/** Matches the end of a sentence, but not the dots in abbreviations such as "e.g." or in "3.5". */
const betweenSentences = /(?<!\b(?:e\.g|i\.e|vs|etc))[.!?] (?=["“]?\p{Lu})/u;

/**
 * Joins the sentences of a message with semicolons, because the contract requires one sentence
 * (docs/contract.md#errors). Messages are written as normal sentences and joined when they are sent.
 */
export function oneSentence(message: string): string {
  const [first = '', ...others] = message.split(betweenSentences);
  return [first, ...others.map((each) => (names.test(each) ? each : lowered(each)))].join('; ');
}

const lowered = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

/** Applies `oneSentence` to the messages of findings. */
export function inOneSentence<F extends { message: string }>(findings: readonly F[]): F[] {
  return findings.map((finding) => ({ ...finding, message: oneSentence(finding.message) }));
}

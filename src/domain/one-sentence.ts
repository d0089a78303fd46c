/** A name keeps its capital in the middle of a sentence. What has another capital, or a digit, is one as well. */
const names =
  /^(Bluesky|Facebook|Instagram|Pinterest|Threads|Punctual|Stripe|Google|Meta|Postgres|Temporal|X|I)\b|^[A-Z][a-z]*[A-Z0-9_]/;

/** Between sentences: not after an abbreviation such as "e.g.", and not within "3.5". */
const betweenSentences = /(?<!\b(?:e\.g|i\.e|vs|etc))[.!?] (?=["“]?\p{Lu})/u;

/**
 * A message in the form of the contract: one sentence (docs/contract.md#errors). Further sentences follow after a
 * semicolon. The code contains messages in normal sentences, and they are joined here when they are sent.
 */
export function oneSentence(message: string): string {
  const [first = '', ...others] = message.split(betweenSentences);
  return [first, ...others.map((each) => (names.test(each) ? each : lowered(each)))].join('; ');
}

const lowered = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

/** The same for findings. */
export function inOneSentence<F extends { message: string }>(findings: readonly F[]): F[] {
  return findings.map((finding) => ({ ...finding, message: oneSentence(finding.message) }));
}

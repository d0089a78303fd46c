import type { Told } from '../lib/told.js';

/** Shows a text with its English parts marked, so that screen readers pronounce them as English. */
export function ToldText({ told }: { told: Told }) {
  if (typeof told === 'string') return told;
  if ('english' in told) return <span lang="en">{told.english}</span>;
  // Parts have no identity and never change places.
  return told.map((part, at) => <ToldText key={at} told={part} />);
}

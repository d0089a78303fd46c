import type { Told } from '../lib/told.js';
import { ToldText } from './told-text.js';

/** Shows text by other people as plain text, with its line breaks. */
export function QuotedText({ text, className = '' }: { text: Told; className?: string | undefined }) {
  return (
    <p dir="auto" className={`whitespace-pre-wrap wrap-anywhere ${className}`}>
      <ToldText told={text} />
    </p>
  );
}

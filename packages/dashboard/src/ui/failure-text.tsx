import { serverTold } from '../messages/server-texts.js';
import { QuotedText } from './quoted-text.js';

/** Shows why something failed: a text of the server, or the text of a platform. */
export function FailureText({ text, className }: { text: string; className?: string }) {
  return <QuotedText text={serverTold(text)} className={className} />;
}

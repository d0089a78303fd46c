/** Shows text by other people as plain text, with its line breaks. */
export function QuotedText({ text, className = '' }: { text: string; className?: string }) {
  return (
    <p dir="auto" className={`whitespace-pre-wrap wrap-anywhere ${className}`}>
      {text}
    </p>
  );
}

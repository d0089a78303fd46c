/** Shows text by other people as plain text, with its line breaks. */
export function QuotedText({
  text,
  lang,
  className = '',
}: {
  text: string;
  lang?: string | undefined;
  className?: string | undefined;
}) {
  return (
    <p dir="auto" lang={lang} className={`whitespace-pre-wrap wrap-anywhere ${className}`}>
      {text}
    </p>
  );
}

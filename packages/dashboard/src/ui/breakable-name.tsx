import { Fragment } from 'react';

/** A long name that continues in the next line after its punctuation. */
export function BreakableName({ name }: { name: string }) {
  return name.split(/(?<=[._-])/).map((part, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}

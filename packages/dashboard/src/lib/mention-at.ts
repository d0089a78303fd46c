/** A mention that is being typed. */
export interface TypedMention {
  /** Where its @ is in the text. */
  from: number;
  /** The part of the handle that is already there. */
  typed: string;
}

const mention = /(?:^|[\s(["'])@([\p{L}\p{N}._-]{0,50})$/u;

/** Returns the mention that ends at the caret; null if there is none, as in an email address. */
export function mentionAt(text: string, caret: number): TypedMention | null {
  const typed = mention.exec(text.slice(0, caret))?.[1];
  return typed === undefined ? null : { from: caret - typed.length - 1, typed };
}

export interface Mentionable {
  handle: string;
  name: string;
}

/** Returns the people whose handle begins with what is typed, or a word in it or in their name. */
export function matchingPeople<Person extends Mentionable>(
  people: readonly Person[],
  typed: string,
): Person[] {
  const wanted = typed.toLowerCase();
  return people.filter(({ handle, name }) =>
    [handle.replace(/^@/, ''), ...`${handle} ${name}`.split(/[^\p{L}\p{N}]+/u)].some((word) =>
      word.toLowerCase().startsWith(wanted),
    ),
  );
}

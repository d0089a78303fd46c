import type { PlatformFailure } from './failure.js';
import type { PlatformSession } from './session.js';

export interface PlatformChoices<Session = PlatformSession> {
  /** The options, as paths with dots, whose values `read` lists. A post with another value is rejected. */
  readonly options: readonly string[];
  read(session: Session): Promise<ChoicesAnswer>;
}

export type ChoicesAnswer = { kind: 'choices'; choices: AccountChoices } | PlatformFailure;

/** The current choices of an account. */
export interface AccountChoices {
  /** The choices by option. */
  options: Readonly<Record<string, readonly Choice[]>>;
  /** The longest video that this account can publish, if the platform states it. */
  videoDurationMaxMs: number | null;
  /** The use of the daily limit, if the platform states it. */
  quota: { used: number; max: number; windowMs: number } | null;
}

export interface Choice {
  value: string | boolean;
  /** The name that the account's owner knows. */
  label: string;
  /** The parent of a value that can be chosen only together with another, such as a section of a board. */
  within?: { option: string; value: string };
  /** The difference from others of the same name, such as a handle or the city of a place. */
  detail?: string;
  /** For `mentionsOption`: the text that mentions it, such as "@anna.example". */
  text?: string;
  imageUrl?: string;
}

/** The name of the search for people and pages to mention in a text, on platforms without such an option, too. */
export const mentionsOption = 'mentions';

/** The searches of a platform: by the option, as a path with dots, whose values they find, or `mentionsOption`. */
export type ChoiceSearches<Session = PlatformSession> = Readonly<Record<string, ChoiceSearch<Session>>>;

/** A search among values that no list can hold, such as the people of a platform. */
export interface ChoiceSearch<Session = PlatformSession> {
  /** Whether it finds only what has exactly the given name. */
  readonly exact: boolean;
  /** For people: the property that `exact` compares, if it is not the account's name. */
  readonly by?: string;
  /** Whether the platform charges for each search. */
  readonly paid: boolean;
  /** The permission that the search needs, if accounts can be connected without it. */
  readonly scope?: string;
  /**
   * Finds values, the best first. The query has 1 to 100 characters and no "@" at the start. If the platform cannot
   * have such a name, the result is empty, and no call is made.
   */
  find(session: Session, query: string): Promise<SearchAnswer>;
}

export type SearchAnswer = { kind: 'found'; choices: readonly Choice[] } | PlatformFailure;

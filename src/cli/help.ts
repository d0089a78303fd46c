import { distanceOf } from '../domain/closest-name.js';

/** Whether a command line asks for the usage, which is printed without opening the database. */
export function asksForHelp(args: readonly string[]): boolean {
  return args.includes('--help') || args.includes('-h');
}

/** Returns the first sentence of an error of `parseArgs`. The others are advice that does not apply to our commands. */
export function argumentFault(error: unknown): string {
  const [first = ''] = (error instanceof Error ? error.message : String(error)).split(/\.(?:\s|$)/);
  return `${first}.`;
}

/** How many letters a mistyped name may differ. */
const typingErrorsMax = 2;

/** The known name that was probably meant. Undefined if none is similar. */
export function closestTo(name: string, known: readonly string[]): string | undefined {
  const [best] = known
    .map((candidate) => ({ candidate, errors: distanceOf(name, candidate) }))
    .sort((one, other) => one.errors - other.errors);
  return best !== undefined && best.errors <= typingErrorsMax ? best.candidate : undefined;
}

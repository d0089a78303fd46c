/** Whether a command line asks for the usage, which is printed without opening the database. */
export function asksForHelp(args: readonly string[]): boolean {
  return args.includes('--help') || args.includes('-h');
}

/** Returns the first sentence of an error of `parseArgs`. The others are advice that does not apply to our commands. */
export function argumentFault(error: unknown): string {
  const [first = ''] = (error instanceof Error ? error.message : String(error)).split(/\.(?:\s|$)/);
  return `${first}.`;
}

/** Whether a command line asks for the usage. That needs no database, and changes nothing. */
export function asksForHelp(args: readonly string[]): boolean {
  return args.includes('--help') || args.includes('-h');
}

/** Why `parseArgs` could not read a command line; its further sentences are advice that does not fit here. */
export function argumentFault(error: unknown): string {
  const [first = ''] = (error instanceof Error ? error.message : String(error)).split(/\.(?:\s|$)/);
  return `${first}.`;
}

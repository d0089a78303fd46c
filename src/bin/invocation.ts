/** The parameters of a command. The signal is aborted when the process should finish its work and end. */
export interface Invocation {
  args: readonly string[];
  signal: AbortSignal;
}

// Ends the process if vitest was killed, because Temporal's native threads would otherwise keep it alive.
process.once('disconnect', () => {
  process.exit(1);
});

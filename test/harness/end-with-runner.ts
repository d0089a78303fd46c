// A test file's process does not notice that vitest was killed while Temporal's native threads keep it alive.
process.once('disconnect', () => {
  process.exit(1);
});

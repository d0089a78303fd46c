/** A body without bytes. */
export async function* nothing(): AsyncGenerator<Uint8Array> {
  await Promise.resolve();
  yield* [];
}

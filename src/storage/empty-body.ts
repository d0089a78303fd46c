/** A body without bytes. */
export async function* emptyBody(): AsyncGenerator<Uint8Array> {
  await Promise.resolve();
  yield* [];
}

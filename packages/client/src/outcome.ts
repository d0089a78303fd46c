/** The result of a call by openapi-fetch. */
export interface Outcome {
  data?: unknown;
  error?: unknown;
  response: Response;
}
export type DataOf<R> = R extends { data: infer D; error?: never } ? D : never;

/**
 * Waits for a call and returns its data. For an error response, throws the error that `toError` creates from its body.
 */
export async function dataOr<R extends Outcome>(
  call: Promise<R>,
  toError: (body: unknown, response: Response) => Error,
): Promise<DataOf<R>> {
  const { data, error, response } = await call;
  if (response.ok) return data as DataOf<R>;
  throw toError(error, response);
}

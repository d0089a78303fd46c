import { isPunctualError } from '../../packages/client/src/errors.js';
import { AppError } from '../../src/domain/errors.js';

/** The longest lead. A server that needs more time than this hangs. */
export const leadMsMax = 300_000;

/**
 * Sends a request, or calls a service, with a time that many milliseconds ahead. On a slow machine, that time may have
 * passed before the request is read, which is then refused. In that case it is sent again with twice the lead.
 */
export async function sendAhead<Answer>(
  leadMs: number,
  send: (time: string) => Promise<Answer>,
): Promise<Answer> {
  const time = new Date(Date.now() + leadMs).toISOString();
  const isLate = (answer: unknown): boolean =>
    leadMs < leadMsMax && JSON.stringify(answer ?? null).includes('not_in_future');
  try {
    const answer = await send(time);
    if (!isLate(answer)) return answer;
  } catch (error) {
    const said: unknown = isPunctualError(error) ? error.body : error instanceof AppError && error.extras;
    if (!isLate(said)) throw error;
  }
  return sendAhead(Math.max(2 * leadMs, 1_000), send);
}

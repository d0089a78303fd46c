import { isPunctualError } from '../../packages/client/src/errors.js';

/** The longest lead. A server that takes longer hangs. */
const leadMsMax = 300_000;

/**
 * Sends a request with a time that many milliseconds ahead. On a slow machine, that time may have passed when the
 * server reads it, which it refuses. The request is then sent again with twice the lead.
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
    if (!isPunctualError(error) || !isLate(error.body)) throw error;
  }
  return sendAhead(2 * leadMs, send);
}

/**
 * How long a server asks us to wait; null if it does not say. `resetHeader` names a platform's own header with
 * the end of the window in Unix seconds. The standard header takes precedence.
 */
export function retryAfterMs(
  headers: Record<string, string>,
  now: Date,
  resetHeader: string | null = null,
): number | null {
  const standard = headers['retry-after']?.trim();
  if (standard !== undefined && /^\d{1,9}$/.test(standard)) return Number(standard) * 1000;
  if (standard !== undefined) {
    const date = Date.parse(standard);
    if (!Number.isNaN(date)) return Math.max(0, date - now.getTime());
  }
  const reset = resetHeader === null ? undefined : headers[resetHeader]?.trim();
  if (reset === undefined || !/^\d{1,12}$/.test(reset)) return null;
  return Math.max(0, Number(reset) * 1000 - now.getTime());
}

import { describe, expect, it } from 'vitest';
import { pause } from './pause.js';

const longMs = 600_000;

describe('pause', () => {
  it('ends when its signal is aborted', async () => {
    const stop = new AbortController();
    const waiting = pause(longMs, stop.signal);
    stop.abort(new Error('enough'));
    await expect(waiting).rejects.toThrow('enough');
  });

  it('does not begin if its signal is aborted already', async () => {
    await expect(pause(longMs, AbortSignal.abort(new Error('enough')))).rejects.toThrow('enough');
  });
});

import { describe, expect, it } from 'vitest';
import { createEndpointGate } from './endpoint-gate.js';

const places = 10;

function useGate() {
  const gate = createEndpointGate();
  const leaving = new Map<string, (() => void)[]>();
  return {
    enter: async (endpointId: string): Promise<boolean> => {
      const leave = await gate(endpointId);
      if (leave !== null) leaving.set(endpointId, [...(leaving.get(endpointId) ?? []), leave]);
      return leave !== null;
    },
    leave: (endpointId: string) => leaving.get(endpointId)?.shift()?.(),
  };
}

describe('the limit of calls to an endpoint', () => {
  it('allows ten calls, and refuses the next one if none ends in time', async () => {
    const gate = useGate();
    for (let each = 0; each < places; each += 1) expect(await gate.enter('whe_a')).toBe(true);
    expect(await gate.enter('whe_a')).toBe(false);
    expect(await gate.enter('whe_b')).toBe(true);
  });

  it('gives each free slot to the longest waiter', async () => {
    const gate = useGate();
    for (let each = 0; each < places; each += 1) await gate.enter('whe_a');
    const order: string[] = [];
    const first = gate.enter('whe_a').then((entered) => order.push(`first ${entered}`));
    const second = gate.enter('whe_a').then((entered) => order.push(`second ${entered}`));
    gate.leave('whe_a');
    await first;
    gate.leave('whe_a');
    await second;
    expect(order).toEqual(['first true', 'second true']);
    expect(await gate.enter('whe_a')).toBe(false);
  });

  it('allows ten calls again once all earlier ones have ended', async () => {
    const gate = useGate();
    for (let each = 0; each < places; each += 1) await gate.enter('whe_a');
    expect(await gate.enter('whe_a')).toBe(false);
    for (let each = 0; each < places; each += 1) gate.leave('whe_a');
    for (let each = 0; each < places; each += 1) expect(await gate.enter('whe_a')).toBe(true);
  });
});

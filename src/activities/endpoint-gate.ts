/** The number of concurrent attempts to one endpoint in one process. */
const inFlightMax = 10;
const waitMsMax = 250;

interface Lane {
  inFlight: number;
  waiting: (() => void)[];
}

/** Limits concurrent attempts to one endpoint, so that an endpoint that hangs cannot occupy every slot. */
export interface EndpointGate {
  /** Returns false if no slot became free in time; try again later. After true, the caller must call `leave`. */
  enter: (endpointId: string) => Promise<boolean>;
  leave: (endpointId: string) => void;
}

export function createEndpointGate(): EndpointGate {
  const lanes = new Map<string, Lane>();
  return {
    async enter(endpointId) {
      const lane = lanes.get(endpointId) ?? { inFlight: 0, waiting: [] };
      lanes.set(endpointId, lane);
      if (lane.inFlight >= inFlightMax) return placeIn(lane);
      lane.inFlight += 1;
      return true;
    },
    leave(endpointId) {
      const lane = lanes.get(endpointId);
      if (lane === undefined) return;
      const next = lane.waiting.shift();
      if (next !== undefined) {
        next();
        return;
      }
      lane.inFlight -= 1;
      if (lane.inFlight === 0) lanes.delete(endpointId);
    },
  };
}

/** An attempt that leaves hands its slot to the next in line, so that no newcomer can take it. */
function placeIn(lane: Lane): Promise<boolean> {
  return new Promise((resolve) => {
    const admit = (): void => {
      clearTimeout(timer);
      resolve(true);
    };
    const timer = setTimeout(() => {
      lane.waiting.splice(lane.waiting.indexOf(admit), 1);
      resolve(false);
    }, waitMsMax);
    lane.waiting.push(admit);
  });
}

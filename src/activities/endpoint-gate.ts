/** Attempts to one endpoint at the same time, in one process. */
const inFlightMax = 10;
const waitMsMax = 250;

interface Lane {
  inFlight: number;
  waiting: (() => void)[];
}

/** Lets a few attempts to one endpoint through at a time, so that one that hangs holds no more places than that. */
export interface EndpointGate {
  /** False if no place became free in time: come back later. With true goes the duty to `leave`. */
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

/** The place of whoever leaves is handed over, so that nobody who comes later can take it. */
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

import { Agent, buildConnector, setGlobalDispatcher } from 'undici';
import { surviveLateReads } from '../../src/egress/pinned-connector.js';

// Tests often read only the status of a large response. The rest of its body, which arrives later, would otherwise
// crash the process.
const connect = buildConnector({});
setGlobalDispatcher(
  new Agent({
    connect: (target, callback) =>
      connect(target, (...result) => {
        if (result[0] === null) surviveLateReads(result[1]);
        callback(...result);
      }),
  }),
);

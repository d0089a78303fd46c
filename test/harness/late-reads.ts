import { Agent, buildConnector, setGlobalDispatcher } from 'undici';
import { surviveLateReads } from '../../src/egress/pinned-connector.js';

// Tests often read only the status of a large response, whose end would otherwise end the process of the tests.
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

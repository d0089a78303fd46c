import { platformDefinitions } from '../../src/platforms/index.js';
import { describeConnect } from './connect-suite.js';

describeConnect(platformDefinitions);

import { platformDefinitions } from '../../src/platforms/index.js';
import { describeComments } from './comments-suite.js';
import { loadSubjects } from './contract-case.js';

describeComments(await loadSubjects(platformDefinitions));

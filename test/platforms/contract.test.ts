import { platformDefinitions } from '../../src/platforms/index.js';
import { loadSubjects } from './contract-case.js';
import { describeContract } from './contract-suite.js';

describeContract(await loadSubjects(platformDefinitions));

import { platformDefinitions } from '../../src/platforms/index.js';
import { loadSubjects } from './contract-case.js';
import { describeMediaContract } from './media-contract-suite.js';

describeMediaContract(await loadSubjects(platformDefinitions));

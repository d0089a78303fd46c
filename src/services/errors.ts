export { appErrorOfDb } from '../db/errors.js';

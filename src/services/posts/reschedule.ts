export { reschedulePost } from './schedule.js';

import { defineConfig } from 'vitest/config';
import base from '../../vitest.config.js';

export default defineConfig({ test: { ...base.test, include: ['test/replay/record-histories.ts'] } });

import { runOpenApi } from '../generators/openapi.js';
import { runProcess } from '../processes/run-process.js';

await runProcess(async () => {
  process.exitCode = await runOpenApi(process.argv.slice(2));
});

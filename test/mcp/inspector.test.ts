import { describe, it } from 'vitest';
import { inspectMcp } from '../harness/mcp.js';
import { useAgentStory } from './agent-story.js';

describe('the MCP inspector', () => {
  const tell = useAgentStory();

  it('does everything on its command line that an agent does', async () => {
    await tell((url, key) => Promise.resolve(inspectMcp(url, key)));
  });
});

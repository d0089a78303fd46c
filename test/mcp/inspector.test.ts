import { describe, it } from 'vitest';
import { inspectMcp } from '../harness/mcp.js';
import { useAgentStory } from './agent-story.js';

describe('the MCP inspector', () => {
  const tell = useAgentStory();

  it('does on its command line all that an agent does', async () => {
    await tell((url, key) => Promise.resolve(inspectMcp(url, key)));
  });
});

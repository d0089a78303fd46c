import { describe, it } from 'vitest';
import { connectFirstSdk, connectMcp, type McpAgent } from '../harness/mcp.js';
import { useAgentStory } from './agent-story.js';

describe('an agent with the tools', () => {
  const tell = useAgentStory();

  it.each<[string, (url: string, key: string) => Promise<McpAgent>]>([
    ['the SDK, which begins with initialize', (url, key) => connectMcp(url, key, 'legacy')],
    ['the SDK, of the current revision', (url, key) => connectMcp(url, key, 'auto')],
    ['the first SDK', connectFirstSdk],
  ])(
    'writes a post, asks for approval, follows it, and explains why a target failed: %s',
    async (_client, connect) => {
      await tell(connect);
    },
  );
});

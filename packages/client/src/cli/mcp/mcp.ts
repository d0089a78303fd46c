import type { Command } from 'commander';
import { callOf, type Session } from '../call.js';
import { loginFor } from '../connection.js';
import { tokensOf } from '../oauth/access.js';
import { runBridge } from './bridge.js';

const details = `
For programs that start an MCP server as a command, such as Claude Desktop. Messages are read from standard input, one a
line, and sent to /mcp of the server. The access is that of punctual login --mcp; otherwise the API key of the login, or
PUNCTUAL_URL and PUNCTUAL_API_KEY.`;

/** Adds the command by which local agents reach the tools of a server. */
export function addMcp(program: Command, session: Session): void {
  program
    .command('mcp')
    .description(
      'Connects an agent on this machine to the tools of the server, over standard input and output.',
    )
    .addHelpText('after', details)
    .action(async (_options: object, command: Command) => {
      const { surroundings, server: given } = callOf(session, command);
      const login = loginFor(surroundings.env, given, 'mcp');
      await runBridge({
        url: `${login.server}/mcp`,
        tokens: tokensOf(surroundings, 'mcp', login),
        input: surroundings.stdin,
        write: (line) => surroundings.stdout.write(line),
      });
    });
}

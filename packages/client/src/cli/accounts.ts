import type { Command } from 'commander';
import type { components } from '../api-types.js';
import { dataOf } from '../errors.js';
import { itemsOf } from '../pages.js';
import { callOf, type Session } from './call.js';
import { accountStatuses, listOf, platforms } from './known-values.js';
import { firstOf, pageLimitOf, withListOptions, type ListOptions } from './parse.js';
import { table } from './print.js';

type SocialAccount = components['schemas']['SocialAccount'];

interface ListAccountsOptions extends ListOptions {
  platform?: string;
  status?: string;
}

/** Adds the commands for connected accounts. */
export function addAccounts(program: Command, session: Session): void {
  const accounts = program.command('accounts').description('Lists and checks connected accounts.');
  withListOptions(accounts.command('list').description('Lists the connected accounts, the newest first.'))
    .addOption(listOf('--platform <platform,...>', 'only of these platforms', platforms))
    .addOption(listOf('--status <status>', 'only with this status', accountStatuses))
    .action(async (options: ListAccountsOptions, command: Command) => {
      const { printer, connect } = callOf(session, command);
      const { workspace, platform, status } = options;
      const query = {
        limit: pageLimitOf(options),
        ...(workspace !== undefined && { workspaceId: workspace }),
        ...(platform !== undefined && { platform: platform.toUpperCase() }),
        ...(status !== undefined && { status: status.toUpperCase() }),
      };
      const data = await firstOf(itemsOf(connect().client, '/social-accounts', { query }), options.limit);
      printer.result({ data }, table(data.map(row)));
    });
  accounts
    .command('check')
    .description('Asks the platform whether an account can still be used.')
    .argument('<id>', 'the id of the account')
    .action(async (id: string, _options: object, command: Command) => {
      const { printer, connect } = callOf(session, command);
      const params = { path: { id } };
      const account = await dataOf(connect().client.POST('/social-accounts/{id}/check', { params }));
      printer.result(account, table([row(account)]));
    });
}

const row = ({ id, platform, status, handle, lastError, missingScopes }: SocialAccount): string[] => [
  id,
  platform,
  status,
  handle,
  [
    ...(lastError === null ? [] : [lastError]),
    ...(missingScopes.length === 0 ? [] : [`missing permissions: ${missingScopes.join(', ')}`]),
  ].join('; '),
];

import { html } from 'hono/html';
import { layout } from './page.js';
import type { SimulatedAccount } from './simulator.js';

/** The outcomes of a consent from which a tester can choose: success, or a failure. */
export const consentOutcomes = {
  normal: 'It works',
  'expired-code': 'The authorization code has expired when it is used',
  'error-with-html': 'The platform returns an error that contains HTML',
} as const;

export interface ConsentView {
  label: string;
  accounts: readonly SimulatedAccount[];
  /** Whether the person logs in as one of the accounts, or ticks several. Default: one. */
  pick?: 'one' | 'several';
  /** The label of the list, such as "Pages to grant access to". Default: Logged in as. */
  pickLabel?: string;
  /** Whether a person can grant some permissions and refuse others. Default: no. */
  scopesCanBeUnticked?: boolean;
}

/** The consent page. Its form posts to the URL of the page itself, whose query contains the request. */
export function consentPage(
  view: ConsentView,
  { clientId, scopes }: { clientId: string; scopes: readonly string[] },
): ReturnType<typeof layout> {
  const { label, accounts, pick = 'one', pickLabel = 'Logged in as', scopesCanBeUnticked = false } = view;
  return layout(
    `Allow access: ${label}`,
    html`<main class="consent">
      <h1>${label}, simulated</h1>
      <p><strong>${clientId}</strong> requests access. Nothing here leaves this machine.</p>
      <form method="post">
        <fieldset>
          <legend>${pickLabel}</legend>
          ${accounts.map((account, index) => choice(pick, account, index === 0))}
        </fieldset>
        <fieldset>
          <legend>Permissions</legend>
          ${scopes.map(
            (scope) =>
              html`<label>
                <input
                  type="checkbox"
                  name="scope"
                  value="${scope}"
                  checked
                  ${scopesCanBeUnticked ? '' : 'disabled'}
                />
                ${scope}
              </label>`,
          )}
        </fieldset>
        <label class="outcome">
          Outcome, for tests:
          <select name="outcome">
            ${Object.entries(consentOutcomes).map(([name, words]) => html`<option value="${name}">${words}</option>`)}
          </select>
        </label>
        <p class="buttons">
          <button name="decision" value="allow">Allow</button>
          <button name="decision" value="deny">Deny</button>
        </p>
      </form>
    </main>`,
  );
}

function choice(pick: 'one' | 'several', account: SimulatedAccount, isFirst: boolean) {
  const type = pick === 'one' ? 'radio' : 'checkbox';
  const checked = pick === 'several' || isFirst ? 'checked' : '';
  const { externalAccountId: id, handle, displayName } = account;
  return html`<label>
    <input type="${type}" name="account" value="${id}" ${checked} /> ${displayName} (${handle})
  </label>`;
}

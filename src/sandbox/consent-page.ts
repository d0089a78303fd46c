import { html } from 'hono/html';
import { layout } from './page.js';

/** An account, or something that belongs to it, to which a person can grant access on the simulated platform's page. */
export interface ConsentAccount {
  id: string;
  handle: string;
  displayName: string;
}

/** The outcomes of a consent that a tester can choose: success, or a failure. */
export const consentOutcomes = {
  normal: 'It works',
  'expired-code': 'The authorization code has expired when it is used',
  'error-with-html': 'The platform returns an error that contains HTML',
} as const;

export interface ConsentView {
  label: string;
  clientId: string;
  scopes: readonly string[];
  accounts: readonly ConsentAccount[];
  pick: 'one' | 'several';
  pickLabel: string;
  scopesCanBeUnticked: boolean;
}

/** The form posts to the URL of the page itself, whose query holds the request. */
export function consentPage(view: ConsentView): ReturnType<typeof layout> {
  const { label, clientId, scopes, scopesCanBeUnticked } = view;
  return layout(
    `Allow access: ${label}`,
    html`<main class="consent">
      <h1>${label}, simulated</h1>
      <p><strong>${clientId}</strong> requests access. Nothing here leaves this machine.</p>
      <form method="post">
        <fieldset>
          <legend>${view.pickLabel}</legend>
          ${view.accounts.map((account, index) => choice(view.pick, account, index === 0))}
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

function choice(pick: ConsentView['pick'], { id, handle, displayName }: ConsentAccount, isFirst: boolean) {
  const type = pick === 'one' ? 'radio' : 'checkbox';
  const checked = pick === 'several' || isFirst ? 'checked' : '';
  return html`<label>
    <input type="${type}" name="account" value="${id}" ${checked} /> ${displayName} (${handle})
  </label>`;
}

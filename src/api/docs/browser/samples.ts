/** Shows one language at a time, remembers it, and fills in the accounts of the person who is signed in. */
export const samplesScript = String.raw`
const languageName = 'punctual-docs-language';
for (const samples of all('[data-samples]')) {
  const tabs = all('[role=tab]', samples);
  const show = (language) => {
    const chosen = tabs.find((tab) => tab.dataset.language === language) ?? tabs[0];
    for (const tab of tabs) {
      const isChosen = tab === chosen;
      tab.setAttribute('aria-selected', String(isChosen));
      tab.tabIndex = isChosen ? 0 : -1;
      document.getElementById(tab.getAttribute('aria-controls')).hidden = !isChosen;
    }
    return chosen;
  };
  const choose = (tab) => {
    stored('localStorage', languageName, tab.dataset.language);
    show(tab.dataset.language).focus();
  };
  for (const [index, tab] of tabs.entries()) {
    tab.addEventListener('click', () => choose(tab));
    tab.addEventListener('keydown', (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      const end = { Home: 0, End: tabs.length - 1 }[event.key];
      if (step === undefined && end === undefined) return;
      event.preventDefault();
      choose(tabs[end ?? (index + step + tabs.length) % tabs.length]);
    });
  }
  samples.classList.add('tabbed');
  tabs[0].parentElement.hidden = false;
  show(stored('localStorage', languageName));
}

/* Ids of one's own. They are asked for only on request, because a visitor without a session would be refused. */
const ownName = 'punctual-docs-own-ids';
const accountsMax = 100;
const shownIds = { ...exampleIds };
const replaceText = (from, to) => {
  if (from === to) return;
  for (const place of all('[data-samples] pre, [data-request]')) {
    const texts = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const text = texts.currentNode;
      if (text.data.includes(from)) text.data = text.data.replaceAll(from, () => to);
    }
  }
  for (const field of all('[data-try] input:not([name=key]):not([type=checkbox]), [data-try] textarea')) {
    if (field.value.includes(from)) field.value = field.value.replaceAll(from, () => to);
  }
};
const fillIn = (ids) => {
  for (const [kind, id] of Object.entries(ids)) {
    if (!id) continue;
    replaceText(shownIds[kind], id);
    shownIds[kind] = id;
  }
};
const ask = async (path) => {
  const response = await fetch('/api/v1' + path, { signal: AbortSignal.timeout(10000) });
  if (!response.ok) throw new Error(response.status === 401 ? 'Sign in to the dashboard first.' : 'The server refused: ' + response.status + '.');
  return (await response.json()).data;
};
const place = document.querySelector('[data-samples]');
if (place) {
  const button = make('button', { type: 'button', textContent: 'Fill in my ids' });
  const said = make('p');
  said.setAttribute('role', 'status');
  const own = async () => {
    button.disabled = true;
    try {
      const [workspaces, accounts] = await Promise.all([ask('/workspaces'), ask('/social-accounts?limit=' + accountsMax)]);
      stored('localStorage', ownName, 'yes');
      const choices = accounts.map((account) => {
        const words = (account.displayName || account.handle || account.id) + ' (' + account.platform + ')';
        return make('option', { value: account.id, textContent: words });
      });
      const select = make('select', { id: 'own-account' }, ...choices);
      const use = () => {
        const account = accounts.find(({ id }) => id === select.value);
        fillIn({ workspace: account?.workspaceId ?? workspaces[0]?.id, account: account?.id });
      };
      select.addEventListener('change', use);
      use();
      if (accounts.length > 0) button.replaceWith(make('label', { textContent: 'Ids of ' }, select));
      else said.textContent = workspaces.length > 0 ? 'Your workspace is filled in. It has no accounts yet.' : 'You have no workspace yet.';
    } catch (error) {
      stored('localStorage', ownName, null);
      said.textContent = error.message;
      button.disabled = false;
    }
  };
  button.addEventListener('click', own);
  place.prepend(make('div', { className: 'own' }, button, said));
  if (stored('localStorage', ownName) === 'yes') own();
}
`;

/**
 * Sends the request of a page, with the session of the dashboard or with a key that stays in this tab. It shows what it
 * sends and what comes back, as text only, and sends requests that change something after a confirmation.
 */
export const tryItScript = String.raw`
const keyName = 'punctual-docs-key';
const answerCharsMax = 50000;
const tryTimeoutMs = 150000;
const shownKeyChars = 16;
for (const form of all('[data-try]')) {
  const { method, path, base } = form.dataset;
  const named = (name) => form.elements.namedItem(name);
  const keyField = named('key');
  const button = form.querySelector('button');
  const answer = form.querySelector('[data-response]');
  const status = form.querySelector('[data-status]');
  const requestOf = () => {
    const fields = all('input[data-in]', form);
    const valueOf = (name) => fields.find((field) => field.dataset.in === 'path' && field.name === name)?.value.trim() ?? '';
    const query = new URLSearchParams();
    for (const field of fields) {
      if (field.dataset.in === 'query' && field.value.trim() !== '') query.append(field.name, field.value.trim());
    }
    const filled = path.replace(/\{(\w+)\}/g, (_, name) => {
      const value = valueOf(name);
      if (value === '' || /^\.+$/.test(value)) throw new Error('Fill in ' + name + '.');
      return encodeURIComponent(value);
    });
    const key = keyField.value.trim();
    const body = named('body')?.value.trim() ?? '';
    const headers = {};
    if (key !== '') headers.Authorization = 'Bearer ' + key;
    if (body !== '') headers['Content-Type'] = 'application/json';
    const search = query.toString();
    return { url: base + filled + (search === '' ? '' : '?' + search), headers, body };
  };
  const show = () => {
    const pre = form.querySelector('[data-request]');
    try {
      const { url, headers, body } = requestOf();
      const lines = Object.entries(headers).map(([name, value]) => {
        const shown = name === 'Authorization' && value.length > shownKeyChars + 7 ? value.slice(0, shownKeyChars + 7) + '…' : value;
        return name + ': ' + shown;
      });
      pre.textContent = [method + ' ' + url, ...lines, ...(body === '' ? [] : ['', body])].join('\n');
    } catch (error) {
      pre.textContent = error.message;
    }
  };
  keyField.value = stored('sessionStorage', keyName) ?? '';
  form.addEventListener('input', () => {
    stored('sessionStorage', keyName, keyField.value.trim() || null);
    show();
  });
  form.closest('details').addEventListener('toggle', show);
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    show();
    if (named('sure') && !named('sure').checked) {
      status.textContent = 'Confirm first that the request may change data.';
      named('sure').focus();
      return;
    }
    button.disabled = true;
    status.textContent = 'Waiting for the response …';
    answer.hidden = true;
    try {
      const { url, headers, body } = requestOf();
      const response = await fetch(url, {
        method,
        headers,
        credentials: headers.Authorization ? 'omit' : 'same-origin',
        redirect: 'error',
        signal: AbortSignal.timeout(tryTimeoutMs),
        ...(body !== '' && method !== 'GET' ? { body } : {}),
      });
      const text = await response.text();
      let shown = text;
      try { shown = JSON.stringify(JSON.parse(text), null, 2); } catch { /* It is not JSON. */ }
      status.textContent = 'Response: ' + response.status;
      answer.textContent = shown.length > answerCharsMax ? shown.slice(0, answerCharsMax) + '…' : shown;
      answer.hidden = shown === '';
    } catch (error) {
      status.textContent = 'No response: ' + error.message;
    }
    if (named('sure')) named('sure').checked = false;
    button.disabled = false;
  });
  form.hidden = false;
  show();
}
`;

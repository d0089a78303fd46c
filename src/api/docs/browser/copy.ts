/** Gives every block of code a button that copies it. Comes last, because it moves the blocks. */
export const copyScript = String.raw`
const copiedMs = 2000;
for (const block of all('main pre:not([data-request])')) {
  const button = make('button', { type: 'button', textContent: 'Copy' });
  button.setAttribute('aria-label', 'Copy this code');
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(block.textContent.replace(/\n$/, ''));
      button.textContent = 'Copied';
    } catch {
      // Without https there is no clipboard: the text is selected, to be copied by hand.
      getSelection().selectAllChildren(block);
      button.textContent = 'Selected';
    }
    setTimeout(() => (button.textContent = 'Copy'), copiedMs);
  });
  const box = make('div', { className: 'copied' });
  box.hidden = block.hidden;
  block.replaceWith(box);
  box.append(block, button);
  new MutationObserver(() => (box.hidden = block.hidden)).observe(block, { attributeFilter: ['hidden'] });
}
`;

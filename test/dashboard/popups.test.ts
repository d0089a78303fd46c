import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { dataOf } from '../../packages/client/src/index.js';
import { inProject } from '../../src/project-root.js';
import { expectAccessible, expectAccessibleInWidths, noBrowser, useDashboard } from './dashboard.js';

const source = inProject('packages', 'dashboard', 'src');
const popup =
  /<(?:Dialog(?:\.Root)?|ConfirmDialog|Sheet|Menu|Popover|PopupPanel|Picker|Select)[\s>]|popoverTarget=/;
/** The source files of the components. Their pictures are on the page `/design`. */
const parts =
  /^ui\/(?:dialog|confirm-dialog|sheet|menu|popover|picker|select)\.tsx$|^screens\/calendar\/popup-panel\.tsx$/;

/**
 * The tests that open the popups of a component and then run axe in light and dark: a file, and a text in it that is at
 * most this many lines before the check.
 */
const linesToCheckMax = 14;
const checkedIn: Record<string, readonly [file: string, text: string]> = {
  'screens/accounts/connect-dialog.tsx': ['settings', "getByRole('dialog', { name: /^Connect/ })"],
  'screens/accounts/disconnect-dialog.tsx': ['settings', "getByLabel('Delete the comments')"],
  'screens/accounts/import-dialog.tsx': ['connect', 'offers every selected Facebook Page'],
  'screens/accounts/reading-switches.tsx': ['settings', 'Fetch comments for ${account.handle} on X?'],
  'screens/calendar/date-dialog.tsx': ['drafts', "name: 'Move “Without a mouse”'"],
  'screens/calendar/filter-panel.tsx': ['calendar', "getByText('Filters', { exact: true })"],
  'screens/calendar/post-dialog.tsx': ['calendar', "getByText('In Europe/Berlin: ')"],
  'screens/calendar/quota-panel.tsx': ['calendar', "getByText('Daily limits')"],
  'screens/calendar/submit-dialog.tsx': ['decisions', "getByRole('alertdialog')"],
  'screens/client-review/approve-all.tsx': ['client-links', "name: 'Approve 2 posts?'"],
  'screens/client-review/comment-dialog.tsx': ['client-links', "page.getByRole('dialog')"],
  'screens/composer/conflict-dialog.tsx': ['composer', "name: 'Somebody else has changed this post'"],
  'screens/composer/hashtag-picker.tsx': ['writing', "name: 'Insert hashtags'"],
  'screens/composer/library-dialog.tsx': ['composer', "name: 'Media library'"],
  'screens/composer/when-field.tsx': ['composer', 'A draft cannot be planned for a past time'],
  'screens/composer/writing-aids.tsx': ['writing', "name: 'Insert emoji'"],
  'screens/inbox/assignment.tsx': ['inbox', 'Assign'],
  'screens/inbox/comment-menu.tsx': ['inbox', "getByRole('menu')"],
  'screens/inbox/manage-saved-replies.tsx': ['inbox', "getByRole('dialog', { name: 'Saved replies' })"],
  'screens/inbox/saved-replies.tsx': ['inbox', "'Saved replies'"],
  'screens/keys/create-key-dialog.tsx': ['keys', "name: 'Create an API key'"],
  'screens/keys/revoke-key-dialog.tsx': ['keys', "confirm = page.getByRole('alertdialog')"],
  'screens/media/media-dialog.tsx': ['settings', "name: 'own-picture.jpg'"],
  'screens/members/client-link-dialog.tsx': ['client-links', "getByRole('dialog')"],
  'screens/members/client-links.tsx': ['client-links', "getByRole('alertdialog')"],
  'screens/members/invitation-list.tsx': ['settings', "getByRole('alertdialog').waitFor()"],
  'screens/members/invite-dialog.tsx': ['settings', "getByRole('dialog')"],
  'screens/members/remove-dialog.tsx': ['settings', "getByRole('alertdialog').waitFor()"],
  'screens/post/comment-dialog.tsx': ['post-and-inbox', 'name: /^Edit first comment/'],
  'screens/post/unconfirmed-dialog.tsx': ['post-and-inbox', 'name: /^Was it published'],
  'screens/profile/profile-screen.tsx': ['settings', "name: 'Sign out everywhere'"],
  'screens/webhooks/attempts-dialog.tsx': ['settings', "getByText('2. Delivered')"],
  'screens/webhooks/create-endpoint-dialog.tsx': ['settings', "getByRole('dialog')"],
  'screens/webhooks/edit-endpoint-dialog.tsx': ['settings', "getByRole('dialog', { name: title })"],
  'screens/webhooks/endpoint-actions.tsx': ['settings', "getByRole('alertdialog').waitFor()"],
  'screens/webhooks/replay-dialog.tsx': ['settings', "getByRole('dialog', { name: title })"],
  'screens/webhooks/rotate-dialog.tsx': ['settings', "getByRole('dialog', { name: title })"],
  'screens/workspace/delete-workspace-dialog.tsx': ['settings', "name: 'Delete “Harbour news”?'"],
  'shell/command-box.tsx': ['search', "name: 'Search' }"],
  'shell/shortcuts-dialog.tsx': ['search', "name: 'Keyboard shortcuts'"],
  'shell/sign-out-dialog.tsx': ['search', "name: 'Sign out?'"],
  'ui/app-list.tsx': ['oauth', "getByRole('alertdialog').waitFor()"],
  'ui/bulk/move-dialog.tsx': ['bulk', "name: 'Move 3 posts'"],
  'ui/bulk/result-dialog.tsx': ['bulk', "name: '1 of 2 posts was moved'"],
  'ui/bulk/selection-bar.tsx': ['bulk', "name: 'Cancel 1 post?'"],
  'ui/cancel-post.tsx': ['queue', "name: 'Cancel this post?'"],
  'ui/date-field.tsx': ['queue', "name: 'Date' }"],
  'ui/delete-question.tsx': ['post-and-inbox', "name: 'Delete this post?'"],
  'ui/public-changes/edit-dialog.tsx': ['public-changes', "dialog = page.getByRole('dialog')"],
  'ui/public-changes/remove-dialog.tsx': ['public-changes', 'Remove this post from Bluesky?'],
  'ui/publish-now.tsx': ['queue', "name: 'Publish this post now?'"],
  'ui/reject-dialog.tsx': ['post-and-inbox', "name: 'Reject post'"],
  'ui/schedule-dialog.tsx': ['post-and-inbox', "name: 'Move post'"],
};

interface Opened {
  at: string;
  button: RegExp;
  role: 'menu' | 'dialog' | 'listbox' | 'group';
}

/** The other components, with the button that opens the popup of each. */
const openedHere: Record<string, Opened> = {
  'screens/accounts/account-actions.tsx': { at: 'accounts', button: /^Actions for/, role: 'menu' },
  'screens/calendar/zone-panel.tsx': { at: 'calendar', button: /\(local\)$/, role: 'dialog' },
  'screens/composer/actions.tsx': { at: 'compose', button: /^More ways to send/, role: 'menu' },
  'screens/members/member-list.tsx': { at: 'members', button: /^Role of/, role: 'listbox' },
  'screens/queue/queue-row.tsx': { at: 'queue', button: /^Actions for/, role: 'menu' },
  'shell/person-menu.tsx': { at: 'home', button: /^Signed in as/, role: 'group' },
};

/** Whether a test runs axe soon after this text. */
function isChecked([file, text]: readonly [string, string]): boolean {
  const lines = readFileSync(inProject('test', 'dashboard', `${file}.test.ts`), 'utf8').split('\n');
  return lines.some(
    (line, at) =>
      line.includes(text) && /expectAccessible/.test(lines.slice(at, at + linesToCheckMax).join('\n')),
  );
}

describe('popups', () => {
  it('every component with a popup is opened here or in another test, and checked there', () => {
    const components = readdirSync(source, { recursive: true, encoding: 'utf8' })
      .map((file) => file.split(path.sep).join('/'))
      .filter((file) => /^(?:screens|shell|ui)\/.*\.tsx$/.test(file) && !parts.test(file))
      .filter((file) => popup.test(readFileSync(path.join(source, file), 'utf8')));
    expect(components.toSorted()).toEqual([...Object.keys(checkedIn), ...Object.keys(openedHere)].toSorted());
    const unchecked = Object.entries(checkedIn).filter(([, place]) => !isChecked(place));
    expect(unchecked).toEqual([]);
  });
});

describe.skipIf(noBrowser)('menus and panels', () => {
  const dashboard = useDashboard();

  it.each(Object.entries(openedHere))(
    'the popup of %s has no errors of axe and fits',
    async (_, { at, button, role }) => {
      const { page } = dashboard.owner;
      if (at === 'queue') await plan();
      // A list closes when the window changes, so it is opened again in each of them.
      for (const width of role === 'listbox' ? [360, 768, 1440] : [1440]) {
        await page.setViewportSize({ width, height: 900 });
        await page.goto(dashboard.at(at));
        const opener = page.getByRole(role === 'listbox' ? 'combobox' : 'button', { name: button });
        await opener.first().click();
        await popupOf(page, role).waitFor();
        await (role === 'listbox' ? expectAccessible(page) : expectAccessibleInWidths(page));
        await popupOf(page, role).waitFor();
      }
    },
  );

  async function plan(): Promise<void> {
    const { socialAccounts } = dashboard.stack.info;
    const account = socialAccounts.find(({ platform }) => platform === 'THREADS');
    const targets = [{ socialAccountId: account?.id ?? '' }];
    const scheduledFor = new Date(Date.now() + 86_400_000).toISOString();
    await dataOf(dashboard.api.POST('/posts', { body: { caption: 'Tomorrow', targets, scheduledFor } }));
  }
});

const popupOf = (page: Page, role: Opened['role']): Locator =>
  role === 'group' ? page.locator('[popover]:popover-open') : page.getByRole(role);

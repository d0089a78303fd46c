import type { Translation } from '../load-messages.js';
import type en from '../en/drafts.js';

export default {
  drafts: 'Drafts',
  loadingDrafts: 'Loading drafts',
  noDrafts: 'No drafts',
  postsThatYouSaveAs: 'Posts that you save as a draft appear here.',
  drafts2: 'drafts',
  noAccountsYet: 'No accounts yet',
  noDate: 'No date',
  onTheCalendar: 'On the calendar: <time></time>',
  imagesAndVideosOfName: 'Images and videos of “{name}”',
  editName: 'Edit “{name}”',
  edit: 'Edit',
  lastChanged: 'Last changed <time></time>',
  andMoreMedia: 'And {more, plural, one {1 more image or video} other {# more images or videos}}',
} satisfies Translation<typeof en>;

import type { Translation } from '../load-messages.js';
import type en from '../en/drafts.js';

export default {
  drafts: 'Entwürfe',
  loadingDrafts: 'Entwürfe werden geladen',
  noDrafts: 'Keine Entwürfe',
  postsThatYouSaveAs: 'Hier erscheinen Beiträge, die Sie als Entwurf speichern.',
  moreDrafts: 'Entwürfe',
  noAccountsYet: 'Noch keine Konten',
  noDate: 'Kein Datum',
  onTheCalendar: 'Im Kalender: <time></time>',
  mediaOf: 'Bilder und Videos von „{name}“',
  editName: '„{name}“ bearbeiten',
  lastChanged: 'Zuletzt geändert am <time></time>',
  andMoreMedia: 'Und {more, plural, one {1 weiteres Bild oder Video} other {# weitere Bilder oder Videos}}',
} satisfies Translation<typeof en>;

import type { Translation } from '../load-messages.js';
import type en from '../en/shortcuts.js';

export default {
  everywhere: 'Überall',
  calendar: 'Kalender',
  forms: 'Formulare',
  searchForPagesPostsAccounts: 'Seiten, Beiträge, Konten und Aktionen suchen',
  writeANewPost: 'Neuen Beitrag schreiben',
  openTheCalendarAtToday: 'Kalender bei heute öffnen',
  undoWhileAMessageOffers: 'Rückgängig machen, solange eine Meldung es anbietet',
  showThisList: 'Diese Liste anzeigen',
  closeWhatIsOpen: 'Schließen, was offen ist',
  goToThePreviousPeriod: 'Zum vorigen Zeitraum',
  goToTheNextPeriod: 'Zum nächsten Zeitraum',
  sendTheFormScheduleThe: 'Formular senden: Beitrag planen, Antwort senden',
} satisfies Translation<typeof en>;

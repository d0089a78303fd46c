import type { Translation } from '../load-messages.js';
import type en from '../en/common.js';

export default {
  theme: {
    label: 'Design',
    system: 'Wie das System',
    light: 'Hell',
    dark: 'Dunkel',
  },
  language: {
    label: 'Sprache',
    system: 'Wie der Browser',
    en: 'English',
    de: 'Deutsch',
  },
  hours: {
    label: 'Uhrzeit',
    system: 'Wie in Ihrer Region üblich',
    h23: '18:00',
    h12: '6:00 PM',
  },
  week: {
    label: 'Die Woche beginnt am',
    system: 'Wie in Ihrer Region üblich',
    monday: 'Montag',
    saturday: 'Samstag',
    sunday: 'Sonntag',
  },
  dateMistake: 'Geben Sie ein Datum wie {example} ein.',
  timeMistake: 'Geben Sie eine Uhrzeit wie {example} ein.',
  openMonth: 'Monat öffnen',
  cancel: 'Abbrechen',
  close: 'Schließen',
  delete: 'Löschen',
  edit: 'Bearbeiten',
  retry: 'Erneut versuchen',
  undo: 'Rückgängig',
  postWithoutText: 'Beitrag ohne Text',
  uploadInterrupted: 'Das Hochladen wurde unterbrochen.',
} satisfies Translation<typeof en>;

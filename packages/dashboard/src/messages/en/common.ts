export default {
  theme: {
    label: 'Theme',
    system: 'Match system',
    light: 'Light',
    dark: 'Dark',
  },
  // The languages have their own names in all translations.
  language: {
    label: 'Language',
    system: 'Match browser',
    en: 'English',
    de: 'Deutsch',
  },
  hours: {
    label: 'Hours',
    system: 'As usual in your region',
    h23: '18:00',
    h12: '6:00 PM',
  },
  week: {
    label: 'Week begins on',
    system: 'As usual in your region',
    monday: 'Monday',
    saturday: 'Saturday',
    sunday: 'Sunday',
  },
  dateMistake: 'Enter a date such as {example}.',
  timeMistake: 'Enter a time such as {example}.',
  openMonth: 'Open the month',
  cancel: 'Cancel',
  close: 'Close',
  delete: 'Delete',
  edit: 'Edit',
  retry: 'Retry',
  undo: 'Undo',
  postWithoutText: 'Post without text',
  uploadInterrupted: 'The upload was interrupted.',
} as const;

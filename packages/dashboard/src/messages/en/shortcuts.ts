export default {
  everywhere: 'Everywhere',
  calendar: 'Calendar',
  forms: 'Forms',
  searchForPagesPostsAccounts: 'Search for pages, posts, accounts and actions',
  writeANewPost: 'Write a new post',
  openTheCalendarAtToday: 'Open the calendar at today',
  undoWhileAMessageOffers: 'Undo, while a message offers it',
  showThisList: 'Show this list',
  closeWhatIsOpen: 'Close what is open',
  goToThePreviousPeriod: 'Go to the previous period',
  goToTheNextPeriod: 'Go to the next period',
  sendTheFormScheduleThe: 'Send the form: schedule the post, send the reply',
} as const;

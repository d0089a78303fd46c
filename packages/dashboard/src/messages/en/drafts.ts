export default {
  drafts: 'Drafts',
  loadingDrafts: 'Loading drafts',
  noDrafts: 'No drafts',
  postsThatYouSaveAs: 'Posts that you save as a draft appear here.',
  moreDrafts: 'drafts',
  noAccountsYet: 'No accounts yet',
  noDate: 'No date',
  onTheCalendar: 'On the calendar: <time></time>',
  mediaOf: 'Images and videos of “{name}”',
  editName: 'Edit “{name}”',
  lastChanged: 'Last changed <time></time>',
  andMoreMedia: 'And {more, plural, one {1 more image or video} other {# more images or videos}}',
} as const;

import type { Translation } from '../load-messages.js';
import type en from '../en/bulk.js';

const posts = '{count, plural, one {# Beitrag} other {# Beiträge}}';
const postsWere = '{count, plural, one {# Beitrag wurde} other {# Beiträge wurden}}';
const onlyWere =
  '{count, number} von {all, plural, one {# Beitrag} other {# Beiträgen}} {count, plural, one {wurde} other {wurden}}';

export default {
  selection: 'Auswahl',
  select: '{name} auswählen',
  selectAll: 'Alle {count, number} auswählen',
  selected: '{count, number} ausgewählt',
  forSome: '{action} ({count, number})',
  progress: '{done, number} von {all, number} erledigt …',
  others:
    '{count, plural, one {# ausgewählter Beitrag bleibt, wie er ist, weil dies in seinem Zustand nicht möglich ist} other {# ausgewählte Beiträge bleiben, wie sie sind, weil dies in ihrem Zustand nicht möglich ist}}.',
  keep: 'Nicht absagen',
  undone: `Für ${posts} rückgängig gemacht`,
  laterFailed: '{count, plural, one {1 Beitrag wurde} other {# Beiträge wurden}} nicht geändert.',
  undoFailed: `Für ${posts} ließ sich das nicht rückgängig machen.`,
  failed: {
    effect: 'Diese Beiträge nicht. Sie sind noch ausgewählt.',
    list: 'Nicht geändert',
    noResponse: 'Der Server hat nicht geantwortet. Vielleicht wurde es trotzdem ausgeführt.',
    unknown: 'Vielleicht wurde es trotzdem ausgeführt.',
  },
  move: {
    action: 'Verschieben',
    question: `${posts} verschieben`,
    effect: 'Jeder Beitrag behält seine Uhrzeit, auch wenn die Uhren umgestellt werden.',
    done: `${postsWere} verschoben`,
    partlyDone: `${onlyWere} verschoben`,
    how: 'Art der Verschiebung',
    byDays: 'Um Tage',
    toDay: 'Auf einen Tag',
    toTimes: 'Auf feste Uhrzeiten',
    day: 'Tag',
    fromDay: 'Ab',
    times: 'Uhrzeiten',
    timesHint: 'Durch Kommas getrennt.',
    timesWrong: 'Geben Sie Uhrzeiten wie 9:00, 13:00, 17:30 ein.',
    timesEffect:
      'Der früheste Beitrag erhält die nächste dieser Uhrzeiten und so fort, Tag für Tag. Ausgelassen werden Uhrzeiten, in deren Stunde schon ein anderer Beitrag geplant ist.',
    noTime: 'Von diesen Uhrzeiten ist keine mehr frei.',
    timesFailed: 'Die freien Uhrzeiten konnten nicht ermittelt werden',
    days: 'Tage',
    daysHint: 'Mit Minus auf früher.',
    approvalHint: 'Schon freigegebene Beiträge brauchen eventuell eine neue Freigabe.',
  },
  approve: {
    action: 'Freigeben',
    question: `${posts} freigeben?`,
    effect: 'Sie werden zu ihren Zeiten veröffentlicht.',
    done: `${postsWere} freigegeben`,
    partlyDone: `${onlyWere} freigegeben`,
  },
  retry: {
    action: 'Erneut versuchen',
    question: `${posts} erneut versuchen?`,
    effect: 'Auf ihren fehlgeschlagenen Konten werden sie sofort noch einmal veröffentlicht.',
    done: `${postsWere} neu gestartet`,
    partlyDone: `${onlyWere} neu gestartet`,
  },
  cancel: {
    action: 'Absagen',
    question: `${posts} absagen?`,
    effect: 'Sie werden nicht veröffentlicht. Sie können sie später wieder planen.',
    done: `${postsWere} abgesagt`,
    partlyDone: `${onlyWere} abgesagt`,
  },
  delete: {
    action: 'Löschen',
    question: `${posts} löschen?`,
    effect:
      'Sie werden in Punctual gelöscht und nicht veröffentlicht. Was schon öffentlich ist, bleibt auf den Plattformen.',
    done: `${postsWere} gelöscht`,
    partlyDone: `${onlyWere} gelöscht`,
  },
} satisfies Translation<typeof en>;

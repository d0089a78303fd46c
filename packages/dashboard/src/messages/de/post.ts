import type { Translation } from '../load-messages.js';
import type en from '../en/post.js';

export default {
  title: 'Beitrag',
  loading: 'Der Beitrag wird geladen',
  theName: 'Beitrag',
  accounts: 'Konten',
  noAccounts: 'Noch keine Konten ausgewählt.',
  content: 'Inhalt',
  noText: 'Kein gemeinsamer Text.',
  created: 'Erstellt von {who, select, you {Ihnen} somebody {Unbekannt} other {{name}}} am <time></time>',
  approved: 'Freigegeben von {who, select, you {Ihnen} somebody {Unbekannt} other {{name}}} am <time></time>',
  rejected: 'Dieser Beitrag wurde abgelehnt',
  workflow: 'Temporal-Workflow:',
  noTime: 'Kein Zeitpunkt festgelegt',
  plannedFor: 'Vorgesehen für den <time></time>',
  yourTime: '(bei Ihnen <time></time>)',
  retryAll: 'Alle fehlgeschlagenen Konten erneut versuchen',
  firstComment: 'Erster Kommentar',
  sendingComment: 'Der erste Kommentar wird gesendet',
  target: {
    sandbox: '(Sandbox)',
    canceledWhileSent:
      'Der Beitrag wurde abgesagt, während er gesendet wurde. Punctual prüft, ob er veröffentlicht wurde, und sendet sonst nichts.',
    text: 'Text für dieses Konto',
    media: 'Bilder und Videos für {place}',
    published: 'Veröffentlicht am <time></time>',
    view: 'Auf {platform} ansehen',
    tried: '{count, plural, one {Einmal versucht} other {#-mal versucht}}, zuletzt am <time></time>',
  },
  timeline: {
    title: 'Verlauf',
    loading: 'Der Verlauf wird geladen',
    empty: 'Bisher ist nichts geschehen.',
    entries: 'Einträge',
    // In the dative, as the sentences of the timeline need it.
    removedAccount: 'einem entfernten Konto',
    client: 'Ein Kunde',
    somebody: 'Jemand',
    anApp: 'Eine App',
    app: '{who, select, you {Ihre App „{app}“} somebody {Die App „{app}“} other {Die App „{app}“ von {name}}}',
    key: '{who, select, you {Ihr API-Schlüssel} somebody {Ein API-Schlüssel} other {Der API-Schlüssel von {name}}}',
  },
  remedy: {
    unknown: 'Näheres steht in der Dokumentation.',
    comment: 'Erster Kommentar: {problem}',
    commentImpossible:
      'Er lässt sich hier nicht mehr ändern. Schreiben Sie den Kommentar stattdessen auf der Plattform.',
    askToReconnect: 'Bitten Sie einen Inhaber oder Administrator, das Konto neu zu verbinden.',
    RETRY: 'Erneut versuchen',
    EDIT: 'Bearbeiten und erneut versuchen',
    RECONNECT: 'Konto neu verbinden',
    SCHEDULE: 'Neu planen',
    DECIDE: 'Prüfen und entscheiden',
    RETRY_COMMENT: 'Ersten Kommentar erneut senden',
    EDIT_COMMENT: 'Ersten Kommentar bearbeiten',
  },
  comment: {
    title: 'Ersten Kommentar bearbeiten: {place}',
    effect: 'Der Beitrag ist öffentlich und bleibt, wie er ist. Punctual sendet den neuen Kommentar sofort.',
    missing: 'Geben Sie einen Kommentar ein.',
    action: 'Speichern und senden',
    savedOnly: 'Der neue Text ist gespeichert, aber noch nicht gesendet.',
  },
  unconfirmed: {
    title: 'Wurde der Beitrag veröffentlicht? {place}',
    reason:
      'Der Beitrag wurde gesendet, aber es kam keine eindeutige Antwort. Falls er schon veröffentlicht ist, würde er beim nächsten Veröffentlichen doppelt erscheinen.',
    step1:
      '<strong>Schritt 1.</strong> Öffnen Sie das Konto auf {platform} und suchen Sie den Beitrag. Warten Sie ein paar Minuten: Manche Plattformen zeigen Beiträge verzögert an.',
    step2: '<strong>Schritt 2.</strong> Ist er da?',
    step3: 'Schritt 3: Weiter',
    url: 'URL des Beitrags auf {platform} (optional)',
    urlHint: 'Damit man ihn von hier aus findet.',
    urlHintComment:
      'Damit man ihn von hier aus findet. Sein erster Kommentar wird gesendet, wenn die URL das Konto und den Beitrag nennt.',
    THERE: {
      label: 'Ja, er ist da',
      hint: 'Der Beitrag gilt ab jetzt als veröffentlicht. An die Plattform wird nichts gesendet außer seinem ersten Kommentar.',
      action: 'Als veröffentlicht markieren',
      told: 'Als veröffentlicht markiert',
    },
    ABSENT: {
      label: 'Nein, er ist nicht da',
      hint: 'Punctual prüft noch einmal und veröffentlicht den Beitrag, wenn die Plattform ihn nicht zeigt.',
      action: 'Erneut veröffentlichen',
      told: 'Wird erneut veröffentlicht',
    },
    UNSURE: {
      label: 'Das kann ich nicht sagen',
      hint: 'Punctual prüft noch einmal. Es veröffentlicht den Beitrag nur, wenn die Plattform belegt, dass er nicht da ist.',
      action: 'Erneut prüfen',
      told: 'Die Plattform wird geprüft',
    },
  },
} satisfies Translation<typeof en>;

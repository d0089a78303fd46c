import type { Translation } from '../load-messages.js';
import type en from '../en/replies.js';

export default {
  state: {
    SENT: 'Beantwortet',
    SENDING: 'Antwort unterwegs',
    FAILED: 'Antwort fehlgeschlagen',
    UNCONFIRMED: 'Antwort unbestätigt',
  },
  failed: {
    notSent: 'Die Antwort wurde nicht gesendet',
    closed: 'Antworten sind ausgeschaltet',
    rejected: 'Die Plattform hat die Antwort abgelehnt',
    blocked: 'Die Richtlinien der Plattform lassen die Antwort nicht zu',
  },
  remedy: {
    replyAgain: 'Antworten Sie erneut, um eine neue Antwort zu senden.',
    closed:
      'Die Plattform nimmt hier keine Antworten an. Erneut zu antworten hilft erst, wenn sie dort eingeschaltet sind.',
    reconnect: 'Verbinden Sie das Konto neu und antworten Sie dann erneut.',
    permission:
      'Verbinden Sie das Konto neu, erteilen Sie dabei die Berechtigung und antworten Sie dann erneut.',
    rejected: 'Ändern Sie, was die Plattform beanstandet, und antworten Sie dann erneut.',
    duplicate: 'Ändern Sie den Text und antworten Sie dann erneut.',
    blocked:
      'Ändern Sie den Text oder bitten Sie die Plattform, die Einschränkung aufzuheben. Antworten Sie dann erneut.',
    later: 'Warten Sie eine Weile und antworten Sie dann erneut.',
    onPlatform: 'Antworten Sie stattdessen auf der Plattform.',
    server:
      'Antworten Sie erneut. Wenn es wieder fehlschlägt, melden Sie es der Person, die diesen Server betreibt.',
  },
  fetching: 'Kommentare werden für {count, plural, one {ein Konto} other {# Konten}} abgerufen.',
  fetchingNone: 'Es werden keine Kommentare abgerufen.',
  skipped: {
    REFRESHED_LATELY: '{account} wurde vor weniger als einer Minute geprüft.',
    PAUSED: '{account} hat das Anfragelimit der Plattform erreicht.',
    NOT_SUPPORTED: '{account} ist auf einer Plattform, die Kommentare nicht mit Apps teilt.',
    SWITCHED_OFF: 'Für {account} ist das Abrufen von Kommentaren ausgeschaltet.',
    TOKEN_EXPIRED: '{account} muss zuerst neu verbunden werden.',
    NOT_PUBLISHED: '{account} hat hier keine veröffentlichten Beiträge.',
  },
} satisfies Translation<typeof en>;

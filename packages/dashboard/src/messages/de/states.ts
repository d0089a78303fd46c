import type { Translation } from '../load-messages.js';
import type en from '../en/states.js';

export default {
  draft: 'Entwurf',
  needsApproval: 'Wartet auf Freigabe',
  scheduled: 'Geplant',
  publishing: 'Wird veröffentlicht',
  partlyPublished: 'Teilweise veröffentlicht',
  published: 'Veröffentlicht',
  failed: 'Fehlgeschlagen',
  canceled: 'Abgesagt',
  unconfirmed: 'Unbestätigt',
  skipped: 'Übersprungen',
  connected: 'Verbunden',
  reconnectNeeded: 'Verbindung abgelaufen',
  received: 'Eingegangen',
  sending: 'Wird gesendet',
  sent: 'Gesendet',
  waitingForUpload: 'Noch nicht hochgeladen',
  processing: 'Wird verarbeitet',
  ready: 'Bereit',
  waiting: 'Wartet',
  delivered: 'Zugestellt',
  retrying: 'Neuer Versuch folgt',
  on: 'Ein',
  off: 'Aus',
  role: {
    OWNER: 'Inhaber',
    ADMIN: 'Administrator',
    EDITOR: 'Redakteur',
    CLIENT_REVIEWER: 'Prüfer',
  },
  pastTime: 'Der Zeitpunkt muss in der Zukunft liegen.',
  submitWarning: 'Dieser Beitrag ist noch nicht freigegeben. Er wird zur Freigabe eingereicht.',
  approvalEndsWarning:
    'Dieser Beitrag ist freigegeben. Wenn Sie seinen Inhalt ändern, wird er erneut zur Freigabe eingereicht.',
  held: {
    approve: {
      done: '{count, plural, one {Beitrag} other {# Beiträge}} freigegeben',
      undone:
        '{count, plural, one {Der Beitrag wurde nicht freigegeben} other {Die Beiträge wurden nicht freigegeben}}',
      failed:
        '{count, plural, one {Der Beitrag konnte nicht freigegeben werden.} other {Die Beiträge konnten nicht freigegeben werden.}}',
    },
    delete: {
      done: '{count, plural, one {Beitrag} other {# Beiträge}} gelöscht',
      undone:
        '{count, plural, one {Der Beitrag wurde nicht gelöscht} other {Die Beiträge wurden nicht gelöscht}}',
      failed:
        '{count, plural, one {Der Beitrag konnte nicht gelöscht werden.} other {Die Beiträge konnten nicht gelöscht werden.}}',
    },
  },
  errorTitle: {
    VALIDATION_FAILED: 'Etwas ist ungültig',
    INSUFFICIENT_ROLE: 'Ihre Rolle erlaubt das nicht',
    FORBIDDEN_WORKSPACE: 'Sie haben keinen Zugriff auf diesen Arbeitsbereich',
    FEATURE_NOT_AVAILABLE: 'Ihr Tarif enthält das nicht',
    X_PAYMENT_METHOD_REQUIRED: 'Zuerst muss eine Karte hinterlegt werden',
    DEVELOPER_PAYMENT_METHOD_REQUIRED: 'Zuerst muss eine Karte hinterlegt werden',
    NOT_FOUND: 'Das wurde nicht gefunden',
    CONFLICT: 'Jemand anderes hat das geändert',
    INVALID_STATE: 'Das ist gerade nicht möglich',
    INVALID_CREDENTIALS: 'Anmeldung fehlgeschlagen',
    RATE_LIMITED: 'Zu viele Anfragen',
    PLATFORM_RULE_VIOLATION: 'Das entspricht nicht den Regeln einer Plattform',
    CREDENTIALS_REFUSED: 'Die Plattform hat diese Zugangsdaten abgelehnt',
    PLATFORM_ALREADY_CONNECTED: 'Dieses Konto ist schon verbunden',
    PLATFORM_NOT_CONFIGURED: 'Diese Plattform ist hier nicht eingerichtet',
    MEDIA_IN_USE: 'Diese Datei wird noch verwendet',
    STORAGE_FULL: 'Der Server hat keinen Platz mehr',
    PLATFORM_AUTH_FAILED: 'Zuerst muss ein Konto neu verbunden werden',
    URL_REJECTED: 'Prüfen Sie die URL',
    RETRY_COOLDOWN: 'Für einen neuen Versuch ist es zu früh',
    RETRY: 'Das ist vorübergehend nicht möglich',
  },
} satisfies Translation<typeof en>;

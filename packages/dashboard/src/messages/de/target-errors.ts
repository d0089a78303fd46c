import type { Translation } from '../load-messages.js';
import type en from '../en/target-errors.js';

export default {
  PLATFORM_AUTH_FAILED: {
    title: 'Das Konto muss neu verbunden werden',
    remedy: 'Verbinden Sie das Konto neu und versuchen Sie es dann erneut.',
    more: 'Warum Konten neu verbunden werden müssen',
  },
  PUBLISH_UNCONFIRMED: {
    title: 'Vielleicht schon veröffentlicht, aber nicht bestätigt',
    remedy:
      'Sehen Sie zuerst auf der Plattform im Konto nach. Ein neuer Versuch prüft noch einmal, bevor er etwas veröffentlicht.',
    more: 'Warum ein Beitrag unbestätigt bleiben kann',
  },
  ACCOUNT_DISCONNECTED: {
    title: 'Das Konto ist getrennt',
    remedy: 'Verbinden Sie es wieder und versuchen Sie es dann erneut.',
    more: 'Was geschieht, wenn ein Konto getrennt wird',
  },
  PLATFORM_REJECTED: {
    title: 'Die Plattform hat den Beitrag abgelehnt',
    remedy: 'Ändern Sie, was die Plattform beanstandet, und versuchen Sie es dann erneut.',
    more: 'Warum Plattformen Beiträge ablehnen',
  },
  MEDIA_REJECTED: {
    title: 'Die Plattform hat ein Bild oder Video abgelehnt',
    remedy: 'Ersetzen Sie die Datei und versuchen Sie es dann erneut.',
    more: 'Warum Plattformen Bilder und Videos ablehnen',
  },
  MEDIA_UNAVAILABLE: {
    title: 'Ein Bild oder Video konnte nicht hochgeladen werden',
    remedy:
      'Versuchen Sie es erneut. Wenn es wieder fehlschlägt, laden Sie die Datei neu hoch oder verwenden Sie eine andere.',
    more: 'Warum das Hochladen fehlschlägt',
  },
  DUPLICATE_CONTENT: {
    title: 'Die Plattform hält dies für ein Duplikat',
    remedy: 'Ändern Sie den Text und versuchen Sie es dann erneut.',
    more: 'Was Plattformen für ein Duplikat halten',
  },
  POLICY_BLOCKED: {
    title: 'Die Richtlinien der Plattform lassen den Beitrag nicht zu',
    remedy:
      'Bitten Sie die Plattform, die Einschränkung aufzuheben, oder ändern Sie den Beitrag. Versuchen Sie es dann erneut.',
    more: 'Was die Richtlinien der Plattformen nicht zulassen',
  },
  CHOICE_NOT_AVAILABLE: {
    title: 'Etwas, das Sie ausgewählt haben, ist nicht mehr verfügbar',
    remedy: 'Wählen Sie z. B. eine andere Pinnwand oder Playlist und versuchen Sie es dann erneut.',
    more: 'Warum eine Auswahl nicht mehr verfügbar ist',
  },
  PERMISSION_MISSING: {
    title: 'Eine Berechtigung fehlt',
    remedy:
      'Verbinden Sie das Konto neu, erteilen Sie dabei die Berechtigung und versuchen Sie es dann erneut.',
    more: 'Welche Berechtigungen nötig sind',
  },
  COMMENTS_DISABLED: {
    title: 'Kommentare sind ausgeschaltet',
    remedy: 'Schalten Sie die Kommentare auf der Plattform ein und versuchen Sie es dann erneut.',
    more: 'Wann Kommentare ausgeschaltet sind',
  },
  POST_CANCELED: {
    title: 'Der Beitrag wurde abgesagt, bevor sein erster Kommentar gesendet wurde',
    remedy: 'Wenn Sie den ersten Kommentar noch möchten, senden Sie ihn erneut.',
    more: 'Was mit dem ersten Kommentar eines abgesagten Beitrags geschieht',
  },
  PART_NOT_SENT: {
    title: 'Ein Teil des Beitrags wurde nicht gesendet',
    remedy: 'Versuchen Sie es erneut. Es geht mit diesem Teil weiter.',
    more: 'Warum Teile nicht gesendet werden',
  },
  PART_IMPOSSIBLE: {
    title: 'Ein Teil des Beitrags kann nicht gesendet werden',
    remedy: 'Schreiben Sie die übrigen Teile auf der Plattform.',
    more: 'Warum Teile nicht gesendet werden',
  },
  FIRST_COMMENT_NOT_SENT: {
    title: 'Der erste Kommentar wurde nicht gesendet',
    remedy: 'Senden Sie den ersten Kommentar erneut.',
    more: 'Warum erste Kommentare fehlschlagen',
  },
  FIRST_COMMENT_IMPOSSIBLE: {
    title: 'Der erste Kommentar kann nicht gesendet werden',
    remedy: 'Schreiben Sie den Kommentar auf der Plattform.',
    more: 'Warum erste Kommentare fehlschlagen',
  },
  RATE_LIMITED: {
    title: 'Die Plattform begrenzt gerade die Anfragen',
    remedy: 'Warten Sie eine Weile und versuchen Sie es dann erneut.',
    more: 'Warum Plattformen Anfragen begrenzen',
  },
  PLATFORM_QUOTA_EXCEEDED: {
    title: 'Das Tageslimit des Kontos ist ausgeschöpft',
    remedy: 'Planen Sie den Beitrag für einen anderen Tag oder versuchen Sie es später erneut.',
    more: 'Wie Tageslimits funktionieren',
  },
  PLATFORM_UNAVAILABLE: {
    title: 'Die Plattform war nicht erreichbar',
    remedy: 'Versuchen Sie es später erneut.',
    more: 'Was geschieht, wenn eine Plattform nicht erreichbar ist',
  },
  NOT_READY_IN_TIME: {
    title: 'Die Plattform hat die Verarbeitung nicht rechtzeitig abgeschlossen',
    remedy: 'Versuchen Sie es erneut.',
    more: 'Warum die Verarbeitung zu lange dauern kann',
  },
  PUBLISH_WINDOW_MISSED: {
    title: 'Die Veröffentlichung war nicht rechtzeitig möglich',
    remedy: 'Wenn Sie den Beitrag noch veröffentlichen möchten, versuchen Sie es erneut.',
    more: 'Warum ein Beitrag seine Zeit verpassen kann',
  },
  PLATFORM_NOT_SUPPORTED: {
    title: 'Diese Plattform wird nicht unterstützt',
    remedy: 'Entfernen Sie das Konto aus dem Beitrag.',
    more: 'Welche Plattformen unterstützt werden',
  },
  INTERNAL_ERROR: {
    title: 'Auf dem Server ist ein Fehler aufgetreten',
    remedy:
      'Versuchen Sie es erneut. Wenn es wieder fehlschlägt, melden Sie es der Person, die diesen Server betreibt.',
    more: 'Was bei Serverfehlern hilft',
  },
  moreAbout: 'Mehr über {code}',
  change: {
    post: 'Beitrag: {state}.',
    target: '{place}: {state}.',
    failed: '{place}: {state}. {reason}.',
    commentFailed: '{place}: Erster Kommentar fehlgeschlagen. {reason}.',
    commentPublished: '{place}: Erster Kommentar veröffentlicht.',
  },
} satisfies Translation<typeof en>;

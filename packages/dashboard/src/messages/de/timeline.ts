import type { Translation } from '../load-messages.js';
import type en from '../en/timeline.js';

// The names of places are in the dative: a removed account is "einem entfernten Konto".
const who = '{who, select, you {Sie haben} other {{name} hat}}';
const on = '{place, select, none {} other { auf {place}}}';
const onPlaces = '{places, select, none {} other { auf {places}}}';
const to = '{place, select, none { zur Plattform} other { zu {place}}}';
const thePost =
  '{step, select, FIRST_COMMENT {der erste Kommentar} PART {Teil {part, number}} other {der Beitrag}}';
const atStart =
  '{step, select, FIRST_COMMENT {Der erste Kommentar} PART {Teil {part, number}} other {Der Beitrag}}';
const afterThePost =
  '{step, select, FIRST_COMMENT {nach dem ersten Kommentar} PART {nach Teil {part, number}} other {nach dem Beitrag}}';
const reason = '{error, select, none {} other { ({error})}}';

export default {
  CREATED: `${who} den Beitrag erstellt.`,
  EDITED: `${who} {changed, select, none {den Beitrag} other {{changed}}} geändert.`,
  SCHEDULED: `${who} den Beitrag für den {scheduledAt} geplant.`,
  RESCHEDULED: `${who} den Beitrag auf den {scheduledAt} verschoben.`,
  UNSCHEDULED: `${who} den Beitrag wieder in einen Entwurf umgewandelt.`,
  CANCELED: `{who, select,
    system {Der Beitrag wurde abgesagt und wird nicht${on} veröffentlicht.}
    other {${who} den Beitrag abgesagt.{places, select, none {} other { Auf {places} wird er nicht veröffentlicht.}}}
  }`,
  CANCEL_REQUESTED:
    'Als der Beitrag abgesagt wurde, lief die Übertragung{places, select, none {} other { zu {places}}} schon. Das Ergebnis folgt noch, sonst wird nichts gesendet.',
  APPROVAL_REQUESTED: `${who} den Beitrag zur Freigabe eingereicht{scheduledAt, select, none {} other {, geplant für den {scheduledAt}}}.`,
  APPROVED: `${who} den Beitrag freigegeben.{altTexts, plural, =0 {} one { Dabei wurde ein Alternativtext gespeichert.} other { Dabei wurden # Alternativtexte gespeichert.}}`,
  REJECTED: `${who} den Beitrag abgelehnt{isExplained, select, true {: „{rejectionReason}“} other {.}}`,
  CLIENT_COMMENTED: `${who} geschrieben: „{clientComment}“`,
  RETRIED: `{because, select,
    ACCOUNT_RECONNECTED {Das Konto wurde neu verbunden, deshalb versucht Punctual noch einmal, den Beitrag${onPlaces} zu veröffentlichen.}
    other {${who} einen neuen Versuch gestartet, den Beitrag${onPlaces} zu veröffentlichen.}
  }`,
  COMMENT_RETRIED: `${who} einen neuen Versuch gestartet, den ersten Kommentar${on} zu senden.`,
  RESOLVED: `{isPublished, select,
    true {${who} bestätigt, dass der Beitrag${on} öffentlich ist.}
    other {${who} angegeben, dass der Beitrag${on} nicht öffentlich ist.}
  }`,
  DELETED: `${who} den Beitrag gelöscht.`,
  START_DEFERRED:
    'Der Beitrag wurde gespeichert, aber sein Workflow konnte noch nicht gestartet werden. Er startet so bald wie möglich.',
  START_DELIVERED: 'Der verzögerte Workflow wurde gestartet.',
  RUN_REPLACED: 'Der Workflow des Beitrags ging verloren und wurde durch einen neuen ersetzt.',
  RUN_SUPERSEDED: 'Ein früherer Workflow des Beitrags hat sich beendet, weil ein neuerer übernommen hat.',
  LOOK_FIRST: `Es ist nicht bekannt, ob ${thePost}${on} schon veröffentlicht wurde. Punctual prüft das, bevor es etwas sendet.`,
  PUBLISHING_BEGUN: 'Die Veröffentlichung hat begonnen.',
  RENDITION_MADE: `Vor der Übertragung{place, select, none { zur Plattform} other { zu {place}}} {change, select,
    METADATA_REMOVED {wurden Orts- und Kameradaten aus einem Bild oder Video entfernt}
    ENCODED {wurde ein Bild oder Video konvertiert}
    REPACKED {wurde ein Video in ein anderes Dateiformat überführt, ohne die Bilder zu verändern}
    other {wurde ein Bild oder Video vorbereitet}
  }{from, select, none {} other { (vorher {from}, nachher {to})}}.`,
  UPLOAD_STARTED: `Das Hochladen von {mediaCount, plural, one {einer Datei} other {# Dateien}}{size, select, none {} other { ({size})}}${to} hat begonnen.{resumed, select, none {} other { Davon waren {resumed} schon hochgeladen.}}`,
  UPLOADED: `Das Hochladen${to} ist abgeschlossen.`,
  ATTEMPT_STARTED: `Versuch {attempt, number}: ${atStart} wird${to} übertragen.`,
  ATTEMPT_ENDED: `Versuch {attempt, number}${on}: {outcome, select,
    PUBLISHED {von der Plattform angenommen}
    REJECTED {von der Plattform abgelehnt}
    AUTH_EXPIRED {Die Plattform akzeptiert die Autorisierung des Kontos nicht mehr}
    RATE_LIMITED {Die Plattform begrenzt gerade die Anfragen}
    NOT_SENT {Die Plattform war nicht erreichbar, deshalb wurde nichts gesendet}
    PREPARE_AGAIN {Die Plattform hat den vorbereiteten Beitrag verloren, deshalb bereitet Punctual ihn noch einmal vor}
    AMBIGUOUS {Es kam keine eindeutige Antwort, deshalb prüft Punctual, ob die Veröffentlichung gelungen ist}
    ABSENT {nicht veröffentlicht}
    UNCONFIRMED {Es ließ sich nicht bestätigen, ob die Veröffentlichung gelungen ist}
    other {beendet}
  }${reason}.`,
  WAITING: `Punctual wartet{place, select, none {} other { bei {place}}}: {reason, select,
    NOT_DUE {Der Beitrag ist noch nicht fällig}
    PACED {Die Anfragen für dieses Konto werden zeitlich verteilt, um die Limits der Plattform einzuhalten}
    RATE_LIMITED {Die Plattform begrenzt gerade die Anfragen}
    UNREACHABLE {Die Plattform ist nicht erreichbar}
    NOT_READY {Die Plattform ist mit der Verarbeitung noch nicht fertig}
    other {Es geht automatisch weiter}
  }{until, select, none {} other {. Weiter geht es am {until}}}.`,
  TOKEN_REFRESH: `Die Autorisierung {place, select, none {des Kontos} other {von {place}}} {refresh, select,
    refreshed {wurde erneuert}
    revoked {wurde widerrufen, deshalb muss das Konto neu verbunden werden}
    unavailable {konnte noch nicht erneuert werden}
    other {wurde geprüft}
  }.`,
  LOOKED_UP: `Punctual hat${on} ${afterThePost} gesucht: {lookup, select,
    FOUND {Er wurde veröffentlicht}
    ABSENT {Er ist nicht da}
    NOT_SEEN {Er wurde nicht gefunden, ist aber vielleicht trotzdem da}
    UNKNOWN {Die Plattform gab keine brauchbare Antwort}
    UNCONFIRMED {Die Plattform kann nicht sagen, ob er veröffentlicht wurde}
    PROCESSING {Die Plattform verarbeitet ihn noch}
    REFUSED {Die Plattform hat ihn abgelehnt}
    other {Das Ergebnis ist unbekannt}
  }.`,
  PUBLISHED: `${atStart} wurde${on} veröffentlicht.`,
  OTHER_FOUND: `Später stellte sich heraus, dass${on} ein anderer Beitrag der gesendete ist. Was eine Person bestätigt hatte, bleibt bestehen.`,
  EXTRA_FAILED: `Der Beitrag wurde${on} veröffentlicht, aber mit einem Problem: {extra, select,
    thumbnail {Das Vorschaubild konnte nicht gesetzt werden}
    playlist {Er konnte nicht zur Playlist hinzugefügt werden}
    subtitles {Seine Untertitel konnten nicht hinzugefügt werden}
    comments_off {Seine Kommentare konnten nicht ausgeschaltet werden}
    privacy_status {Seine Sichtbarkeit konnte nicht eingestellt werden}
    processing {Die Plattform konnte ihn nicht verarbeiten}
    none {unbekannt}
    other {{extra}}
  }.`,
  COMMENTS_LEFT_OUT: `Der Beitrag hat${on} mehr Kommentare, als Punctual speichert. Neue kommen nicht mehr in den Posteingang.`,
  FAILED: `{errorCode, select,
    PUBLISH_UNCONFIRMED {Es ließ sich nicht bestätigen, ob ${thePost}${on} veröffentlicht wurde.}
    other {${atStart} wurde${on} nicht veröffentlicht${reason}.}
  }`,
  FINISHED: `Die Veröffentlichung ist abgeschlossen: {status, select,
    PUBLISHED {veröffentlicht}
    PARTIALLY_PUBLISHED {teilweise veröffentlicht}
    FAILED {fehlgeschlagen}
    CANCELED {abgesagt}
    other {fertig}
  }.`,
  WEBHOOK_ATTEMPTED: `{delivery, select,
    DELIVERED {Ein Webhook wurde zugestellt.}
    FAILED {Ein Webhook konnte nicht zugestellt werden.}
    REFUSED {Ein Webhook wurde nicht gesendet, weil seine URL nicht erlaubt ist.}
    other {Ein Webhook wurde gesendet.}
  }{until, select, none {} other { Der nächste Versuch folgt am {until}.}}`,
  REMOVAL_REQUESTED: `${who} verlangt, dass der öffentliche Beitrag${on} entfernt wird.`,
  EDIT_REQUESTED: `${who} den öffentlichen Text${on} korrigiert.{changeStatus, select, NEEDS_APPROVAL { Die Korrektur braucht eine Freigabe.} other {}}`,
  EDIT_APPROVED: `${who} den korrigierten Text${on} freigegeben.`,
  EDIT_REJECTED: `${who} den korrigierten Text${on} abgelehnt{isExplained, select, true {: „{rejectionReason}“} other {.}}`,
  CHANGE_ATTEMPTED: `Versuch {attempt, number}, {step, select, FIRST_COMMENT {den ersten Kommentar} PART {Teil {part, number}} other {den Beitrag}}${on} zu {changeKind, select, EDIT {korrigieren} other {entfernen}}: {changeOutcome, select,
    GONE {Die Plattform zeigt ihn nicht mehr}
    REFUSED {Die Plattform hat es abgelehnt}
    AUTH_EXPIRED {Die Plattform akzeptiert die Autorisierung des Kontos nicht mehr}
    RATE_LIMITED {Die Plattform begrenzt gerade die Anfragen}
    NOT_SENT {Die Plattform war nicht erreichbar, es wurde nichts gesendet}
    AMBIGUOUS {Es kam keine klare Antwort, deshalb prüft Punctual, was geschehen ist}
    other {beendet}
  }.`,
  CHANGE_LOOKED_UP: `Punctual hat ${afterThePost}${on} gesehen: {look, select,
    THERE {Er ist noch öffentlich}
    EDITED {Er hat den neuen Text}
    BEFORE {Er hat den Text von vorher}
    OTHER {Er hat einen anderen Text}
    GONE {Er ist nicht da}
    other {Die Plattform hat keine brauchbare Antwort gegeben}
  }.`,
  CHANGE_FAILED: `{changeStatus, select,
    UNCONFIRMED {Es ließ sich nicht bestätigen, ob der Beitrag${on} {changeKind, select, EDIT {korrigiert} other {entfernt}} wurde.}
    other {Der Beitrag wurde${on} nicht {changeKind, select, EDIT {korrigiert} other {entfernt}}.}
  }`,
  REMOVED: `${atStart} wurde${on} entfernt.`,
  TEXT_EDITED: `Der öffentliche Text wurde${on} korrigiert.`,
  unknown: 'Unbekanntes Ereignis: {kind}.',
  /** The words are in the accusative, because they are objects of the sentence EDITED. */
  field: {
    caption: 'den Text',
    timezone: 'die Zeitzone',
    media: 'die Bilder und Videos',
    targets: 'die Konten und ihre Einstellungen',
    draftScheduledFor: 'die geplante Zeit',
  },
} satisfies Translation<typeof en>;

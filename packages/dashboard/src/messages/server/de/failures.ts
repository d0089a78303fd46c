/** Texts that name how long a post, or a reply, may take to be published. The German time is in the accusative. */
const withWindow = (window: string, german: string): Record<string, string> => ({
  [`The platform kept refusing requests because of a rate limit. Punctual tries for at most ${window}.`]: `Die Plattform hat Anfragen immer wieder abgelehnt, weil es zu viele waren. Punctual versucht es höchstens ${german} lang.`,
  [`The quota or credits at the platform stayed used up. Punctual tries for at most ${window}.`]: `Das Kontingent oder Guthaben bei der Plattform blieb aufgebraucht. Punctual versucht es höchstens ${german} lang.`,
  [`The platform stayed unreachable. Punctual tries for at most ${window}.`]: `Die Plattform blieb unerreichbar. Punctual versucht es höchstens ${german} lang.`,
  [`The service was down for more than ${window} after the due time. Nothing was sent.`]: `Der Server war nach dem geplanten Zeitpunkt länger als ${german} außer Betrieb. Es wurde nichts gesendet.`,
  [`Publishing did not start within ${window} of the due time. Nothing was sent.`]: `Mehr als ${german} nach dem geplanten Zeitpunkt hatte die Veröffentlichung noch nicht begonnen. Es wurde nichts gesendet.`,
  [`Publishing did not finish within ${window} and was stopped.`]: `Die Veröffentlichung dauerte länger als ${german} und wurde beendet.`,
});

/** Translations of the service's own texts about failed posts and comments, by the English text. */
export default {
  ...withWindow('24 hours', '24 Stunden'),
  ...withWindow('an hour', 'eine Stunde'),
  'The platform did not finish preparing it in time.':
    'Die Plattform hat die Vorbereitung nicht rechtzeitig abgeschlossen.',
  'The media did not reach the platform in several attempts.':
    'Die Bilder und Videos sind trotz mehrerer Versuche nicht bei der Plattform angekommen.',
  'The account’s access token has expired and could not be renewed. Try again, or connect the account again.':
    'Der Zugriff auf das Konto ist abgelaufen und ließ sich nicht erneuern. Versuchen Sie es noch einmal, oder verbinden Sie das Konto neu.',
  'Other posts were ahead of this one until it was too late to publish it. Nothing was sent.':
    'Andere Beiträge waren vor diesem an der Reihe, bis es für ihn zu spät war. Es wurde nichts gesendet.',
  'The social account was disconnected before it was published.':
    'Das Konto wurde vor der Veröffentlichung getrennt.',
  'The platform does not show the post.': 'Die Plattform zeigt den Beitrag nicht.',
  'The platform shows the post, and does not let this account remove it.':
    'Die Plattform zeigt den Beitrag und lässt nicht zu, dass dieses Konto ihn entfernt.',
  'The platform does not show the post to this account: it is gone, or hidden from it.':
    'Die Plattform zeigt diesem Konto den Beitrag nicht: Er ist verschwunden oder vor ihm verborgen.',
  'A request was sent, but no response arrived, and the platform does not show whether it was accepted.':
    'Eine Anfrage wurde gesendet, aber es kam keine Antwort, und die Plattform zeigt nicht, ob sie angenommen wurde.',
  'The social account was disconnected before the change was made.':
    'Das Konto wurde vor der Änderung getrennt.',
  'The change was not made within 24 hours.': 'Die Änderung gelang nicht innerhalb von 24 Stunden.',
  'Punctual does not edit polls, posts in communities and replies on X, because X refuses most of them.':
    'Umfragen, Beiträge in Communitys und Antworten bearbeitet Punctual auf X nicht, weil X die meisten davon ablehnt.',
  'An edit would remove the media of the post, whose ids are not known.':
    'Durch die Bearbeitung gingen die Bilder und Videos des Beitrags verloren, weil nicht bekannt ist, welche es auf der Plattform sind.',
  'Stories have no text.': 'Storys haben keinen Text.',
  'This installation does not support the platform.': 'Dieser Server unterstützt die Plattform nicht.',
  'The platform says that this text was already posted, and does not show that it was this post.':
    'Die Plattform meldet, dass dieser Text schon veröffentlicht wurde, und zeigt nicht, dass es dieser Beitrag war.',
  'The request was sent, but no response arrived, and the platform does not show whether it was published.':
    'Die Anfrage wurde gesendet, aber es kam keine Antwort, und die Plattform zeigt nicht, ob der Beitrag veröffentlicht wurde.',
  'The first comment was sent, but no response arrived, and the platform does not show whether it was published.':
    'Der erste Kommentar wurde gesendet, aber es kam keine Antwort, und die Plattform zeigt nicht, ob er veröffentlicht wurde.',
  'Punctual does not know the id of the post on the platform, so the first comment was not sent. Write it on the platform.':
    'Punctual weiß nicht, welcher Beitrag auf der Plattform gemeint ist, und hat den ersten Kommentar deshalb nicht gesendet. Schreiben Sie ihn auf der Plattform.',
  'Publishing ended before the first comment was sent. Retry the comment.':
    'Die Veröffentlichung endete, bevor der erste Kommentar gesendet wurde. Versuchen Sie den Kommentar erneut.',
  'Publishing ended before this part was sent. Retry the post, which goes on from here.':
    'Die Veröffentlichung endete, bevor dieser Teil gesendet wurde. Versuchen Sie den Beitrag erneut; er geht hier weiter.',
  'The post was canceled before this part of it was sent.':
    'Der Beitrag wurde abgesagt, bevor dieser Teil gesendet wurde.',
  'Punctual does not know the id of the part before on the platform, so this part was not sent. Write it on the platform.':
    'Punctual weiß nicht, wo der Teil davor auf der Plattform steht, und hat diesen Teil deshalb nicht gesendet. Schreiben Sie ihn auf der Plattform.',
  'The post was canceled before its first comment was sent.':
    'Der Beitrag wurde abgesagt, bevor sein erster Kommentar gesendet wurde.',
  'The call was not made: something changed while the database was away.':
    'Es wurde nichts gesendet, weil sich etwas geändert hat, während die Datenbank nicht erreichbar war.',
  'The platform no longer accepts the authorization of this account. Connect the account again.':
    'Die Plattform erkennt den Zugriff auf dieses Konto nicht mehr an. Verbinden Sie das Konto neu.',
  'An internal error stopped publishing. The service’s log has the details.':
    'Ein interner Fehler hat die Veröffentlichung beendet. Einzelheiten stehen im Protokoll des Servers.',
  'The cover image is no longer in the media library.':
    'Das Titelbild ist nicht mehr in der Medienbibliothek.',
  'A pin needs an image or a video.': 'Ein Pin braucht ein Bild oder Video.',
  'Pinterest could not process the video.': 'Pinterest konnte das Video nicht verarbeiten.',
} as const;

/** Sentences about findings and errors of the server, by their codes. */
export default {
  // Findings whose sentence follows the name of the field where it is not beside the field
  field: {
    address_refused: 'Diese Adresse ist nicht erlaubt.',
    direct_option_with_draft:
      'Diese Option gibt es bei Entwürfen nicht. Das legt der Inhaber des Kontos in der TikTok-App fest.',
    duplicate: 'Doppelte Einträge sind nicht möglich.',
    invalid: 'Ungültiger Wert.',
    invalid_element: 'Ungültiger Eintrag.',
    invalid_format: 'Ungültiges Format.',
    invalid_key: 'Ungültiger Name.',
    invalid_option: 'Diese Angabe ist so nicht möglich.',
    invalid_text: 'Ungültige Zeichen.',
    invalid_type: 'Ungültiger Wert.',
    invalid_union: 'Ungültiger Wert.',
    invalid_value: 'Ungültiger Wert.',
    not_multiple_of: 'Ungültiger Wert.',
    not_plain: 'Nur einfacher Text in einer Zeile ist möglich.',
    not_scoped: 'Nur ein beschränkter Schlüssel hat eine Liste von Arbeitsbereichen.',
    not_visible: 'Mindestens ein sichtbares Zeichen ist nötig.',
    option_for_pictures_only: 'Diese Option gibt es nur für Bilder.',
    option_for_videos_only: 'Diese Option gibt es nur für Videos.',
    option_not_for_kind: 'Diese Option gibt es für diese Art von Beitrag nicht.',
    option_required: 'Diese Angabe ist erforderlich.',
    out_of_range: 'Der Wert liegt außerhalb des erlaubten Bereichs.',
    picture_option_with_video: 'Diese Option gibt es nur für Bilder.',
    required: 'Diese Angabe fehlt.',
    too_big:
      '{bounded, select, yes {Höchstens {limit, number} sind möglich.} other {Der Wert ist zu groß oder zu lang.}}',
    too_long: '{bounded, select, yes {Höchstens {limit, number} Zeichen.} other {Der Text ist zu lang.}}',
    too_short: '{bounded, select, yes {Mindestens {limit, number} Zeichen.} other {Der Text ist zu kurz.}}',
    too_small:
      '{bounded, select, yes {Mindestens {limit, number} sind nötig.} other {Der Wert ist zu klein, zu kurz oder fehlt.}}',
    unknown_event_type: 'Wählen Sie mindestens ein Ereignis aus.',
    unknown_field: 'Diese Angabe ist hier nicht möglich.',
    unknown_option: 'Diese Option gibt es auf der Plattform nicht.',
    unknown_timezone: 'Diese Zeitzone ist nicht bekannt.',
    video_option_with_pictures: 'Diese Option gibt es nur für Videos.',
  },
  // Findings that a sentence tells completely
  sentence: {
    account_token_expired: 'Verbinden Sie das Konto neu, bevor der Beitrag fällig ist.',
    alt_text_not_sent: 'Die Plattform unterstützt dafür keinen Alternativtext. Er wird nicht mitgesendet.',
    alt_text_too_long: 'Der Alternativtext darf höchstens {limit, number} Zeichen haben.',
    angle_brackets_not_allowed: 'YouTube erlaubt in der Beschreibung keine spitzen Klammern.',
    article_with_media:
      'Ein LinkedIn-Beitrag kann entweder eine Link-Karte oder Medien haben, aber nicht beides.',
    belongs_to_another_post: 'Diese URL gehört zu einem anderen Beitrag, den Punctual veröffentlicht hat.',
    carousel_index_out_of_range: 'Ein Bild mit dieser Nummer gibt es im Beitrag nicht.',
    carousel_index_without_carousel: 'Das erste Bild lässt sich nur bei mehreren Bildern wählen.',
    carousel_sizes_differ:
      'Die Bilder eines Karussells sollten gleich groß sein. Sonst beschneidet Pinterest sie oder lehnt sie ab.',
    cashtag_limit_exceeded:
      '{limit, plural, one {Ein Beitrag auf X darf höchstens # Cashtag enthalten} other {Ein Beitrag auf X darf höchstens # Cashtags enthalten}}, außer aus Apps für Unternehmen.',
    choice_not_available: 'Diese Auswahl bietet das Konto nicht an oder nicht mehr an.',
    choices_not_checked: 'Die Auswahl konnte nicht geprüft werden.',
    comment_right_is_rare:
      'LinkedIn erlaubt nur wenigen Apps, als Person zu kommentieren. Ohne diese Berechtigung schlägt der erste Kommentar fehl; der Beitrag wird trotzdem veröffentlicht.',
    comments_closed:
      'YouTube erlaubt keine Kommentare zu Videos, die privat oder für Kinder sind. Der erste Kommentar wird deshalb fehlschlagen.',
    comments_off_with_first_comment:
      'Wenn die Kommentare ausgeschaltet sind, kann auch der erste Kommentar nicht veröffentlicht werden. Entfernen Sie eines von beiden.',
    cover_chosen_twice: 'Wählen Sie als Titelbild entweder ein Bild oder eine Stelle des Videos.',
    cover_given_twice: 'Wählen Sie als Titelbild entweder ein Bild oder eine Stelle des Videos.',
    cover_index_too_high: 'Ein Bild mit dieser Nummer gibt es im Beitrag nicht.',
    cover_timestamp_too_high: 'Das Titelbild muss eine Stelle innerhalb des Videos sein.',
    cover_without_film: 'Nur Videos haben ein Titelbild.',
    document_title_required: 'Ein Dokument auf LinkedIn braucht einen Titel.',
    document_title_without_document: 'Nur ein Beitrag mit einem Dokument hat einen Titel des Dokuments.',
    duplicate_account: 'Das Konto ist zweimal aufgeführt.',
    equal_poll_options:
      'Threads sagt nicht, ob zwei Antworten einer Umfrage gleich sein dürfen, und lehnt den Beitrag möglicherweise ab.',
    fetch_failed: 'Die Datei konnte nicht von dieser URL geladen werden.',
    first_comment_disabled:
      'Der erste Kommentar kann nicht veröffentlicht werden, weil Kommentare ausgeschaltet sind. Entfernen Sie eines von beiden.',
    first_comment_may_be_rejected:
      'X lehnt den ersten Kommentar möglicherweise ab, denn X erlaubt vielen Apps nur bestimmte Antworten.',
    first_comment_not_supported: 'Hier ist kein erster Kommentar möglich. Entfernen Sie ihn.',
    first_comment_on_draft:
      'Ein Entwurf ist nicht öffentlich und kann deshalb keinen ersten Kommentar haben.',
    first_comment_on_private_post:
      'Nur öffentliche Beiträge auf TikTok können einen ersten Kommentar erhalten.',
    gif_with_media: 'Ein GIF von GIPHY ist nur bei einem Beitrag ohne Medien möglich.',
    hashtag_limit_exceeded:
      'Ein Text auf Instagram darf höchstens {limit, number} Hashtags enthalten, hier sind es {actual, number}.',
    invalid_client:
      'Die App ist auf diesem Server nicht bekannt, oder was sie über sich veröffentlicht, ist falsch oder nicht erreichbar.',
    invalid_client_metadata: 'Was die App über sich veröffentlicht, ist falsch.',
    invalid_characters: 'Der Text enthält Zeichen, die X nicht annimmt.',
    invalid_cursor: 'Diese Seite der Liste gibt es nicht mehr. Laden Sie die Liste neu.',
    invalid_json: 'Die Anfrage war nicht lesbar.',
    invalid_redirect_uri: 'Die App hat keine gültige Adresse für die Rückkehr genannt.',
    invalid_request: 'Die Anfrage der App ist unvollständig oder falsch.',
    link_attachment_with_media: 'Eine Link-Karte ist nur bei einem Beitrag ohne Medien möglich.',
    link_card_with_media:
      'Ein Beitrag mit Link-Karte kann ein Bild haben, das auf der Karte erscheint, aber keine weiteren Medien.',
    link_costs_more:
      'X berechnet für jeden Beitrag und jeden ersten Kommentar mit Link ein Mehrfaches. Günstiger ist es, den Link wegzulassen. Haben beide einen, genügt er in einem von beiden. Ihn vom Beitrag in den ersten Kommentar zu verschieben, spart nichts.',
    link_limit_exceeded:
      'Der Text darf höchstens {limit, number} Links enthalten, hier sind es {actual, number}.',
    link_with_media: 'Eine Link-Karte ist nur bei einem Beitrag ohne Medien möglich.',
    many_hashtags:
      'Instagram erlaubt in einem Text inzwischen {limit, number} Hashtags und lehnt mehr möglicherweise ab.',
    media_audio_codec_not_allowed: 'Die Plattform nimmt Videos mit diesem Audio-Codec nicht an.',
    media_bit_rate_too_high:
      'Die Datenrate des Videos ist zu hoch: höchstens {limit, number} Bit pro Sekunde.',
    media_count_exceeded:
      '{limit, plural, one {Hier ist höchstens ein Bild oder Video möglich.} other {Hier sind höchstens # Bilder und Videos möglich.}}',
    media_count_too_low:
      '{limit, plural, one {Hier ist mindestens ein Bild oder Video nötig.} other {Hier sind mindestens # Bilder oder Videos nötig.}}',
    media_frame_rate_too_high: 'Das Video darf höchstens {limit, number} Bilder pro Sekunde haben.',
    media_frame_rate_too_low: 'Das Video braucht mindestens {limit, number} Bilder pro Sekunde.',
    media_frames_exceeded: 'Die Animation darf höchstens {limit, number} Einzelbilder haben.',
    media_mix_not_allowed: 'Diese Zusammenstellung von Bildern und Videos ist hier nicht möglich.',
    media_not_checked: 'Die Dateien hinter den URLs werden geprüft, wenn der Beitrag angelegt wird.',
    media_not_ready: 'Die Datei ist noch nicht fertig hochgeladen und verarbeitet.',
    media_pixels_exceeded: 'Alle Einzelbilder zusammen dürfen höchstens {limit, number} Pixel haben.',
    media_pages_exceeded:
      'Das Dokument darf höchstens {limit, number} Seiten haben, es sind {actual, number}.',
    media_ratio_too_high:
      'Das Bild oder Video ist zu breit: Das Seitenverhältnis (Breite geteilt durch Höhe) darf höchstens {limit, number} sein.',
    media_ratio_too_low:
      'Das Bild oder Video ist zu hoch: Das Seitenverhältnis (Breite geteilt durch Höhe) muss mindestens {limit, number} sein.',
    media_required: 'Diesem Beitrag fehlen noch Medien.',
    media_side_too_long:
      'Das Bild oder Video ist zu groß: Eine Seite darf höchstens {limit, number} Pixel haben.',
    media_too_few_bytes: 'Die Datei ist zu klein: mindestens {size}.',
    media_too_large: 'Die Datei ist zu groß: höchstens {size}.',
    media_too_long: 'Das Video ist zu lang: höchstens {seconds, number} Sekunden.',
    media_too_short: 'Das Video ist zu kurz: mindestens {seconds, number} Sekunden.',
    media_too_small: 'Das Bild oder Video ist zu klein: Jede Seite braucht mindestens {limit, number} Pixel.',
    media_too_wide: 'Das Bild oder Video ist zu breit: höchstens {limit, number} Pixel.',
    media_type_not_allowed:
      '{mime, select, none {Dateien dieser Art sind hier nicht möglich.} other {Dateien vom Typ {mime} sind hier nicht möglich.}}',
    media_video_codec_not_allowed: 'Die Plattform nimmt Videos mit diesem Video-Codec nicht an.',
    mention_limit_exceeded:
      'Der Text darf höchstens {limit, number} Erwähnungen enthalten, hier sind es {actual, number}.',
    mention_not_in_text: 'Der Text enthält diese Erwähnung nicht.',
    mentions_not_unique: 'Jeder Name kann nur für eine Erwähnung verwendet werden.',
    missing_part: 'Ein Teil der Datei fehlt. Laden Sie sie erneut hoch.',
    no_sandbox: 'Auf diesem Server gibt es für diese Plattform keine Sandbox.',
    not_a_failed_target:
      'Dieses Konto kann nicht erneut versucht werden, weil dort nichts fehlgeschlagen ist.',
    not_editable: 'Der Titel lässt sich auf dieser Plattform nicht bearbeiten.',
    not_importable: 'Dieses Konto kann nicht verbunden werden.',
    not_in_future: 'Der Zeitpunkt muss in der Zukunft liegen.',
    not_requested: 'Lassen Sie mindestens eines der Rechte zu, um die die App bittet.',
    not_searchable: 'Danach lässt sich auf dieser Plattform nicht suchen.',
    not_supported: 'Die Plattform dieses Kontos bietet das nicht an.',
    option_may_be_ignored: 'Instagram lehnt diese Angabe bei manchen Apps ab oder übergeht sie.',
    option_not_kept_in_draft: 'TikTok übernimmt diese Option nicht in einen Entwurf.',
    other_workspace: 'Das Konto gehört zu einem anderen Arbeitsbereich.',
    part_may_be_rejected:
      'X lehnt diesen Teil möglicherweise ab, denn X erlaubt vielen Apps nur bestimmte Antworten.',
    parts_not_supported:
      'Hier kann ein Beitrag nur einen Teil haben. Entfernen Sie die weiteren Teile für dieses Konto.',
    place_not_supported:
      'Ein Ort lässt sich in Reels und in Beiträgen ohne Video angeben, aber nicht in Storys und anderen Videos.',
    plan_limit_api_posts:
      'Der Arbeitsbereich hat alle API-Beiträge verbraucht, die sein Tarif in diesem Monat enthält.',
    plan_limit_posts:
      'Der Arbeitsbereich hat alle Beiträge verbraucht, die sein Tarif in diesem Monat enthält.',
    platform_not_supported: 'Auf diese Plattform kann dieser Server noch nicht veröffentlichen.',
    platform_quota_foreseen:
      'Die Plattform lässt höchstens {limit, number} Beiträge pro Tag zu, mit diesem wären es {actual, number}. {hasTime, select, yes {Der nächste freie Zeitpunkt ist {time}.} other {In der folgenden Woche ist, soweit bekannt, nichts frei.}}',
    poll_options_not_unique: 'Die Antworten einer Umfrage müssen sich unterscheiden.',
    poll_with_article:
      'Ein LinkedIn-Beitrag kann entweder eine Umfrage oder eine Link-Karte haben, aber nicht beides.',
    poll_with_media: 'Ein Beitrag kann entweder eine Umfrage oder Medien haben, aber nicht beides.',
    private_paid_partnership:
      'Eine bezahlte Partnerschaft kann nicht nur für das Konto selbst sichtbar sein. Wählen Sie, wer den Beitrag sonst sehen kann.',
    quote_may_be_rejected:
      'X lehnt den Beitrag möglicherweise ab: Seit April 2026 nimmt X Zitate nur noch aus Apps seiner Unternehmenskunden an.',
    quote_with_media:
      'Ein Beitrag auf X kann entweder einen anderen zitieren oder Medien haben, aber nicht beides.',
    quote_with_poll:
      'Ein Beitrag auf X kann entweder einen anderen zitieren oder eine Umfrage haben, aber nicht beides.',
    reconnect_needed_before:
      'Der Zugriff auf das Konto endet am {time}, bevor der Beitrag fällig ist. Verbinden Sie das Konto vorher neu.',
    reply_may_be_rejected:
      'X lehnt die Antwort möglicherweise ab: Gewöhnliche Apps dürfen nur Personen antworten, die das Konto erwähnt oder zitiert haben.',
    return_url_refused: 'Die Adresse für die Rückkehr ist nicht erlaubt.',
    role_without_replies:
      'Diesem Mitglied können keine Kommentare zugewiesen werden, weil seine Rolle keine Antworten erlaubt.',
    same_text_recently: 'Ein anderer Beitrag der letzten 24 Stunden hat für dieses Konto denselben Text.',
    several_attachments:
      'Threads sagt nicht, ob ein Beitrag mehr als eines von Umfrage, GIF und Link-Karte haben kann. Möglicherweise wird er abgelehnt.',
    share_without_community:
      'Mit Followern teilen lassen sich nur Beiträge in einer Community. Geben Sie sie an.',
    size_mismatch: 'Die Datei ist nicht so groß wie angekündigt. Laden Sie sie erneut hoch.',
    spoiler_limit_exceeded:
      'Höchstens {limit, number} Stellen des Textes lassen sich verbergen, hier sind es {actual, number}.',
    spoiler_media_without_media: 'Der Beitrag hat keine Bilder oder Videos, die sich verbergen lassen.',
    spoiler_not_in_text: 'Der Text enthält diese Stelle nicht Wort für Wort.',
    tag_place_not_allowed: 'Eine Markierung in einem Video hat keine Position. Entfernen Sie die Abstände.',
    tag_place_required: 'Eine Markierung in einem Bild braucht eine Position. Geben Sie beide Abstände an.',
    tag_without_media: 'Der Beitrag hat kein Bild oder Video mit dieser Nummer.',
    tagged_users_without_media: 'Personen lassen sich nur in Medien markieren, und der Beitrag hat keine.',
    text_bytes_exceeded:
      'Der Text ist zu lang: höchstens {limit, number} Byte in UTF-8, es sind {actual, number}.',
    text_format_not_supported: 'Nur ein Text ohne Medien und ohne Link kann einen Hintergrund haben.',
    text_format_too_long: 'Ein Text mit Hintergrund darf höchstens {limit, number} Zeichen haben.',
    text_may_be_cut:
      'Pinterest zeigt möglicherweise nur die ersten {limit, number} Zeichen der Beschreibung.',
    text_not_kept_in_draft: 'TikTok übernimmt den Text nicht in den Entwurf eines Videos.',
    text_not_sent:
      'TikTok nimmt zum Entwurf eines Videos keinen Text an. Der Text wird nicht gesendet; der Inhaber des Kontos schreibt ihn in der TikTok-App.',
    text_not_shown: 'Zu einer Story gehört kein Text. Er wird nicht gesendet.',
    text_required: 'Ohne Text geht es hier nicht.',
    text_too_long:
      'Der Text ist um {over, number} zu lang: höchstens {limit, number} Zeichen, es sind {actual, number}.',
    thumb_offset_too_late: 'Das Titelbild muss eine Stelle vor dem Ende des Videos sein.',
    thumbnail_offset_too_late: 'Das Titelbild muss eine Stelle innerhalb des Videos sein.',
    title_without_video: 'Nur Videos und Reels haben einen Titel.',
    too_deep: 'Die Anfrage ist zu tief verschachtelt.',
    too_expensive: 'Diese Suche ist zu aufwendig. Suchen Sie nach einem längeren oder selteneren Wort.',
    too_far_ahead: 'Der Zeitpunkt muss in den nächsten fünf Jahren liegen.',
    too_many_accounts: 'Ein Arbeitsbereich kann höchstens {limit, number} verbundene Konten haben.',
    too_many_apps:
      'Höchstens {limit, number} Apps können Zugriff haben. Widerrufen Sie zuerst den einer App.',
    too_many_comments: 'Zu diesem Beitrag sind keine weiteren Kommentare möglich.',
    too_many_edits: 'Der Beitrag wurde schon {limit, number}-mal bearbeitet. Mehr ist nicht möglich.',
    too_many_endpoints: 'Ein Arbeitsbereich kann höchstens {limit, number} Webhook-Endpunkte haben.',
    too_many_keys: 'Sie können höchstens {limit, number} API-Schlüssel haben. Widerrufen Sie zuerst einen.',
    too_many_links:
      'Ein Arbeitsbereich kann höchstens {limit, number} Kundenlinks haben. Widerrufen Sie zuerst einen.',
    too_many_hashtag_sets: 'Ein Arbeitsbereich kann höchstens {limit, number} Hashtag-Sets haben.',
    too_many_media: 'Ein Arbeitsbereich kann höchstens {limit, number} Dateien haben.',
    too_many_members:
      'Ein Arbeitsbereich kann höchstens {limit, number} Mitglieder und offene Einladungen haben.',
    too_many_notes: 'Ein Kommentar kann höchstens {limit, number} Notizen haben.',
    too_many_runs: 'Dieser Beitrag wurde zu oft versucht. Duplizieren Sie ihn.',
    too_many_saved_replies: 'Ein Arbeitsbereich kann höchstens {limit, number} gespeicherte Antworten haben.',
    too_many_sessions: 'Es laufen zu viele Verbindungsversuche. Versuchen Sie es später noch einmal.',
    too_many_values: 'Die Anfrage enthält zu viele Werte.',
    too_many_waiting_posts:
      'In einem Arbeitsbereich können höchstens {limit, number} Beiträge auf ihre Zeit warten.',
    too_much_text: 'Alle Texte zusammen dürfen höchstens {limit, number} Zeichen haben.',
    two_thumbnails: 'Wählen Sie als Titelbild entweder ein Bild oder eine Stelle des Videos.',
    unknown_account: 'Dieses Konto gibt es im Arbeitsbereich nicht.',
    unknown_candidate: 'Dieses Konto steht nicht mehr zur Auswahl.',
    unknown_media: 'Diese Datei gibt es für Beiträge dieses Arbeitsbereichs nicht.',
    url_rejected: 'Diese URL ist nicht erlaubt.',
    wrong_password: 'Das aktuelle Passwort ist falsch.',
    wrong_place: 'Die Sandbox und echte Konten lassen sich beim Neuverbinden nicht tauschen.',
    wrong_platform: 'Das Konto gehört zu einer anderen Plattform.',
  },
  error: {
    UNAUTHORIZED: 'Sie sind nicht angemeldet.',
    INVALID_API_KEY: 'Den API-Schlüssel gibt es nicht, oder er wurde widerrufen.',
    INVALID_CREDENTIALS:
      'E-Mail-Adresse oder Passwort ist falsch, oder der Link ist abgelaufen oder schon verwendet.',
    SIGN_UP_CLOSED: 'Auf diesem Server werden Konten nur auf Einladung angelegt.',
    FORBIDDEN_WORKSPACE: 'Sie haben keinen Zugriff auf diesen Arbeitsbereich.',
    INSUFFICIENT_ROLE: 'Bitten Sie einen Inhaber oder Administrator des Arbeitsbereichs darum.',
    INSUFFICIENT_SCOPE: 'Dem API-Schlüssel oder der App fehlt dafür ein Recht.',
    CROSS_ORIGIN_REFUSED: 'Das geht nur auf den eigenen Seiten dieses Servers.',
    FEATURE_NOT_AVAILABLE: 'Diese Funktion gehört nicht zum Tarif des Arbeitsbereichs.',
    PLAN_LIMIT_POSTS:
      'Der Arbeitsbereich hat alle Beiträge verbraucht, die sein Tarif in diesem Monat enthält.',
    PLAN_LIMIT_API_POSTS:
      'Der Arbeitsbereich hat alle API-Beiträge verbraucht, die sein Tarif in diesem Monat enthält.',
    PLAN_LIMIT_WORKSPACES:
      'Ein weiterer Arbeitsbereich ist in Ihrem Tarif oder auf diesem Server nicht möglich.',
    WORKSPACE_REQUIRES_PAID_ADD_ON: 'Ein weiterer Arbeitsbereich kostet monatlich etwas.',
    WORKSPACE_BILLING_FAILED:
      'Die Zahlung wurde abgelehnt. Berichtigen Sie die Karte unter „Zahlung und Rechnungen“.',
    X_PAYMENT_METHOD_REQUIRED: 'Um ein Konto bei X zu verbinden, muss eine Zahlungskarte hinterlegt sein.',
    DEVELOPER_PAYMENT_METHOD_REQUIRED:
      'Um in diesem Tarif weitere Konten zu verbinden, muss eine Zahlungskarte hinterlegt sein.',
    RATE_LIMITED:
      'Das waren zu viele Anfragen. Warten Sie einen Moment und versuchen Sie es dann noch einmal.',
    NOT_FOUND: 'Das gibt es nicht oder nicht mehr.',
    METHOD_NOT_ALLOWED: 'Das ist hier nicht möglich.',
    UNSUPPORTED_MEDIA_TYPE: 'Die Anfrage hat ein Format, das der Server nicht annimmt.',
    PAYLOAD_TOO_LARGE: 'Die Anfrage ist zu groß.',
    VALIDATION_FAILED: 'Einige Angaben sind nicht gültig.',
    MUST_SPECIFY_EXACTLY_ONE: 'Einige Angaben schließen einander aus oder fehlen.',
    PLATFORM_RULE_VIOLATION: 'Der Beitrag verstößt gegen eine Regel einer Plattform.',
    URL_INGEST_DISABLED: 'Dieser Server lädt keine Medien von URLs. Laden Sie die Datei hoch.',
    URL_REJECTED: 'Diese URL ist nicht erlaubt. Verwenden Sie eine öffentliche Adresse mit https.',
    UNSUPPORTED_MIME: 'Dateien dieser Art sind hier nicht möglich, oder die Datei ist beschädigt.',
    FILE_TOO_LARGE: 'Die Datei ist zu groß.',
    EMPTY_BODY: 'Die Datei ist leer.',
    FETCH_FAILED: 'Die Datei konnte nicht von dieser URL geladen werden.',
    STORAGE_LIMIT: 'Für diese Datei hat der Arbeitsbereich nicht mehr genug Speicherplatz.',
    STORAGE_WRITE_FAILED: 'Die Datei konnte nicht gespeichert werden. Versuchen Sie es noch einmal.',
    STORAGE_FULL: 'Auf dem Server ist nicht genug Speicherplatz frei. Es wurde nichts gespeichert.',
    MEDIA_IN_USE: 'Beiträge, die noch nicht veröffentlicht sind, oder die Marke verwenden diese Datei.',
    SIGNATURE_INVALID: 'Diese Adresse ist abgelaufen oder nicht gültig. Versuchen Sie es noch einmal.',
    TARGET_NOT_PUBLISHED: 'Das ist nur möglich, solange der Beitrag öffentlich ist.',
    NO_EXTERNAL_ID:
      'Punctual weiß nicht, welcher Beitrag auf der Plattform gemeint ist, und kann ihn deshalb nicht kommentieren, korrigieren oder entfernen. Tun Sie das auf der Plattform.',
    CHANGE_NOT_POSSIBLE:
      'Die Plattform lässt nicht zu, dass Punctual diesen Beitrag entfernt oder korrigiert. Tun Sie das auf der Plattform.',
    CHANGE_UNDER_WAY: 'Der Beitrag wird auf dieser Plattform gerade entfernt oder korrigiert.',
    NO_COMMENT_TO_RETRY: 'Der Beitrag hat auf diesem Konto keinen ersten Kommentar.',
    NO_ERROR_TO_RETRY: 'Der erste Kommentar ist schon öffentlich oder wird gerade veröffentlicht.',
    RETRY_COOLDOWN:
      'Der erste Kommentar wurde vor weniger als einer Minute versucht. Versuchen Sie es später noch einmal.',
    INVALID_STATE: 'Der aktuelle Zustand lässt das nicht zu. Laden Sie die Seite neu, um ihn zu sehen.',
    IDEMPOTENCY_KEY_IN_USE: 'Die Anfrage wird noch bearbeitet. Versuchen Sie es gleich noch einmal.',
    IDEMPOTENCY_KEY_REUSED:
      'Diese Anfrage wurde schon mit anderen Angaben gesendet. Laden Sie die Seite neu.',
    PRECONDITION_FAILED: 'Das hat sich inzwischen geändert. Prüfen Sie den neuen Stand, bevor Sie es ändern.',
    CONFLICT: 'Das gibt es schon, oder es hat sich inzwischen geändert.',
    FK_VIOLATION: 'Etwas, das hier verwendet wird, wurde inzwischen gelöscht, oder ein Konto wurde getrennt.',
    RETRY:
      'Das ist vorübergehend nicht möglich, oder es ließ sich nicht bestätigen. Versuchen Sie es noch einmal.',
    PLATFORM_ALREADY_CONNECTED: 'Dieses Konto ist schon mit dem Arbeitsbereich verbunden.',
    PLATFORM_NOT_CONFIGURED:
      'Konten dieser Plattform lassen sich erst verbinden, wenn der Betreiber dieses Servers die Plattform eingerichtet hat.',
    PLATFORM_AUTH_FAILED: 'Die Plattform erlaubt das dem Konto nicht mehr. Verbinden Sie es neu.',
    INTERNAL_ERROR: 'Auf dem Server ist ein Fehler aufgetreten.',
  },
} as const;

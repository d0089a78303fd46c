/** Translations of texts about options: their titles, descriptions and values, by the English text. */
export default {
  Platform: 'Plattform',
  'Optional: the account already determines it.': 'Ergibt sich schon aus dem Konto.',
  'Post type': 'Art des Beitrags',
  'What to publish. By default a single video becomes a reel and everything else a feed post. A story shows no text and has no comments.':
    'Ohne Angabe wird ein einzelnes Video zum Reel und alles andere zum Beitrag im Feed. Eine Story zeigt keinen Text und hat keine Kommentare.',
  'Show in the feed': 'Im Feed zeigen',
  'Reels only: whether the reel also appears in the feed and on the profile grid. Instagram’s default: true.':
    'Nur Reels: Das Reel erscheint auch im Feed und im Raster des Profils. Ohne Angabe zeigt Instagram es dort.',
  'Cover image': 'Titelbild',
  'Reels only: the cover, as the id of an image in the media library. Not together with thumbOffsetMs.':
    'Nur Reels. Nicht zusammen mit einem Titelbild aus dem Video.',
  'Cover frame (milliseconds)': 'Titelbild aus dem Video (Millisekunden)',
  'Reels only: the moment of the video to use as the cover, in milliseconds. Instagram’s default: 0.':
    'Nur Reels: die Stelle des Videos, die als Titelbild dient, in Millisekunden. Ohne Angabe ist es der Anfang.',
  Collaborators: 'Mitwirkende',
  'Accounts to invite as collaborators. The post also appears on the profiles of those who accept. Not for stories.':
    'Konten, die zur Mitwirkung eingeladen werden. Nimmt eines an, erscheint der Beitrag auch in dessen Profil. Nicht für Storys.',
  Username: 'Benutzername',
  'The username, without the @ sign.': 'Der Benutzername ohne @.',
  'Tagged accounts': 'Markierte Konten',
  'Accounts to tag in the images and videos.': 'Konten, die in den Bildern und Videos markiert werden.',
  'Distance from the left': 'Abstand von links',
  'Distance from the left edge, 0 to 1. Required on images; leave it out on videos.':
    'Abstand vom linken Rand, 0 bis 1. Bei Bildern erforderlich, bei Videos leer lassen.',
  'Distance from the top': 'Abstand von oben',
  'Distance from the top edge, 0 to 1. Required on images; leave it out on videos.':
    'Abstand vom oberen Rand, 0 bis 1. Bei Bildern erforderlich, bei Videos leer lassen.',
  'Carousel item': 'Nummer im Karussell',
  'In a carousel: the item to tag, counted from 0.':
    'In einem Karussell: das Bild oder Video mit der Markierung. Das erste hat die Nummer 0.',
  Location: 'Standort',
  'The location, as the id of a Facebook Page that has one. Not for stories.':
    'Der Standort, angegeben durch die ID einer Facebook-Seite, die einen hat. Nicht für Storys.',
  'Audio name': 'Name des Tons',
  'Reels only: a name for the original audio.': 'Nur Reels: ein Name für den Originalton.',
  'Trial reel': 'Test-Reel',
  'Reels only: a trial reel, which is shown to non-followers first. Not every account can publish one.':
    'Nur Reels: Ein Test-Reel sehen zuerst Personen, die dem Konto nicht folgen. Nicht jedes Konto kann eines veröffentlichen.',
  'When followers see it': 'Wann Follower es sehen',
  'When followers see the reel: MANUAL, when the account owner decides; SS_PERFORMANCE, when it performs well.':
    'Follower sehen das Reel, wenn der Inhaber des Kontos es entscheidet oder wenn es gut ankommt.',
  'Made with AI': 'Mit KI erstellt',
  'Labels the post as made with AI.': 'Kennzeichnet den Beitrag als mit KI erstellt.',
  'Paid partnership': 'Bezahlte Partnerschaft',
  'Labels the post as a paid partnership.': 'Kennzeichnet den Beitrag als bezahlte Partnerschaft.',
  'Allow comments': 'Kommentare erlauben',
  'If false, comments are turned off shortly after the post is published. Not for stories.':
    'Sonst werden Kommentare kurz nach der Veröffentlichung ausgeschaltet. Nicht für Storys.',
  'POST appears in the feed of the Page. REEL is one portrait video. STORY is one image or video.':
    'Ein Beitrag erscheint im Feed der Seite. Ein Reel ist ein Video im Hochformat. Eine Story ist ein Bild oder Video.',
  Link: 'Link',
  'The URL to show as a link card below the text. Only for posts without media.':
    'Die URL, die unter dem Text als Link-Karte erscheint. Nur für Beiträge ohne Medien.',
  Title: 'Titel',
  'The title of a video or reel.': 'Der Titel eines Videos oder Reels.',
  Place: 'Ort',
  'The place to tag, by the id of its Facebook Page. Not for stories, and for videos only if they are reels.':
    'Der Ort, angegeben durch die ID seiner Facebook-Seite. Nicht für Storys, und für Videos nur, wenn sie Reels sind.',
  'Colored background': 'Farbiger Hintergrund',
  'The id of a colored background, for a short text without media or a link.':
    'Die ID eines farbigen Hintergrunds für einen kurzen Text ohne Medien und ohne Link.',
  'Who can reply': 'Wer antworten kann',
  'Who may reply. Default: everyone.': 'Ohne Angabe kann jeder antworten.',
  Community: 'Community',
  'The id of the community to post in.': 'Die ID der Community, in der der Beitrag erscheint.',
  'Share with followers': 'Mit Followern teilen',
  'Also shows a community post to the account’s followers. Requires communityId.':
    'Zeigt einen Beitrag in einer Community auch den Followern des Kontos. Nur mit einer Community.',
  Poll: 'Umfrage',
  'A poll. Not together with media.': 'Nicht zusammen mit Medien.',
  Answers: 'Antworten',
  'The possible answers.': 'Die möglichen Antworten.',
  'The possible answers. They must all be different.':
    'Die möglichen Antworten. Alle müssen verschieden sein.',
  'Voting time (minutes)': 'Abstimmungsdauer (Minuten)',
  'How long people can vote, in minutes: 5 minutes to 7 days.':
    'Wie lange abgestimmt werden kann, in Minuten: von 5 Minuten bis 7 Tage.',
  'Tagged users': 'Markierte Personen',
  'The ids of users to tag in the media.': 'Die IDs der Personen, die in den Medien markiert werden.',
  'Subscribers only': 'Nur für Abonnenten',
  'Shows the post only to the account’s paying subscribers.':
    'Zeigt den Beitrag nur den zahlenden Abonnenten des Kontos.',
  'Long post': 'Langer Beitrag',
  'Allows 25,000 characters instead of 280. X rejects long posts from accounts without a paid subscription that includes them.':
    'Erlaubt 25.000 statt 280 Zeichen. X lehnt lange Beiträge von Konten ab, deren Abonnement sie nicht enthält.',
  'Who can see it': 'Wer es sehen kann',
  'Who can see the post: everyone, or only the member’s connections.':
    'Den Beitrag sehen alle oder nur die Kontakte des Mitglieds.',
  'Turn off reshares': 'Teilen ausschalten',
  'If true, nobody can reshare the post.': 'Niemand kann den Beitrag teilen.',
  'Link card': 'Link-Karte',
  'A link to show as a card. Not together with media.':
    'Ein Link, der als Karte erscheint. Nicht zusammen mit Medien.',
  URL: 'URL',
  'The URL that the card links to.': 'Die URL, zu der die Karte führt.',
  'The title on the card. LinkedIn does not read it from the page.':
    'Der Titel auf der Karte. LinkedIn liest ihn nicht von der Seite.',
  'Title of the document': 'Titel des Dokuments',
  'The title above the pages of a document. Every post with a document needs one.':
    'Der Titel über den Seiten eines Dokuments. Jeder Beitrag mit einem Dokument braucht einen.',
  Description: 'Beschreibung',
  'The text below the title.': 'Der Text unter dem Titel.',
  Image: 'Bild',
  'The image on the card, as the id of an image in the media library.': 'Das Bild auf der Karte.',
  'A poll. Not together with media or a link card.': 'Nicht zusammen mit Medien oder einer Link-Karte.',
  Question: 'Frage',
  'The question.': 'Die Frage.',
  'Voting time': 'Abstimmungsdauer',
  'How long people can vote.': 'Wie lange abgestimmt werden kann.',
  Mentions: 'Erwähnungen',
  'The people and companies that the text mentions. Each "@name" in the text becomes a link to that profile or page, and its owner is notified.':
    'Die Personen und Unternehmen, die der Text erwähnt. Jedes „@Name“ im Text wird zu einem Link auf das Profil oder die Seite, und der Inhaber wird benachrichtigt.',
  'Name in the text': 'Name im Text',
  'The name as it appears in the text after the "@".': 'Der Name, wie er im Text nach dem @ steht.',
  'Profile or page': 'Profil oder Seite',
  'Who is mentioned: urn:li:organization:… or urn:li:person:….':
    'Wer erwähnt wird: urn:li:organization:… oder urn:li:person:….',
  'Who can see the post. Posts of a company page are always public.':
    'Beiträge einer Unternehmensseite sind immer öffentlich.',
  'Images only: who can see the post. Videos are always public.':
    'Nur Bilder: wer den Beitrag sehen kann. Videos sind immer öffentlich.',
  'Turn off comments': 'Kommentare ausschalten',
  'If true, comments are off.': 'Niemand kann kommentieren.',
  'Turn off duets': 'Duette ausschalten',
  'Videos only: if true, nobody can make a duet with the video.':
    'Nur Videos: Niemand kann mit dem Video ein Duett erstellen.',
  'Turn off stitches': 'Stitches ausschalten',
  'Videos only: if true, nobody can stitch the video.':
    'Nur Videos: Niemand kann mit dem Video einen Stitch erstellen.',
  'Promotes your own business': 'Werbung für das eigene Unternehmen',
  'Labels the post as promoting the account’s own business.':
    'Kennzeichnet den Beitrag als Werbung für das eigene Unternehmen des Kontos.',
  'Labels the post as a paid partnership. If isBrandOrganic is also true, this label wins.':
    'Kennzeichnet den Beitrag als bezahlte Partnerschaft. Diese Kennzeichnung hat Vorrang vor der Werbung für das eigene Unternehmen.',
  'Videos only: labels the video as made with AI. This cannot be changed later.':
    'Nur Videos: Kennzeichnet das Video als mit KI erstellt. Das lässt sich später nicht ändern.',
  'Send as a draft to the inbox': 'Als Entwurf in den Posteingang senden',
  'Sends the post to the account’s TikTok inbox as a draft instead of publishing it. A video draft has only the video; an image draft also has the title and caption.':
    'Sendet den Beitrag als Entwurf in den TikTok-Posteingang des Kontos, statt ihn zu veröffentlichen. Der Entwurf eines Videos enthält nur das Video, der von Bildern auch Titel und Text.',
  'Videos only: the cover, as the id of an image in the media library.': 'Nur Videos.',
  'Videos only: the moment to use as the cover, in milliseconds. Default: the first frame.':
    'Nur Videos: die Stelle, die als Titelbild dient, in Millisekunden. Ohne Angabe ist es der Anfang.',
  'Images only: a title of at most 90 characters.': 'Nur Bilder: ein Titel von höchstens 90 Zeichen.',
  'Cover image number': 'Nummer des Titelbilds',
  'Images only: the image to use as the cover, counted from 0.':
    'Nur Bilder: das Bild, das als Titelbild dient.',
  'Add music': 'Musik hinzufügen',
  'Images only: TikTok adds recommended music.': 'Nur Bilder: TikTok fügt empfohlene Musik hinzu.',
  'How to publish': 'Art der Veröffentlichung',
  'DIRECT_POST publishes the post. MEDIA_UPLOAD sends a draft to the account’s TikTok inbox, and the account owner finishes it in the TikTok app. A draft counts as published once it is in the inbox; it has no public URL.':
    'Ein Entwurf kommt in den TikTok-Posteingang des Kontos, und der Inhaber des Kontos stellt ihn in der TikTok-App fertig. Er gilt als veröffentlicht, sobald er im Posteingang ist, und hat keine öffentliche URL.',
  'Who can see the post. Required for DIRECT_POST; there is no default because TikTok requires a person to choose. `GET /social-accounts/{id}/choices` lists the values that the account can use.':
    'TikTok verlangt, dass ein Mensch auswählt, wer den Beitrag sehen kann.',
  'Labels the post as a paid partnership with another business. Not together with SELF_ONLY.':
    'Kennzeichnet den Beitrag als bezahlte Partnerschaft mit einem anderen Unternehmen. Nicht zusammen mit „Nur das Konto selbst“.',
  'Videos only: labels the video as made with AI.': 'Nur Videos: Kennzeichnet das Video als mit KI erstellt.',
  'Images only: TikTok adds music.': 'Nur Bilder: TikTok fügt Musik hinzu.',
  'Images only: the image to use as the cover, counted from 0. Default: the first.':
    'Nur Bilder: das Bild, das als Titelbild dient. Ohne Auswahl ist es das erste.',
  'Images only: a title, shown above the text.': 'Nur Bilder: ein Titel, der über dem Text steht.',
  'The title of the video: one line of up to 100 characters, without "<" and ">".':
    'Der Titel des Videos: eine Zeile mit höchstens 100 Zeichen und ohne spitze Klammern.',
  'Made for kids': 'Für Kinder',
  'Whether the video is made for kids. YouTube requires this for every video. Comments are off on videos made for kids.':
    'YouTube verlangt diese Angabe für jedes Video. Bei Videos für Kinder sind Kommentare ausgeschaltet.',
  Tags: 'Tags',
  'Keywords, up to 500 characters in total. The commas between them count, and a tag with a space counts two more for its quotation marks.':
    'Stichwörter mit zusammen höchstens 500 Zeichen. Die Kommas dazwischen zählen mit, und ein Tag mit Leerzeichen zählt zwei Zeichen mehr.',
  Category: 'Kategorie',
  'The id of the category; 22 is "People & Blogs". `GET /social-accounts/{id}/choices` lists the categories.':
    'Die Kategorie des Videos.',
  'Who can see the video.': 'Wer das Video sehen kann.',
  'Notify subscribers': 'Abonnenten benachrichtigen',
  'Whether to notify the channel’s subscribers.': 'Die Abonnenten des Kanals werden benachrichtigt.',
  Playlist: 'Playlist',
  'The id of a playlist of the channel. The video is added to it after publishing.':
    'Eine Playlist des Kanals, angegeben durch ihre ID. Das Video wird nach der Veröffentlichung hinzugefügt.',
  Thumbnail: 'Vorschaubild',
  'The thumbnail, as the id of an image in the media library: JPEG or PNG, up to 50 MB.':
    'JPEG oder PNG, höchstens 50 MB.',
  License: 'Lizenz',
  'The license of the video.': 'Die Lizenz des Videos.',
  'Standard YouTube License': 'YouTube-Standardlizenz',
  'Creative Commons (CC BY)': 'Creative Commons (CC BY)',
  'Allow embedding': 'Einbetten erlauben',
  'Whether other websites can embed the video.': 'Andere Websites können das Video einbetten.',
  'Show statistics to everyone': 'Statistik für alle zeigen',
  'Whether everyone can see the video’s extended statistics.':
    'Alle können die erweiterte Statistik des Videos sehen.',
  Subtitles: 'Untertitel',
  'Subtitles for the video, which are added after publishing. This takes 400 of the 10,000 units that YouTube grants the app each day.':
    'Untertitel für das Video. Sie werden nach der Veröffentlichung hinzugefügt. Das kostet 400 der 10.000 Einheiten, die YouTube der App an einem Tag gibt.',
  File: 'Datei',
  'The subtitles, as the id of a WebVTT or SubRip file in the media library.':
    'Die Untertitel, eine Datei im Format WebVTT oder SubRip aus der Medienbibliothek.',
  'Language of the subtitles': 'Sprache der Untertitel',
  'The language of the subtitles, as a tag such as en or pt-BR.':
    'Die Sprache der Untertitel, als Kürzel wie de oder pt-BR.',
  'Name of the subtitles': 'Name der Untertitel',
  'What tells them apart from others of the same language: one line of up to 150 characters, without "<" and ">".':
    'Was sie von anderen in derselben Sprache unterscheidet: eine Zeile mit höchstens 150 Zeichen, ohne „<“ und „>“.',
  Language: 'Sprache',
  'The language of the title and description, as a tag such as en or pt-BR.':
    'Die Sprache von Titel und Beschreibung, als Kürzel wie de oder pt-BR.',
  'Altered or synthetic content': 'Veränderte oder künstliche Inhalte',
  'Whether the video shows altered or synthetic content that looks real.':
    'Das Video zeigt veränderte oder künstliche Inhalte, die echt aussehen.',
  'Paid product placement': 'Bezahlte Produktplatzierung',
  'Whether the video contains paid product placement.': 'Das Video enthält bezahlte Produktplatzierung.',
  Board: 'Pinnwand',
  'The board to pin to. `GET /social-accounts/{id}/choices` lists the account’s boards.':
    'Die Pinnwand für den Pin.',
  'Board section': 'Bereich der Pinnwand',
  'A section of that board. Default: no section.': 'Ein Bereich der gewählten Pinnwand.',
  'The title, shown above the description.': 'Der Titel, der über der Beschreibung steht.',
  'The URL that the pin links to.': 'Die URL, zu der der Pin führt.',
  'Alt text': 'Alternativtext',
  'Alt text, for people who cannot see the pin. Default: the alt texts of its media.':
    'Für Menschen, die den Pin nicht sehen können. Ohne Angabe gelten die Alternativtexte seiner Medien.',
  'Placeholder color': 'Farbe des Platzhalters',
  'The color shown while the image loads. Default: Pinterest chooses it.':
    'Die Farbe, die erscheint, solange das Bild lädt. Ohne Angabe wählt Pinterest sie.',
  'Cover frame (seconds)': 'Titelbild aus dem Video (Sekunden)',
  'Videos only: the second of the video to use as the cover, instead of coverMediaId. Default: 0.':
    'Nur Videos: die Sekunde, die statt eines eigenen Bildes als Titelbild dient. Ohne Angabe ist es der Anfang.',
  'First image of the carousel': 'Erstes Bild des Karussells',
  'Carousels only: the image to show first, counted from 0. Default: Pinterest decides.':
    'Nur Karussells: das Bild, das zuerst erscheint. Ohne Auswahl entscheidet Pinterest.',
  Topic: 'Thema',
  'One topic, without the # sign. Leading and trailing spaces are removed.': 'Ein Thema ohne #.',
  'The URL to show as a link card. Only for posts without media.':
    'Die URL, die als Link-Karte erscheint. Nur für Beiträge ohne Medien.',
  Languages: 'Sprachen',
  'The languages of the post, as BCP 47 tags such as "en" or "pt-BR".':
    'Die Sprachen des Beitrags, als Kürzel wie „de“ oder „pt-BR“.',
  'Content warnings': 'Inhaltswarnungen',
  'Content warnings for the post.': 'Warnungen zum Inhalt des Beitrags.',
  'Adult content': 'Inhalte für Erwachsene',
  'Sexually suggestive': 'Sexuell anzüglich',
  Nudity: 'Nacktheit',
  'Graphic media': 'Verstörende Medien',
  'Only for people who are signed in': 'Nur für angemeldete Personen',
  'Additional hashtags': 'Weitere Hashtags',
  'Additional hashtags that do not appear in the text.': 'Weitere Hashtags, die nicht im Text stehen.',
  'Who may reply, besides the author. Default: everyone. With an object, an account may reply if one of its rules matches.':
    'Wer außer dem Verfasser antworten kann. Ohne Angabe sind es alle.',
  'Accounts mentioned in the post': 'Im Beitrag erwähnte Konten',
  'Accounts mentioned in the post may reply.': 'Konten, die der Beitrag erwähnt, können antworten.',
  'Followers of the account': 'Follower des Kontos',
  'Followers of the account may reply.': 'Follower des Kontos können antworten.',
  'Accounts that the account follows': 'Konten, denen das Konto folgt',
  'Accounts that the account follows may reply.': 'Konten, denen das Konto folgt, können antworten.',
  'Members of lists': 'Mitglieder von Listen',
  'Members of these lists may reply. Each list is given by its at:// URI.':
    'Mitglieder dieser Listen können antworten. Jede Liste ist durch ihre URI mit at:// angegeben.',
  'Turn off quotes': 'Zitieren ausschalten',
  'If true, nobody can quote the post.': 'Niemand kann den Beitrag zitieren.',
  'A link to show as a card. If the post has an image, the card shows it.':
    'Ein Link, der als Karte erscheint. Hat der Beitrag ein Bild, zeigt die Karte es.',
  'The title on the card.': 'Der Titel auf der Karte.',
  'The text below the title. It may be empty.': 'Der Text unter dem Titel. Er kann leer sein.',
  'Post to quote': 'Beitrag, der zitiert wird',
  'The post to quote: its at:// URI, or the URL of its page on bsky.app.':
    'Der Beitrag, angegeben durch seine URI mit at:// oder die URL seiner Seite auf bsky.app.',
  'The post to quote: the URL of its page, or its id. Not together with media or a poll. X accepts quotes only from apps of its enterprise customers.':
    'Der Beitrag, der zitiert wird: die URL seiner Seite oder seine ID. Nicht zusammen mit Medien oder einer Umfrage. X nimmt Zitate nur aus Apps seiner Unternehmenskunden an.',
  'Post to reply to': 'Beitrag, auf den geantwortet wird',
  'The post that this one replies to: the URL of its page, or its id. X lets self-serve apps reply only to authors who have mentioned or quoted the account.':
    'Der Beitrag, auf den dieser antwortet: die URL seiner Seite oder seine ID. X erlaubt gewöhnlichen Apps nur Antworten an Personen, die das Konto erwähnt oder zitiert haben.',
  'A poll. Only for posts without media.': 'Eine Umfrage. Nur für Beiträge ohne Medien.',
  GIF: 'GIF',
  'A GIF of GIPHY: the URL of its page on giphy.com, or its id. Only for posts without media.':
    'Ein GIF von GIPHY: die URL seiner Seite auf giphy.com oder seine ID. Nur für Beiträge ohne Medien.',
  'Spoilers in the text': 'Verborgene Stellen im Text',
  'Passages of the text, word for word, that are hidden until a reader taps on them.':
    'Stellen des Textes, Wort für Wort, die verborgen sind, bis jemand darauf tippt.',
  'Hide images and videos': 'Bilder und Videos verbergen',
  'If true, all images and videos are hidden until a reader taps on them.':
    'Alle Bilder und Videos sind verborgen, bis jemand darauf tippt.',

  // Values of options, in readable form, and an account's choices
  Feed: 'Feed',
  Reels: 'Reels',
  Stories: 'Storys',
  Manual: 'Wenn der Inhaber des Kontos es entscheidet',
  'Ss performance': 'Wenn es gut ankommt',
  Post: 'Beitrag',
  Reel: 'Reel',
  Story: 'Story',
  Everyone: 'Alle',
  Following: 'Konten, denen das Konto folgt',
  'Mentioned users': 'Erwähnte Konten',
  Subscribers: 'Abonnenten',
  Verified: 'Verifizierte Konten',
  Public: 'Alle',
  Connections: 'Nur Kontakte',
  'One day': '1 Tag',
  'Three days': '3 Tage',
  'Seven days': '1 Woche',
  'Fourteen days': '2 Wochen',
  'Public to everyone': 'Alle',
  'Mutual follow friends': 'Freunde (Follower, denen das Konto auch folgt)',
  'Follower of creator': 'Follower',
  'Self only': 'Nur das Konto selbst',
  'Direct post': 'Sofort veröffentlichen',
  'Media upload': 'Als Entwurf senden',
  Unlisted: 'Alle mit dem Link',
  Private: 'Privat',
  'Accounts you follow': 'Konten, denen das Konto folgt',
  'Mentioned only': 'Nur erwähnte Konten',
  'Parent post author only': 'Nur der Verfasser des Beitrags',
  'Followers only': 'Follower',
  Nobody: 'Niemand',
  Friends: 'Freunde',
  'Friends: followers that the account follows back': 'Freunde: Follower, denen das Konto auch folgt',
  Followers: 'Follower',
  'Only you': 'Nur das Konto selbst',
  'Only me': 'Nur das Konto selbst',
  'Allow duets': 'Duette erlauben',
  'Allow stitches': 'Stitches erlauben',
  'No comments': 'Keine Kommentare',
  'No duets': 'Keine Duette',
  'No stitches': 'Keine Stitches',
  'Comments on': 'Kommentare erlaubt',
  'Comments off': 'Kommentare ausgeschaltet',
  'Duets on': 'Duette erlaubt',
  'Duets off': 'Duette ausgeschaltet',
  'Stitches on': 'Stitches erlaubt',
  'Stitches off': 'Stitches ausgeschaltet',
} as const;

import type { fill as english } from '../en/fill.ts'

export const fill: typeof english = {
  lead:
    'Holen Sie herein, was Sie haben: Ordner mit Filmen und Serien, wie Mediacenter sie führen, Tabellen, Auszüge ' +
    'und gespeicherte Ergebnisse von Wikidata, Antworten von TVmaze oder die Dateien von IMDb. Zuerst sehen Sie, was ' +
    'ein Import täte; geschrieben wird erst, wenn Sie es sagen, und jeder Import lässt sich als Ganzes rückgängig ' +
    'machen. Kein anderer Dienst wird gefragt.',
  uploadTitle: 'Datei hochladen',
  file: 'Datei',
  fileHint: (size, count, days) =>
    `Eine Tabelle, ein Auszug oder ein Ordner als ZIP- oder tar-Datei, bis ${size}. Sie muss in der Zeit ankommen, ` +
    `die der Server einer Anfrage gibt. Bis zu ${count} Dateien warten, ${days} Tage lang.`,
  arrived: 'Die Datei ist angekommen …',
  notSent: 'Die Datei konnte nicht gesendet werden. Versuchen Sie es noch einmal.',
  format: 'Was es ist',
  formats: {
    auto: 'Herausfinden',
    nfo: 'Ordner einer Mediathek (NFO-Dateien, Bilder, Namen)',
    wikidata: 'Wikidata: Auszug, gespeicherte Objekte oder Ergebnisse von Abfragen',
    imdb: 'IMDb: die sieben öffentlichen Dateien (private Installationen)',
    tvmaze: 'TVmaze: gespeicherte Antworten',
    csv: 'Tabelle (CSV)',
  },
  language: 'Sprache der Texte',
  languageHint: 'Etwa de oder de-AT, wo die Dateien sie nicht nennen. Leer bedeutet Englisch.',
  languageWrong: 'Geben Sie zwei Buchstaben wie de an, mit Land wie de-AT, oder nichts.',
  columns: 'Spalten einer Tabelle',
  columnsHint: 'Etwa title=Name,year=Wann, wo die erste Zeile sie nicht mit bekannten Namen nennt.',
  columnsWrong: (most) => `Geben Sie höchstens ${most} Zeichen an, etwa title=Name,year=Wann.`,
  look: 'Ansehen, was geschähe',
  folderTitle: 'Ordner des Servers wählen',
  noFolders:
    'Die Einstellung importFolders nennt Ordner, unter denen Sie wählen können. Hier nennt sie keinen, deshalb ' +
    'können Sie nur Dateien hochladen.',
  place: 'Gewählt',
  above: 'Übergeordneter Ordner',
  emptyFolder: 'In diesem Ordner ist nichts, was angezeigt werden kann.',
  moreEntries: (count) =>
    `Nur die ersten ${count} sind zu sehen. Hängen Sie den Namen eines anderen an die Adresse an.`,
  noPlace: 'Diesen Ordner gibt es nicht, oder er liegt nicht unter denen, die die Einstellung importFolders nennt.',
  folder: 'Ordner',
  sampleTitle: 'Der Beispielkatalog',
  sample: 'Der Katalog enthält die Beispiele, deren IDs auch Nummern anderer Filme sind.',
  sampleChoices: {
    remove: 'Zuerst entfernen; was jemand benutzt hat, bleibt',
    keep: 'Behalten',
  },
  sampleWrong: 'Sagen Sie, ob die Beispiele zuerst entfernt werden.',
  faults: {
    empty: 'Wählen Sie eine Datei, die nicht leer ist.',
    too_large: (size) => `Die Datei ist größer als ${size}.`,
    too_many: (count) => `Es warten schon ${count} Dateien. Importieren oder verwerfen Sie zuerst einige.`,
    jobs: (count) => `Sie haben schon ${count} laufende Aufträge. Warten Sie, bis einer fertig ist.`,
  },
  yours: 'Ihre Importe',
  states: {
    waiting: 'wartet',
    running: 'läuft',
    done: 'ist fertig',
    looked: 'angesehen, nichts ist geschrieben',
    failed: 'ist gescheitert',
    cancelled: 'wurde angehalten',
  },
  titleOfLook: (name) => `Was ein Import von ${name} täte`,
  titleOfImport: (name) => `Import von ${name}`,
  phases: {
    waiting: 'Wartet, bis ein anderer Import fertig ist',
    reading: 'Liest',
    matching: 'Findet heraus, welche Einträge es sind',
    checking: 'Prüft die Werte',
    writing: 'Schreibt',
  },
  doneOf: (done, total) => `${done} von ${total}`,
  leaveHint: 'Sie können diese Seite verlassen: Der Import läuft weiter.',
  stop: 'Anhalten',
  stopping: 'Hält an',
  nothingWritten: 'Noch ist nichts geschrieben.',
  counts: {
    created: 'Neue Einträge',
    changed: 'Geänderte Einträge',
    unchanged: 'Unveränderte Einträge',
    leftOut: 'Ausgelassen',
    deleted: 'Über Einträge, die hier gelöscht wurden',
    refused: 'Abgelehnt',
  },
  leftOutHint: 'Über das, was ausgelassen wird, entscheiden Sie nach dem Import auf der Seite *Zuordnungen*.',
  isFormat: (format) => `Format: ${format}`,
  doIt: 'Importieren',
  discard: 'Datei verwerfen',
  again: 'Noch einmal ansehen',
  keptHint: (days) =>
    'Etwas wurde ausgelassen, darum bleibt die Datei: Sehen Sie sie noch einmal an, wenn Sie entschieden haben. ' +
    `${days} Tage nach ihrer Ankunft wird sie entfernt.`,
  toMatches: 'Entscheiden, was offen blieb',
  toEdit: 'Alle Änderungen',
  undo: 'Diesen Import rückgängig machen',
  unchangedAll: 'Der Katalog kannte das alles schon.',
  refusedTitle: 'Abgelehnt',
  refusedHint: 'Diese Stellen wurden übergangen; alles andere wird übernommen.',
  moreRefused: (count) => `${count} weitere wurden abgelehnt; der Befehl import nennt alle.`,
  at: (file, line) => `${file}, Zeile ${line}`,
  stopped: 'Der Import wurde angehalten. Was geschrieben ist, bleibt; derselbe Import noch einmal vervollständigt es.',
  failures: {
    file_gone: 'Die Datei ist nicht mehr da oder liegt auf einer anderen Maschine dieser Installation.',
    ArchiveError:
      'Das Archiv lässt sich nicht entpacken: Es ist beschädigt, verschlüsselt oder enthält mehr, als ein Archiv darf.',
    UnknownFormatError: 'Es ist nicht zu erkennen, was das ist. Wählen Sie ein Format.',
    PrivateOnlyError: 'Diese Dateien sind nur für den persönlichen Gebrauch, und die Einstellung private ist aus.',
    fault: 'Etwas ist schiefgegangen. Das Protokoll des Servers sagt mehr.',
  },
  back: 'Alle Importe',
  notices: {
    discarded: 'Die Datei ist verworfen.',
    stopping: 'Der Import hält an.',
  },
}

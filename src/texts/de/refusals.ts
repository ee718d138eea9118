/** What imports have against a line or a file, as the end of a sentence about it. */
const reasons: readonly (readonly [form: RegExp, text: string])[] = [
  // Of any value.
  [/^is missing$/, 'fehlt'],
  [/^is empty$/, 'ist leer'],
  [/^is unknown$/, 'ist unbekannt'],
  [/^is not valid$/, 'ist ungültig'],
  [/^is not an object$/, 'ist kein Objekt'],
  [/^is not JSON(?: that can be read)?$/, 'ist kein JSON'],
  [/^is not complete JSON$/, 'ist kein vollständiges JSON'],
  [/^is not a kind of (?:line|record)$/, 'ist keine bekannte Art'],
  [/^has a value that is not allowed$/, 'hat einen Wert, der nicht erlaubt ist'],
  [/^has to be at least (\S+)$/, 'muss mindestens $1 sein'],
  [/^has to be at most (\S+)$/, 'darf höchstens $1 sein'],
  [/^has to be one of (.+)$/s, 'muss eines davon sein: $1'],
  [/^has to be an address that begins.*$/, 'muss eine Adresse sein, die mit https:// oder http:// beginnt'],
  [/^has to be a URL that begins.*$/, 'muss eine Adresse sein, die mit https:// oder http:// beginnt'],
  [/^has to be a day as .*$/, 'muss ein Tag in der Form JJJJ-MM-TT sein'],
  [/^has to be a moment as .*$/, 'muss ein Zeitpunkt in der Form JJJJ-MM-TTThh:mm:ssZ sein'],
  [/^has to be a path inside the folder of the lines$/, 'muss ein Pfad im Ordner der Zeilen sein'],
  [/^has to match (.+)$/s, 'muss dieser Form entsprechen: $1'],
  [/^is longer than (\d+) characters$/, 'ist länger als $1 Zeichen'],
  [/^is longer than (\d+) bytes$/, 'ist länger als $1 Byte'],
  [/^is larger than (\d+) bytes$/, 'ist größer als $1 Byte'],
  [/^is longer than the (\d+) bytes of a saved reply$/, 'ist länger als eine gespeicherte Antwort sein darf ($1 Byte)'],
  [/^has more than (\d+) entries$/, 'hat mehr als $1 Einträge'],
  [/^has the invisible character (.+)$/, 'enthält das unsichtbare Zeichen $1'],
  [/^has nothing that can be seen$/, 'enthält nichts Sichtbares'],
  [/^has a line break$/, 'enthält einen Zeilenumbruch'],
  [/^contains a NUL character.*$/, 'enthält Zeichen, die nicht gespeichert werden können'],
  // Of what lines refer to.
  [/^refers to a series that does not exist$/, 'verweist auf eine Serie, die es nicht gibt'],
  [/^refers to a season that does not exist$/, 'verweist auf eine Staffel, die es nicht gibt'],
  [/^refers to (.+), which does not exist$/s, 'verweist auf $1, was es nicht gibt'],
  [/^belongs to a record with other numbers$/, 'gehört zu einem Eintrag mit anderen Nummern'],
  [/^is taken by another id$/, 'ist unter einer anderen ID vergeben'],
  [/^belongs to more than (\d+) lines of one import$/, 'gehört zu mehr als $1 Zeilen eines Imports'],
  [
    /^belongs to a record of (.+), and no external id says that the two are the same$/s,
    'gehört zu einem Eintrag von $1, und keine externe ID sagt, dass beide derselbe sind',
  ],
  [/^is a built-in source.*$/, 'ist eine eingebaute Quelle, die Zeilen nicht ändern können'],
  [/^brings more than (\d+) sources into one import$/, 'bringt mehr als $1 Quellen in einen Import'],
  [
    /^is a source for personal use only.*$/,
    'ist eine Quelle nur für den persönlichen Gebrauch, für die die Einstellung private nötig ist',
  ],
  // Of files.
  [/^cannot be read any further: (.+)$/s, 'kann nicht weiter gelesen werden („$1“)'],
  [/^cannot be read: (.+)$/s, 'kann nicht gelesen werden („$1“)'],
  [/^is not text$/, 'ist kein Text'],
  [/^is not a folder$/, 'ist kein Ordner'],
  [/^is not read: it lies in more than (\d+) folders$/, 'wird nicht gelesen: Es liegt in mehr als $1 Ordnern'],
  [/^is a link that leads nowhere$/, 'ist eine Verknüpfung, die ins Leere führt'],
  [
    /^is a link to a folder outside.*$/,
    'ist eine Verknüpfung zu einem Ordner außerhalb, der nicht gelesen wird: Importieren Sie ihn selbst',
  ],
  [/^is a link to a file outside.*$/, 'ist eine Verknüpfung zu einer Datei außerhalb, die nicht gelesen wird'],
  [/^is not the path of a file$/, 'ist nicht der Pfad einer Datei'],
  [/^leads outside the folder of the lines$/, 'führt aus dem Ordner der Zeilen hinaus'],
  [
    /^is only possible for lines in a file.*$/,
    'ist nur für Zeilen in einer Datei möglich, nicht in der Standardeingabe',
  ],
  [/^looks like .+; import reads lines of JSON.*$/s, 'besteht nicht aus Zeilen in JSON, einer je Eintrag'],
  // Of XML.
  [/^is HTML$/, 'ist HTML'],
  [/^is not XML$/, 'ist kein XML'],
  [/^is not XML: it has no element$/, 'ist kein XML: Es hat kein Element'],
  [/^is not XML: (.+), at character (\d+)$/s, 'ist kein XML („$1“, bei Zeichen $2)'],
  [/^has an encoding that is not known, (.+)$/s, 'hat eine unbekannte Zeichenkodierung ($1)'],
  [/^has more than (\d+) elements inside of each other$/, 'hat mehr als $1 Elemente ineinander'],
  [/^has more than (\d+) elements$/, 'hat mehr als $1 Elemente'],
  [/^ends inside of (<.+>)$/s, 'endet innerhalb von $1'],
  [/^has no (<.+>)$/, 'hat kein $1'],
  [/^has no element that is read$/, 'hat kein Element, das gelesen wird'],
  [/^contains an address, in which there is no id that is known$/, 'enthält eine Adresse ohne eine bekannte ID'],
  [/^is about (<.+>), which is nothing that is read$/s, 'handelt von $1, was nicht gelesen wird'],
  [/^is not ([A-Z0-9_-]+)$/, 'ist nicht in $1 kodiert'],
  // Of films and series in folders.
  [/^has no name, and neither has its folder$/, 'hat keinen Namen, ebenso wenig wie der Ordner'],
  [/^has no title in its name$/, 'hat keinen Titel im Namen'],
  [
    /^says no season and episode, no day and no number, and neither does its name$/,
    'nennt weder Staffel und Folge noch Tag oder Nummer, und der Name auch nicht',
  ],
  [
    /^says no season and episode, no day and no number: .*$/,
    'nennt weder Staffel und Folge noch Tag oder Nummer: Geben Sie Staffel und Folge im Namen an (S01E02) oder in einer ' +
      'Datei daneben',
  ],
  [
    /^has only the number (\d+) among all episodes in its name, and it cannot be told which one that is: .*$/,
    'hat im Namen nur die Nummer $1 unter allen Folgen, und es ist unklar, welche das ist: Geben Sie dort Staffel und ' +
      'Folge an (S01E02) oder in einer Datei daneben',
  ],
  [
    /^has only the day (\S+) in its name, and no episode of that day is known: .*$/,
    'hat im Namen nur den Tag $1, von dem keine Folge bekannt ist: Geben Sie dort Staffel und Folge an (S01E02) oder in ' +
      'einer Datei daneben',
  ],
  [
    /^has only the day (\S+) in its name, and several episodes of that day are known: .*$/,
    'hat im Namen nur den Tag $1, von dem mehrere Folgen bekannt sind: Geben Sie dort Staffel und Folge an (S01E02) oder ' +
      'in einer Datei daneben',
  ],
  [/^is not one of the next (\d+) episodes$/, 'ist keine der nächsten $1 Folgen'],
  [/^is (\S+) minutes, and more than (\d+) are not taken$/, 'ist mit $1 Minuten länger als die $2, die möglich sind'],
  // Of tables and what other sites offer.
  [/^is none of (.+)$/s, 'ist keine davon: $1'],
  [/^has other columns than (.+)$/s, 'hat andere Spalten als $1'],
  [/^has (\d+) columns and not (\d+)$/, 'hat $1 Spalten und nicht $2'],
  [/^breaks the table$/, 'unterbricht die Tabelle'],
  [
    /^names no column with titles.*$/,
    'nennt keine Spalte mit Titeln; „title=NAME“ bei den Spalten sagt, welche es ist',
  ],
  [
    /^--columns names (.+), which is none of (.+)$/s,
    'hat nicht, was die Angabe zu den Spalten nennt ($1): Möglich sind $2',
  ],
  [/^has no column (.+), which --columns names$/s, 'hat keine Spalte $1, die die Angabe zu den Spalten nennt'],
  [/^may have its day or its month first$/, 'kann mit dem Tag oder mit dem Monat beginnen'],
  [/^is no day of a year with four digits$/, 'ist kein Tag eines Jahres mit vier Ziffern'],
  [/^is not an entity$/, 'ist keine Entität'],
  [/^has no entity of Wikidata$/, 'enthält keine Entität von Wikidata'],
  [/^has nothing of a show of TVmaze$/, 'enthält nichts über eine Serie von TVmaze'],
  [/^is more than (\d+) entries of one show$/, 'sind mehr als $1 Einträge einer Serie'],
  // Of pictures.
  [/^is too large$/, 'ist zu groß'],
  [/^is not a JPEG.*$/, 'ist kein Bild (JPEG, PNG, WebP, AVIF, GIF oder SVG)'],
  [/^is an SVG picture.*$/, 'ist ein SVG-Bild, und nur Logos dürfen SVG sein'],
  [/^is damaged or incomplete$/, 'ist beschädigt oder unvollständig'],
  [/^declares entities or refers.*$/, 'deklariert Entitäten oder verweist auf andere Dateien, was nicht erlaubt ist'],
  [/^is a drawing with too many parts.*$/, 'ist eine Zeichnung mit zu vielen oder mit ineinander enthaltenen Teilen'],
  [/^has too many pixels$/, 'hat zu viele Pixel'],
  [/^is animated.*$/, 'ist animiert, und nur stehende Bilder sind möglich'],
  [/^takes too long to read$/, 'braucht zu lange zum Lesen'],
  [/^cannot be stored: .*$/, 'kann nicht gespeichert werden: Der Datenträger oder der Bucket ist voll'],
  [/^is only downloaded with --fetch$/, 'wird nur mit --fetch heruntergeladen'],
  [/^has too many redirects$/, 'wird zu oft weitergeleitet'],
  [/^was answered with status (\d+)$/, 'wurde mit Status $1 beantwortet'],
  [/^took too long$/, 'hat zu lange gedauert'],
  [/^cannot be fetched: (.+)$/s, 'kann nicht geladen werden („$1“)'],
  [/^must not contain a user name or a password$/, 'darf keinen Benutzernamen und kein Passwort enthalten'],
  [/^must not name a port.*$/, 'darf keinen anderen Port als den von http oder https nennen'],
  [/^leads to a private or special network$/, 'führt in ein privates oder besonderes Netz'],
  // What is left of the forms above.
  [/^has to be a list$/, 'muss eine Liste sein'],
  [/^has to be (?:a|the) text$/, 'muss ein Text sein'],
  [/^has to be (.+)$/s, 'hat nicht die richtige Form'],
]

/** A reason in German; undefined for one that has no words here. */
export function refusalReason(reason: string): string | undefined {
  const [form, text] = reasons.find(([known]) => known.test(reason)) ?? []
  return form && text ? reason.replace(form, text) : undefined
}

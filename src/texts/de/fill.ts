import type { fill as english } from '../en/fill.ts'
import { refusalReason } from './refusals.ts'

export const fill: typeof english = {
  lead:
    'Importieren Sie, was Sie haben: Ordner einer Mediathek, Tabellen, Dumps oder Abfrageergebnisse von ' +
    'Wikidata, Antworten von TVmaze oder Dateien von IMDb. Sie sehen, was ein Import ändern würde, bevor ' +
    'etwas geschrieben wird, und können jeden Import als Ganzes rückgängig machen. Andere Dienste werden ' +
    'nicht gefragt.',
  uploadTitle: 'Datei hochladen',
  file: 'Datei',
  fileHint: (size, count, days) =>
    `Eine Tabelle, ein Dump oder ein Ordner als ZIP- oder tar-Datei, bis ${size}. Das Hochladen muss ` +
    `innerhalb des Zeitlimits für Anfragen fertig werden. Der Server bewahrt bis zu ${count} Dateien ${days} ` +
    'Tage lang auf.',
  arrived: 'Die Datei ist hochgeladen …',
  notSent: 'Die Datei konnte nicht hochgeladen werden. Versuchen Sie es noch einmal.',
  format: 'Format',
  formats: {
    auto: 'Automatisch erkennen',
    nfo: 'Ordner einer Mediathek (NFO-Dateien, Bilder, Namen)',
    wikidata: 'Wikidata: Dump, gespeicherte Objekte oder Abfrageergebnisse',
    imdb: 'IMDb: die sieben öffentlichen Dateien (private Installationen)',
    tvmaze: 'TVmaze: gespeicherte Antworten',
    csv: 'Tabelle (CSV)',
  },
  language: 'Sprache der Texte',
  languageHint:
    'Optional. Zum Beispiel de oder de-AT, wenn die Dateien sie nicht nennen. Bleibt das Feld leer, gilt ' +
    'Englisch.',
  languageWrong: 'Geben Sie zwei Buchstaben wie de ein, mit Land wie de-AT, oder lassen Sie das Feld leer.',
  columns: 'Spalten einer Tabelle',
  columnsHint: 'Optional. Zum Beispiel title=Name,year=Wann, wenn die Namen in der ersten Zeile nicht erkannt werden.',
  columnsWrong: (most) => `Geben Sie höchstens ${most} Zeichen ein, zum Beispiel title=Name,year=Wann.`,
  creates: 'Auch anlegen, was nur einen Dateinamen hat',
  createsHint:
    'Für Ordner einer Mediathek: Filme und Serien ohne NFO-Datei, die der Katalog nicht hat. Ihre Einträge ' +
    'enthalten, was die Namen der Dateien sagen.',
  look: 'Vorschau des Imports',
  folderTitle: 'Ordner des Servers wählen',
  noFolders:
    'Sie können Ordner wählen, die die Einstellung importFolders erlaubt. Sie ist nicht gesetzt, deshalb ' +
    'können Sie nur Dateien hochladen.',
  place: 'Gewählt',
  above: 'Übergeordneter Ordner',
  emptyFolder: 'In diesem Ordner gibt es nichts anzuzeigen.',
  moreEntries: (count) =>
    `Nur die ersten ${count} werden angezeigt. Um einen anderen zu öffnen, hängen Sie seinen Namen an die ` +
    'Adresse an.',
  noPlace: 'Diesen Ordner gibt es nicht, oder die Einstellung importFolders erlaubt ihn nicht.',
  folder: 'Ordner',
  sampleTitle: 'Der Beispielkatalog',
  sample: 'Der Katalog enthält noch die Beispiele, deren IDs auch zu Filmen gehören können, die Sie importieren.',
  sampleChoices: {
    remove: 'Zuerst entfernen, außer was jemand benutzt hat',
    keep: 'Behalten',
  },
  sampleWrong: 'Wählen Sie, ob die Beispiele zuerst entfernt werden.',
  faults: {
    empty: 'Wählen Sie eine Datei, die nicht leer ist.',
    too_large: (size) => `Die Datei ist größer als ${size}.`,
    too_many: (count) => `Es warten schon ${count} Dateien. Importieren oder verwerfen Sie zuerst einige.`,
    jobs: (count) => `Für Sie laufen schon ${count} Aufträge. Warten Sie, bis einer fertig ist.`,
  },
  toSchedule: 'Nach Zeitplan importieren',
  scheduleTitle: 'Importe nach Zeitplan',
  scheduleLead:
    'Der Server importiert diesen Ordner von selbst immer wieder, ohne Vorschau. Solange seine Dateien gleich ' +
    'bleiben und nichts über Ausgelassenes entschieden wurde, sieht er sich nur ihre Größen und Zeiten an. Jeder ' +
    'Import lässt sich als Ganzes rückgängig machen. Die Beispiele bleiben.',
  every: 'Wie oft',
  everyWrong: 'Wählen Sie, wie oft.',
  never: 'Nie',
  intervals: { 1: 'Jede Stunde', 6: 'Alle 6 Stunden', 24: 'Jeden Tag', 168: 'Jede Woche' },
  tooMany: (count) => `Schon ${count} Ordner haben einen Zeitplan. Wählen Sie zuerst bei einem davon „Nie“.`,
  nextTime: 'Nächstes Mal',
  lastTime: 'Letztes Mal',
  noTimeYet: 'Noch nicht',
  outcomes: { imported: 'importiert', unchanged: 'keine Datei hat sich geändert', failed: 'fehlgeschlagen' },
  importNow: 'Jetzt importieren',
  yours: 'Ihre Importe',
  states: {
    waiting: 'wartet',
    running: 'läuft',
    done: 'fertig',
    looked: 'Vorschau, noch nichts geschrieben',
    failed: 'fehlgeschlagen',
    cancelled: 'angehalten',
  },
  titleOfLook: (name) => `Was ein Import von ${name} ändern würde`,
  titleOfImport: (name) => `Import von ${name}`,
  phases: {
    waiting: 'Wartet, bis ein anderer Import fertig ist',
    reading: 'Wird gelesen',
    matching: 'Einträge werden zugeordnet',
    checking: 'Werte werden geprüft',
    writing: 'Wird geschrieben',
  },
  doneOf: (done, total) => `${done} von ${total}`,
  leaveHint: 'Sie können diese Seite verlassen: Der Import läuft weiter.',
  stop: 'Anhalten',
  stopping: 'Wird angehalten',
  nothingWritten: 'Noch ist nichts geschrieben.',
  counts: {
    created: 'Neue Einträge',
    changed: 'Geänderte Einträge',
    unchanged: 'Unveränderte Einträge',
    leftOut: 'Ausgelassen',
    deleted: 'Zu hier gelöschten Einträgen',
    refused: 'Abgelehnt',
  },
  titlesTitle: 'Filme und Serien',
  titles: {
    made: 'Neue Filme und Serien',
    found: 'Im Katalog gefunden',
    left: 'Ausgelassene Filme und Serien',
  },
  allTitles: (count) => `Alle ${count}`,
  firstTitles: (count, all) =>
    `Die ersten ${count} von ${all} sind aufgelistet. Der Befehl import mit --dry-run --all listet alle auf.`,
  toImport: 'Zurück zum Import',
  isRecord: 'Eintrag:',
  mayBe: 'vielleicht',
  notThere: 'nicht im Katalog',
  againCreating: (count) => `Neue Vorschau, mit Einträgen für das, was nur einen Dateinamen hat (${count})`,
  videos: {
    title: 'Videodateien',
    counts: { all: 'Alle', found: 'Gefunden', made: 'Neu', leftOut: 'Ausgelassen', extra: 'Trailer und andere Extras' },
  },
  leftOutHint: 'Nach dem Import fragt Sie die Seite *Zuordnungen*, was mit dem Ausgelassenen geschehen soll.',
  isFormat: (format) => `Format: ${format}`,
  doIt: 'Importieren',
  discard: 'Datei verwerfen',
  again: 'Neue Vorschau',
  keptHint: (days) =>
    'Die Datei bleibt, weil etwas ausgelassen wurde. Starten Sie eine neue Vorschau, sobald Sie entschieden haben. ' +
    `${days} Tage nach dem Hochladen wird die Datei entfernt.`,
  toMatches: 'Über Ausgelassenes entscheiden',
  toEdit: 'Alle Änderungen',
  undo: 'Diesen Import rückgängig machen',
  unchangedAll: 'Am Katalog hat sich nichts geändert.',
  refusedTitle: 'Abgelehnt',
  refusedHint: 'Diese Einträge werden übersprungen; alles andere wird importiert.',
  moreRefused: (count) => `${count} weitere wurden abgelehnt. Der Befehl import listet alle auf.`,
  at: (file, line) => `${file}, Zeile ${line}`,
  refusalReason,
  stopped:
    'Der Import wurde angehalten. Was geschrieben ist, bleibt. Starten Sie denselben Import noch einmal, um ' +
    'ihn abzuschließen.',
  failures: {
    file_gone: 'Die Datei gibt es nicht mehr, oder sie liegt auf einem anderen Rechner dieser Installation.',
    ArchiveError: 'Das Archiv lässt sich nicht entpacken: Es ist beschädigt, verschlüsselt oder zu groß.',
    UnknownFormatError: 'Das Format wurde nicht erkannt. Wählen Sie eines.',
    PrivateOnlyError: 'Diese Dateien sind nur für den persönlichen Gebrauch, aber die Einstellung private ist aus.',
    fault: 'Etwas ist schiefgegangen. Näheres steht im Protokoll des Servers.',
  },
  back: 'Alle Importe',
  notices: {
    discarded: 'Datei verworfen.',
    stopping: 'Der Import wird angehalten.',
    scheduled: 'Zeitplan gespeichert.',
    unscheduled: 'Der Ordner wird nicht mehr nach Zeitplan importiert.',
    soon: 'Der Import beginnt innerhalb einer Minute.',
  },
}

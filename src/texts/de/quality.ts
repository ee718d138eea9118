import type { quality as english } from '../en/quality.ts'

export const quality: typeof english = {
  title: 'Katalog verbessern',
  lead: 'Sehen Sie, was fehlt oder falsch aussieht, und beheben Sie es.',
  none: 'Hier ist nichts zu tun',
  noneText: 'Zurzeit hat kein Eintrag dieses Problem.',
  building: 'Alle Einträge werden neu gezählt. Danach ist der Bericht vollständig.',
  upToDate: (time) => `Alle Änderungen sind gezählt${time && `, die letzte vom ${time}`}. Neue kommen von selbst dazu.`,
  countedUpTo: (time) =>
    `Änderungen${time && ` bis ${time}`} sind gezählt. Neuere kommen von selbst dazu, nach einem Import später.`,
  back: 'Alle Berichte',
  kind: 'Art',
  language: 'Sprache',
  mend: 'Beheben',
  mergeOf: (name) => `${name} mit dem bekannteren Eintrag zusammenführen`,
  kinds: { movie: 'Filme', series: 'Serien', person: 'Personen', season: 'Staffeln' },
  names: {
    'no-release-date': 'Kein Erscheinungsdatum',
    'no-overview': 'Keine Handlung',
    'no-picture': 'Kein Bild',
    'shared-outside-id': 'Mehrfach vergebene externe IDs',
    'likely-doubles': 'Wahrscheinliche Duplikate',
    'gaps-in-seasons': 'Fehlende Folgennummern oder Daten',
  },
  hints: {
    'no-release-date': 'Es gibt kein Erscheinungsdatum und keine Erstausstrahlung.',
    'no-overview': 'In dieser Sprache gibt es keine Handlung.',
    'no-picture': 'Es gibt kein Plakat oder Porträt. Seiten zeigen an seiner Stelle ein gezeichnetes.',
    'shared-outside-id': 'Eine externe ID gehört zu einem Eintrag, steht aber bei mehreren.',
    'likely-doubles': 'Titel mit gleichem Namen und Jahr. Vielleicht wurde einer doppelt angelegt.',
    'gaps-in-seasons': 'Eine Folgennummer fehlt, oder eine Folge hat kein Datum.',
  },
  found: (count, shown) => (count === 1 ? '1 Eintrag' : `${shown} Einträge`),
  overTime: (report) => `${report} im Lauf der Zeit`,
  onDay: (day, count) => `${day}: ${count}`,
  season: (number) => `Staffel ${number}`,
}

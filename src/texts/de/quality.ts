import type { quality as english } from '../en/quality.ts'

export const quality: typeof english = {
  title: 'Den Katalog verbessern',
  lead: 'Was fehlt und was falsch aussieht. Jede Seite hier führt zu dem Formular, in dem Sie es ändern können.',
  none: 'Hier ist nichts zu tun',
  noneText: 'Zurzeit hat kein Eintrag diesen Fehler. Vielen Dank.',
  back: 'Alle Berichte',
  kind: 'Art',
  language: 'Sprache',
  mend: 'Verbessern',
  mergeOf: (name) => `${name} mit dem bekannteren Eintrag zusammenlegen`,
  kinds: { movie: 'Filme', series: 'Serien', person: 'Personen', season: 'Staffeln' },
  names: {
    'no-release-date': 'Kein Erscheinungsdatum',
    'no-overview': 'Keine Handlung',
    'no-picture': 'Kein Bild',
    'shared-outside-id': 'Zwei Einträge mit derselben fremden Kennung',
    'likely-doubles': 'Wahrscheinlich doppelt',
    'gaps-in-seasons': 'Folgen ohne Nummer oder Datum',
  },
  hints: {
    'no-release-date': 'Noch hat niemand gesagt, wann es erschienen ist oder zuerst gesendet wurde.',
    'no-overview': 'In dieser Sprache gibt es keine Handlung.',
    'no-picture': 'Es gibt kein Plakat oder kein Porträt.',
    'shared-outside-id': 'Die Kennung einer anderen Seite gehört zu einem Eintrag. Hier steht sie bei mehreren.',
    'likely-doubles': 'Titel mit demselben Namen und Jahr. Vielleicht wurde einer zweimal angelegt.',
    'gaps-in-seasons': 'Eine Nummer ist ausgelassen, oder eine Folge hat kein Datum.',
  },
  found: (count, shown) => (count === 1 ? '1 Eintrag' : `${shown} Einträge`),
  overTime: (report) => `${report}: wie viele es waren`,
  onDay: (day, count) => `${day}: ${count}`,
  season: (number) => `Staffel ${number}`,
}

import type { home as english } from '../en/home.ts'

export const home: typeof english = {
  title: 'Ein offener Katalog für Film und Fernsehen',
  lead: 'Filme, Serien und die Menschen dahinter, gepflegt von Menschen wie Ihnen.',
  discover: 'Titel entdecken',
  numbers: 'In Zahlen',
  movies: (count) => (count === 1 ? 'Film' : 'Filme'),
  series: (count) => (count === 1 ? 'Serie' : 'Serien'),
  people: (count) => (count === 1 ? 'Person' : 'Personen'),
  edits: (count) => (count === 1 ? 'Änderung diese Woche' : 'Änderungen diese Woche'),
  contributors: (count) => (count === 1 ? 'Mitwirkende Person diese Woche' : 'Mitwirkende diese Woche'),
  newTitles: 'Neu im Katalog',
  latestEpisodes: 'Neueste Folgen',
  edited: 'Zuletzt bearbeitet',
  hello: (name) => `Hallo, ${name}`,
  waits: 'Zu erledigen',
  unread: (count, shown) => (count === 1 ? '1 ungelesene Mitteilung' : `${shown} ungelesene Mitteilungen`),
  toCheck: (count, shown) => (count === 1 ? '1 Änderung zu prüfen' : `${shown} Änderungen zu prüfen`),
  toAnswer: (count, shown) => (count === 1 ? '1 Meldung zu beantworten' : `${shown} Meldungen zu beantworten`),
  today: 'Heute für Sie',
  empty: 'Dieser Katalog ist leer',
  emptyText: 'Noch gibt es hier keine Titel. Mit einem Konto können Sie den ersten anlegen.',
  emptyForMembers: 'Noch gibt es hier keine Titel. Sie können den ersten anlegen.',
  emptyForAdministrators:
    'Importieren Sie einen Ordner, laden Sie den Beispielkatalog, um alles auszuprobieren, oder legen Sie den ersten ' +
    'Titel an.',
  emptyForFirst:
    'Richten Sie den Server ein: Dann können Sie einen Ordner importieren, den Beispielkatalog laden oder den ersten ' +
    'Titel anlegen.',
  contribute: 'Ergänzen, was fehlt',
  contributeText:
    'Mit einem Konto können Sie Einträge anlegen und korrigieren. Ihre ersten Änderungen werden geprüft, bevor ' +
    'andere sie sehen.',
  contributeOwn:
    'Legen Sie Einträge an, und korrigieren Sie, was falsch ist. Jede Änderung lässt sich rückgängig machen.',
  forDevelopers: 'Darauf aufbauen',
  forDevelopersText:
    'Eine REST-API (Version 3), die viele Apps, Mediacenter und Bibliotheken schon verwenden. Die Referenz ' +
    'beschreibt alle Operationen, und mit Ihrem Schlüssel können Sie jede ausprobieren.',
  toReference: 'API-Referenz öffnen',
  toKeys: 'API-Schlüssel anlegen',
}

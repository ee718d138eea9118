import type { owned as english } from '../en/owned.ts'

export const owned: typeof english = {
  title: 'Im Haus',
  inThisHouse: 'Im Haus',
  episodesInThisHouse: (episodes, count) => (count === 1 ? 'Im Haus: 1 Folge' : `Im Haus: ${episodes} Folgen`),
  only: 'Nur was im Haus ist',
  choices: {
    all: 'Alle',
    watchlist: 'Auf meiner Merkliste',
    unwatched: 'Noch nicht gesehen',
  },
  random: 'Zufällig auswählen',
  nothing: 'Noch nichts im Haus gefunden',
  nothingText:
    'Wenn ein Ordner mit Filmen und Serien importiert wird, erscheint hier, wovon es darin Videodateien gibt.',
}

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
  foldersLead:
    'Ordner, in denen Importe Videodateien gefunden haben. Vergessen Sie einen, den es nicht mehr gibt: Seine Titel ' +
    'sind dann nicht mehr als „Im Haus“ markiert, und sonst ändert sich nichts. Der nächste Import des Ordners ' +
    'markiert sie wieder.',
  inFolder: (movies, episodes) => `Filme: ${movies}, Folgen: ${episodes}`,
  importedOn: (day) => `importiert am ${day}`,
  forget: 'Ordner vergessen',
  notices: { forgotten: 'Ordner vergessen.' },
  random: 'Zufällig auswählen',
  nothing: 'Noch nichts im Haus gefunden',
  nothingText:
    'Wenn ein Ordner mit Filmen und Serien importiert wird, erscheint hier, wovon es darin Videodateien gibt.',
}

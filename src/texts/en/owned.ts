import type { OwnedChoice } from '#src/kept/owned/shelf.ts'

/** What lies in the house: titles of which an import of a folder has found video files. */
export const owned = {
  title: 'In this house',
  inThisHouse: 'In this house',
  episodesInThisHouse: (episodes: string, count: number) =>
    count === 1 ? 'In this house: 1 episode' : `In this house: ${episodes} episodes`,
  only: 'Only what is in this house',
  choices: {
    all: 'All',
    watchlist: 'On my watchlist',
    unwatched: 'Not watched yet',
  } satisfies Record<OwnedChoice, string>,
  foldersLead:
    'Folders in which imports have found video files. Forget one that is there no longer: its titles are marked as ' +
    'in this house no longer, and nothing else changes. The next import of the folder marks them again.',
  inFolder: (movies: string, episodes: string) => `Movies: ${movies}, episodes: ${episodes}`,
  importedOn: (day: string) => `imported on ${day}`,
  forget: 'Forget folder',
  notices: { forgotten: 'Folder forgotten.' },
  random: 'One at random',
  nothing: 'Nothing found in this house yet',
  nothingText: 'When a folder of films and series is imported, those of which it has video files appear here.',
}

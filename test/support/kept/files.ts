import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { type ReadLimits, readLimits } from '#src/file-formats/limits.ts'
import { isRefused, type KeptEntry, type Refused } from '#src/kept/kept-entry.ts'
import { readKept } from '#src/kept-import/formats/read-kept.ts'
import type { ZipFile } from './zip.ts'

/** Files as other sites write them, about titles and people that nobody has heard of. */

/** What is read of a file, in the order of the file. */
export async function read(
  t: TestContext,
  name: string,
  content: Buffer | string,
  limits: Partial<ReadLimits> = {},
  choices = {},
) {
  const folder = await mkdtemp(join(tmpdir(), 'reelcommons-kept-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const path = join(folder, 'upload')
  await writeFile(path, content)
  const all: (KeptEntry | Refused)[] = []
  for await (const each of readKept(path, name, { ...readLimits, ...limits }, choices)) all.push(each)
  return all
}

/** An entry in short: what, title and place, and whatever else the test is about. */
export const short = (each: KeptEntry | Refused) =>
  isRefused(each)
    ? [`${each.place.file}:${each.place.line ?? ''}`, each.reason, ...(each.value === undefined ? [] : [each.value])]
    : [`${each.place.file}:${each.place.line}`, each.what, each.title, each.year ?? each.value]

const lines = (...all: string[]) => all.join('\n')

export const profile = {
  path: 'profile.csv',
  content: 'Date Joined,Username,Email Address\n2020-01-01,someone,someone@people.example',
}
export const letterboxdFiles: ZipFile[] = [
  profile,
  {
    path: 'ratings.csv',
    content: lines(
      'Date,Name,Year,Letterboxd URI,Rating',
      '2022-01-01,The Copper Orchard,1987,https://b.example/a,0.5',
      '2022-01-02,"Nine Winters, Again",,https://b.example/b,4.5',
      '2022-01-02,Nothing,1990,https://b.example/c,4.7',
    ),
  },
  {
    path: 'diary.csv',
    content: lines(
      'Date,Name,Year,Letterboxd URI,Rating,Rewatch,Tags,Watched Date',
      '2022-01-05,The Copper Orchard,1987,https://b.example/d,4,Yes,,2022-01-04',
    ),
  },
  {
    path: 'watched.csv',
    content: 'Date,Name,Year,Letterboxd URI\n2022-01-05,The Copper Orchard,1987,https://b.example/a',
  },
  {
    path: 'watchlist.csv',
    content: 'Date,Name,Year,Letterboxd URI\n2022-01-06,Harbour of Salt II,2001,https://b.example/e',
  },
  {
    path: 'likes/films.csv',
    content: 'Date,Name,Year,Letterboxd URI\n2022-01-07,Harbour of Salt II,2001,https://b.example/e',
  },
  {
    path: 'likes/reviews.csv',
    content: 'Date,Name,Year,Letterboxd URI\n2022-01-07,Of somebody else,2001,https://b.example/e',
  },
  {
    path: 'reviews.csv',
    content: lines(
      'Date,Name,Year,Letterboxd URI,Rating,Rewatch,Review,Tags,Watched Date',
      '2022-01-08,The Copper Orchard,1987,https://b.example/f,4,,"It glows.',
      '',
      'Twice.",,2022-01-04',
    ),
  },
  {
    path: 'lists/rainy-days.csv',
    content: lines(
      'Letterboxd list export v7',
      'Date,Name,Tags,URL,Description',
      '2022-01-09,Rainy days,,https://b.example/l,"For rain.',
      'And snow."',
      '',
      'Position,Name,Year,URL,Description',
      '1,The Copper Orchard,1987,https://b.example/a,',
      '2,Harbour of Salt II,2001,https://b.example/e,Wet.',
    ),
  },
  {
    path: 'deleted/ratings.csv',
    content: 'Date,Name,Year,Letterboxd URI,Rating\n2022-01-01,Taken back,1987,https://b.example/a,1',
  },
]

const ids = (trakt: number, more: object) => ({ trakt, slug: `title-${trakt}`, ...more })
export const copper = { title: 'The Copper Orchard', year: 1987, ids: ids(1, { imdb: 'tt9900001', tmdb: 70001 }) }
export const ferrymen = {
  title: 'Ferrymen',
  year: 2010,
  ids: ids(2, { imdb: 'tt9900101', tmdb: 70001, tvdb: 700101, tvrage: null }),
}
const lowWater = { season: 1, number: 2, title: 'Low Water', ids: ids(3, { tvdb: 700201, imdb: '', tmdb: null }) }
export const json = (path: string, value: unknown): ZipFile => ({ path, content: JSON.stringify(value) })
export const traktFiles: ZipFile[] = [
  json('lists-list-77-rainy-days.json', [
    { rank: 1, listed_at: '2022-02-03T10:00:00.000Z', notes: 'Wet.', type: 'movie', movie: copper },
  ]),
  json('lists-list-78-unknown.json', [
    {
      rank: 1,
      listed_at: null,
      notes: null,
      type: 'season',
      season: { number: 1, ids: ids(9, { tvdb: 5 }) },
      show: ferrymen,
    },
  ]),
  json('lists-lists.json', [
    {
      name: 'Rainy days',
      description: 'For rain.',
      privacy: 'private',
      display_numbers: true,
      ids: { trakt: 77, slug: 'rainy-days' },
    },
  ]),
  json('lists-watchlist-1.json', [{ rank: 1, listed_at: '2022-02-04T10:00:00.000Z', type: 'show', show: ferrymen }]),
  json('lists-favorites.json', [{ rank: 1, listed_at: '2022-02-05T10:00:00.000Z', type: 'movie', movie: copper }]),
  json('ratings-movies.json', [
    { rated_at: '2022-02-06T10:00:00.000Z', rating: 9, type: 'movie', movie: copper },
    { rated_at: '2022-02-06T10:00:00.000Z', rating: 0, type: 'movie', movie: copper },
  ]),
  json('ratings-episodes-1.json', [
    { rated_at: '2022-02-07T10:00:00.000Z', rating: 10, type: 'episode', episode: lowWater, show: ferrymen },
  ]),
  json('watched-history-1.json', [
    {
      id: 1,
      watched_at: '2022-02-08T10:00:00.000Z',
      action: 'watch',
      type: 'episode',
      episode: lowWater,
      show: ferrymen,
    },
  ]),
  json('watched-movies.json', [{ plays: 2, last_watched_at: '2022-02-08T10:00:00.000Z', movie: copper }]),
  json('collection-movies.json', [{ collected_at: '2022-02-08T10:00:00.000Z', movie: copper }]),
  json('user-profile.json', { username: 'someone', email: 'someone@people.example' }),
]

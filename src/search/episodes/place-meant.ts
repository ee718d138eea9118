import { wordTable } from '#src/reference/word-table.ts'
import { maxQueryLength } from '../reading.ts'

/** A season of a series, or one of its episodes, as people ask for it: by the name of the series and numbers. */
type PlaceMeant = { name: string; season: number; episode: number | undefined }

const seasons = wordTable({ season: 1, staffel: 1, saison: 1, series: 1, temporada: 1, stagione: 1, s: 1 })
const episodes = wordTable({ episode: 1, folge: 1, episodio: 1, ep: 1, e: 1 })
const digits = /^\d{1,4}$/
/** Before the word for it: `2. Staffel`, `2nd season`. */
const ordinal = /^(\d{1,4})(?:\.|st|nd|rd|th)$/
const shortSeason = /^s(\d{1,4})$/
const shortEpisode = /^(?:e|ep)(\d{1,4})$/
const both = /^s(\d{1,4})[ex](?:p)?(\d{1,4})$/
const crossed = /^(\d{1,4})x(\d{1,4})$/

type Taken = { number: number; words: number }

/** The number at the end of some words, as one word or with a word for what it is before it. */
function numberAtEnd(words: readonly string[], named: Readonly<Record<string, unknown>>, short: RegExp) {
  const [before = '', last = ''] = words.slice(-2)
  const [, alone] = short.exec(last) ?? []
  if (alone !== undefined) return { number: Number(alone), words: 1 } satisfies Taken
  if (words.length < 2) return undefined
  if (digits.test(last) && Object.hasOwn(named, before)) return { number: Number(last), words: 2 } satisfies Taken
  const [, counted] = ordinal.exec(before) ?? []
  return counted !== undefined && Object.hasOwn(named, last)
    ? ({ number: Number(counted), words: 2 } satisfies Taken)
    : undefined
}

/** The season or the episode that a text asks for, as in `west wing season 1`, `… s01e02` or `… Staffel 1 Folge 2`. */
export function placeMeant(text: string): PlaceMeant | undefined {
  const words = text
    .slice(0, maxQueryLength)
    .toWellFormed()
    .split(/[\s,:]+/)
    .filter(Boolean)
  const small = words.map((word) => word.toLowerCase())
  const last = small.at(-1) ?? ''
  const [, season, episode] = both.exec(last) ?? crossed.exec(last) ?? []
  if (season !== undefined)
    return words.length > 1
      ? { name: words.slice(0, -1).join(' '), season: Number(season), episode: Number(episode) }
      : undefined
  const ofEpisode = numberAtEnd(small, episodes, shortEpisode)
  const rest = small.slice(0, small.length - (ofEpisode?.words ?? 0))
  const ofSeason = numberAtEnd(rest, seasons, shortSeason)
  if (!ofSeason || rest.length <= ofSeason.words) return undefined
  const name = words.slice(0, rest.length - ofSeason.words).join(' ')
  return { name, season: ofSeason.number, episode: ofEpisode?.number }
}

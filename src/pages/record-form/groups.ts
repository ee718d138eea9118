import { createHash } from 'node:crypto'
import { maxListLength, maxWordLength } from '#src/catalogue/fields.ts'
import { maxEntries } from '#src/catalogue/line-entries.ts'
import type { Group } from '#src/catalogue/parts/episode-groups.ts'

/** The episodes of a series: their ids by `season x number`, and the other way round. */
export type EpisodeNumbers = { ids: ReadonlyMap<string, number>; numbers: ReadonlyMap<number, string> }

export const noEpisodes: EpisodeNumbers = { ids: new Map(), numbers: new Map() }

/** Most episodes that a span such as `1x01-1x20` may name. */
const maxSpan = 5_000
/** Longest line with the name of a group, and longest word that names episodes. */
const maxTitle = 2 * maxWordLength
const maxWord = 40

/** Stands behind the name of a locked group. */
const lock = '(locked)'

const written = (number: string) => {
  const [season = '', episode = ''] = number.split('x')
  return `${season}x${episode.padStart(2, '0')}`
}

/**
 * The groups of an order as people write them: the name of a group with `=` before it, and below it its episodes, such
 * as `1x01, 1x02`. An episode that is unknown here stays as its id.
 */
export function groupsText(value: unknown, { numbers }: EpisodeNumbers): string {
  const shown = (id: number) => {
    const number = numbers.get(id)
    return number === undefined ? `#${id}` : written(number)
  }
  return (value as readonly Group[])
    .map(({ name, locked, episodes }) => `= ${name}${locked ? ` ${lock}` : ''}\n${episodes.map(shown).join(', ')}`)
    .join('\n')
}

/** The groups that a text says, or the word in it that is no episode. Groups of the same name keep their ids. */
export function groupsIn(
  text: string,
  episodes: EpisodeNumbers,
  known: readonly Group[],
  order: string,
): Group[] | string {
  const groups: Group[] = []
  const left = [...known]
  for (const line of text.split('\n').map((each) => each.trim())) {
    if (line === '') continue
    // What is too much is read no further: the check of the statement says so.
    if (groups.length > maxListLength) return groups
    if (line.startsWith('=') && line.length > maxTitle) {
      groups.push({ id: groupId(order, groups.length, ''), name: line, order: 0, locked: false, episodes: [] })
      continue
    }
    const title = line.startsWith('=') ? line.replace(/^=+/, '').trim() : undefined
    if (title !== undefined || groups.length === 0) {
      const locked = title?.endsWith(lock) === true
      const name = (locked ? title?.slice(0, -lock.length).trim() : title) ?? ''
      const place = left.findIndex((group) => group.name === name)
      const [before] = place < 0 ? [] : left.splice(place, 1)
      const id = before?.id ?? groupId(order, groups.length, name)
      groups.push({ id, name, order: groups.length, locked, episodes: [] })
    }
    if (title !== undefined) continue
    const group = groups.at(-1) as Group
    if (group.episodes.length > maxEntries) continue
    const found = episodesIn(line, episodes)
    if (typeof found === 'string') return found
    for (const each of found) group.episodes.push(each)
  }
  return groups
}

const groupId = (order: string, place: number, name: string) =>
  createHash('sha256')
    .update(JSON.stringify([order, place, name]))
    .digest('hex')
    .slice(0, 24)

/** `1x02`, `S1E2` or `s01e02`. */
const episodeForm = /^s?(\d{1,6})[xe](\d{1,6})$/i

function episodesIn(line: string, { ids }: EpisodeNumbers): number[] | string {
  const found: number[] = []
  for (const word of line.split(/[\s,;]+/).filter(Boolean)) {
    if (word.length > maxWord) return word.slice(0, maxWord)
    if (found.length > maxEntries) return found
    const [, own] = /^#(\d{1,10})$/.exec(word) ?? []
    const [first = '', last = first] = word.split(/[-–]/)
    const [, season, from] = episodeForm.exec(first) ?? []
    const [, lastSeason = season, to] = episodeForm.exec(last) ?? [undefined, season, last]
    if (own !== undefined) found.push(Number(own))
    else if (season === undefined || season !== lastSeason || !/^\d+$/.test(`${to}`)) return word
    else
      for (let number = Number(from); number <= Math.min(Number(to), Number(from) + maxSpan); number++) {
        const id = ids.get(`${Number(season)}x${number}`)
        if (id === undefined) return word
        found.push(id)
      }
  }
  return found
}

/** The episode that a text names by its numbers. */
export function episodeIn(text: string, { ids }: EpisodeNumbers): number | undefined {
  const [, season, episode] = episodeForm.exec(text.trim().split(/\s/)[0] ?? '') ?? []
  return season === undefined ? undefined : ids.get(`${Number(season)}x${Number(episode)}`)
}

import { countedIn, type NamedFile } from '#src/matching/file-names.ts'
import { unplacedIn } from './by-name.ts'
import { wholeIn } from './facts.ts'
import type { NfoOptions, Place } from './records.ts'
import { dayIn } from './times.ts'
import { textOf, type XmlElement } from './xml.ts'

/** Where an episode belongs: as its file says, else as its name does. */
export function placeIn(root: XmlElement, named: NamedFile, index: number, file: string): Place | undefined {
  const season = wholeIn(root, 'season') ?? named.season
  const episode = wholeIn(root, 'episode') ?? named.episodes?.[index]
  if (season !== undefined && episode !== undefined) return { season, episode }
  const aired = dayIn(root, 'aired', 'premiered')
  if (aired && !aired.precision) return { date: aired.date }
  return unplacedIn({ absolute: countedIn(file.replace(/nfo$/i, 'mkv')), ...named, season: undefined })
}

/** The most episodes that one file can hold, as in names. */
const maxTogether = 50

/** An element about an episode, with the place of that in its series. */
export type Told = { root: XmlElement; season: number; episode: number }

/** The other episodes of a file: up to the last that one of its elements is about, and those in its name. */
export function furtherIn(told: readonly Told[], named: NamedFile, { refuse }: NfoOptions): Place[] {
  const further = new Map<string, Place>()
  const note = (season: number, episode: number) => void further.set(`${season}x${episode}`, { season, episode })
  for (const { root, season, episode } of told) {
    const end = wholeIn(root, 'episodenumberend') ?? lastIn(root) ?? episode
    if (end - episode > maxTogether)
      refuse?.(root.line, 'episodenumberend', `is not one of the next ${maxTogether} episodes`)
    else for (let next = episode + 1; next <= end; next++) note(season, next)
    // The name of a file that is about other episodes than its text says nothing.
    if (named.season === season && named.episodes?.includes(episode))
      for (const other of named.episodes) note(season, other)
  }
  for (const { season, episode } of told) further.delete(`${season}x${episode}`)
  return [...further.values()]
}

/** The last number of `4-5`. */
const lastIn = (root: XmlElement): number | undefined => {
  const [, end] = /^\d{1,9}\s*[-–&,+]\s*(\d{1,9})$/.exec(textOf(root, 'episode') ?? '') ?? []
  return end === undefined ? undefined : Number(end)
}

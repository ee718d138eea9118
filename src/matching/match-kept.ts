import type { Reader } from '#src/database/database.ts'
import type { KeptEntry } from '#src/kept/kept-entry.ts'
import { type Decision, decisionsAbout, keyOf } from './decisions.ts'
import { wantedOf } from './kept-entries.ts'
import { matchAll } from './match.ts'
import { withinSeries } from './numbered.ts'
import { certain, type Match, type MatchedRecord, type Wanted } from './wanted-title.ts'

/** What decisions about entries of files, and about what players tell, are remembered under. */
export const decisionSource = 'kept'

/** An entry, and the record that who tells of it says it is, because it has it from here. */
type Wish = { entry: KeptEntry; own?: MatchedRecord | undefined }

/** Whether nobody has to look at a match. */
export const isCertain = ({ record, certainty }: Match): boolean => record !== undefined && certainty >= certain

/**
 * What a decision is about: the title of an entry, of a season or an episode its series, so that nobody is asked about
 * each of them.
 */
export function decidedAbout(entry: KeptEntry): Wanted {
  const wanted = wantedOf(entry, decisionSource)
  const series = wanted.within?.series
  if (!series || (series.titles.length === 0 && (series.ids ?? []).length === 0)) return wanted
  return { ...series, kinds: ['series'], from: { source: decisionSource, id: entry.series?.ids.imdb } }
}

/** By what such a decision is remembered: entries of one title have the same. */
export const titleKey = (entry: KeptEntry): string => keyOf(decidedAbout(entry))?.wanted ?? ''

/** The same, but of each episode another one. */
export const wantedKey = (entry: KeptEntry): string => {
  const { season, episode, title = '' } = entry
  const place = entry.kind === 'episode' ? ` ${season ?? ''}×${episode ?? title}` : ''
  return `${titleKey(entry)}${place}`
}

/**
 * Finds what entries are about: by what was decided about them, as what they are here, by their ids, and by names and
 * years. A season and an episode are also found by what was decided about their series.
 */
export async function matchKept(db: Reader, account_id: number, wishes: readonly Wish[]): Promise<Match[]> {
  const wanted = wishes.map(({ entry }) => wantedOf(entry, decisionSource))
  const matches = await matchAll(db.wide, wanted, { account_id })
  const decisions = await decisionsAbout(
    db,
    account_id,
    wishes.map(({ entry }) => decidedAbout(entry)),
  )
  const found: Match[] = []
  for (const [place, match] of matches.entries()) {
    const { own } = wishes[place] as Wish
    const decision = decisions[place]
    if (match.by === 'decision') found.push(match)
    else if (own) found.push({ record: own, certainty: 1, by: 'id', others: [], isIndexed: true })
    else if (decision === undefined || (match.by === 'id' && match.certainty === 1)) found.push(match)
    else found.push(await byDecision(db, wanted[place] as Wanted, decision))
  }
  return found
}

/** The episode that has the numbers of one that is wanted, in the series that was chosen for it. */
async function byDecision(db: Reader, wanted: Wanted, decision: Decision): Promise<Match> {
  const decided = { certainty: 1, by: 'decision', others: [], isIndexed: true } as const
  if (decision === 'none') return decided
  if (!wanted.within) return { record: decision, ...decided }
  const [guesses = []] = await withinSeries(db, [wanted], [{ record: decision, ...decided }])
  const [first, ...others] = guesses
  return first && others.length === 0
    ? { ...decided, record: first.record }
    : { certainty: 0, others: guesses, isIndexed: true }
}

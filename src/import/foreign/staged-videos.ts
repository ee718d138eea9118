import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Kind } from '#src/catalogue/kinds.ts'
import { limit, sql } from '#src/database/sql.ts'
import type { Reference, VideoFile } from './foreign-record.ts'
import type { ForeignStaging } from './foreign-staging.ts'
import { type Connection, numberOf } from './staged-identities.ts'

/** Video files that are counted together. */
const AT_ONCE = 500

export const videoTable = `
  create table video (
    file text primary key, is_extra integer not null, about text not null, is_named integer not null
  ) without rowid;`

/** What becomes of a video file: its film or episode is in the catalogue, made, or left out; or it is an extra. */
export type Outcome = 'found' | 'made' | 'leftOut' | 'extra'
/** How many video files there are of each. */
export type VideoCounts = Record<Outcome, number>

type StagedVideo = { file: string; isExtra: boolean; about: readonly Reference[]; isNamed: boolean }

/** Video files that formats come across, each once, however often its folder is read. */
export function stagingVideos(connection: Connection) {
  return {
    addVideo: ({ isExtra, about, isNamed }: VideoFile, file: string) =>
      connection.each('insert or ignore into video (file, is_extra, about, is_named) values (?, ?, ?, ?)', [
        [file, isExtra ? 1 : 0, JSON.stringify(about), isNamed ? 1 : 0],
      ]),
    /** Notes that something else says about a file why it is left out. */
    nameVideo: (file: string) => connection.each('update video set is_named = 1 where file = ?', [[file]]),
    /** The first file about a film, or about the series of an episode where that is left out as well. */
    firstFileOf({ of, key }: Reference): string | undefined {
      const row = connection.one(sql`
        select f.name from identity i
        left join identity s on s.kind = ${numberOf('series')} and s.key = i.series and s.id is null
        join file f on f.no = coalesce(s.file, i.file)
        where i.kind = ${numberOf(of)} and i.key = ${key}`)
      return row?.name as string | undefined
    },
    *videos(atOnce: number): Generator<StagedVideo[]> {
      for (let after = ''; ; ) {
        const rows = connection.all(sql`
          select file, is_extra, about, is_named from video where file > ${after} order by file ${limit(atOnce)}`)
        const last = rows.at(-1)
        if (!last) return
        after = last.file as string
        yield rows.map(({ file, is_extra, about, is_named }) => ({
          file: file as string,
          isExtra: is_extra === 1,
          about: JSON.parse(about as string) as Reference[],
          isNamed: is_named === 1,
        }))
      }
    },
  }
}

/**
 * What becomes of a video file, the records that it is about, and whether something else says why it is left out, or
 * says so about the first file of the same film or series.
 */
export type VideoFate = {
  file: string
  outcome: Outcome
  records: readonly { kind: Kind; id: number }[]
  isNamed: boolean
  first?: string
}

/** Counts the video files, each once, when it is known which records they are; none if the format has none. */
export async function countVideos(
  staging: ForeignStaging,
  onVideo: (fate: VideoFate) => void = () => {},
): Promise<VideoCounts | undefined> {
  let counts: VideoCounts | undefined
  for (const batch of staging.videos(AT_ONCE)) {
    counts ??= { found: 0, made: 0, leftOut: 0, extra: 0 }
    for (const { file, isExtra, about, isNamed } of batch) {
      const fate = isExtra ? ({ outcome: 'extra', records: [] } as const) : fateOf(staging, file, about)
      counts[fate.outcome]++
      onVideo({ file, isNamed, ...fate })
    }
    await nextTurn()
  }
  return counts
}

type Fate = Pick<VideoFate, 'outcome' | 'records' | 'first'>

/** A file of several episodes is left out if one of them is, and new if one of them is. */
function fateOf(staging: ForeignStaging, file: string, about: readonly Reference[]): Fate {
  const states = about.map(({ of, key }) => ({ kind: of, ...staging.identities(of, [key]).get(key) }))
  const records = states.flatMap(({ kind, id }) => (id === undefined || id === null ? [] : [{ kind, id }]))
  if (records.length === 0 || records.length < about.length) {
    const missing = about.find((_, place) => typeof states[place]?.id !== 'number')
    const first = missing && staging.firstFileOf(missing)
    return { outcome: 'leftOut', records, ...(first !== undefined && first !== file && { first }) }
  }
  return { outcome: states.some(({ isMade }) => isMade) ? 'made' : 'found', records }
}

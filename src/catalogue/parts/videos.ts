import { Type } from 'typebox'
import { language, languageList } from '#src/contract/parameters.ts'
import { raw, sql } from '#src/database/sql.ts'
import { entryId } from '../entry-id.ts'
import { CountryCode, LanguageCode } from '../fields.ts'
import type { Kind } from '../kinds.ts'
import {
  columnsFrom,
  EntryId,
  type LineEntry,
  lineEntries,
  Moment,
  OptionalWord,
  orEmpty,
  readEntry,
  statedEntry,
  Timestamp,
  timestamp,
  Word,
} from '../line-entries.ts'
import { alike, entriesOfOne, type Part, part } from '../part.ts'
import { isShownIn } from '../summaries/original-language.ts'

const stated = {
  iso_639_1: LanguageCode,
  iso_3166_1: CountryCode,
  name: OptionalWord,
  key: Word,
  site: Word,
  size: Type.Integer({ minimum: 0, maximum: 100_000 }),
  type: OptionalWord,
  official: Type.Boolean(),
  published_at: orEmpty(Moment),
  id: EntryId,
}
const columns = columnsFrom(stated)
const Video = Type.Object(columns, { title: 'Video' })

const nothing = {
  iso_639_1: '',
  iso_3166_1: '',
  name: '',
  key: '',
  site: '',
  size: 0,
  type: '',
  official: false,
  published_at: '',
  id: '',
}
const { key, site, ...optional } = stated
const lineVideos = lineEntries({ key, site }, { ...optional, published_at: Timestamp })

const store = {
  table: 'video',
  key: ['id'],
  columns,
  entry: () => statedEntry(stated),
  order: raw('published_at desc, id'),
  changeKeys: ['videos'],
  likeness: ({ site, key }) => JSON.stringify([site, key]),
  lines: () => ({ videos: Type.Object({ results: lineVideos }) }),
  read({ videos }, kind, id) {
    const given: LineEntry[] | undefined = videos?.results
    if (!given) return undefined
    const entries = given.map((one) => {
      const video = readEntry(one, nothing)
      return {
        ...video,
        id: video.id || entryId('videos', kind, id, [video.site, video.key]),
        published_at: video.published_at && timestamp(video.published_at),
      }
    })
    return { entries, isComplete: true }
  },
  write: (entries) => (entries.length ? { videos: { results: entries } } : {}),
} satisfies Part['store']

const videosOf = (of: Kind, id: number) => sql`from video e where e.kind = ${of} and e.entity_id = ${id}`

export const videos = part({
  name: 'videos',
  summary: 'Videos of the record, newest first',
  query: Type.Object({ language, include_video_language: languageList('Adds the videos in these languages') }),
  reply: alike({ results: Type.Array(Video) }),
  async load({ db, query }, kind, id) {
    const { language, include_video_language = [] } = query
    const added = include_video_language.map((locale) => locale?.iso_639_1 ?? '')
    const { anyOf } = db.engine
    const wanted = language.fallbacks
      ? sql`(${isShownIn(language, [kind, id], videosOf(kind, id))} or ${anyOf(raw('iso_639_1'), added)})`
      : anyOf(raw('iso_639_1'), [language.iso_639_1, ...added])
    return { results: await entriesOfOne(db, store, kind, id, wanted) }
  },
  store,
})

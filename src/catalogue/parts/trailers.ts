import { Type } from 'typebox'
import { languagesOf } from '#src/contract/languages.ts'
import { language } from '#src/contract/parameters.ts'
import { raw } from '#src/database/sql.ts'
import { entriesOfOne, part } from '../part.ts'
import { videos } from './videos.ts'

const highDefinition = 720

const Trailer = Type.Object(
  {
    name: Type.String(),
    size: Type.String({ enum: ['HD', 'SD'] }),
    source: Type.String({ description: 'Key of the video at its site' }),
    type: Type.String(),
  },
  { title: 'Trailer' },
)

/** Languages of trailers that are better than none. */
const inAnyCase = ['en', '']

/** What a site is called in replies, which write it in their dialect. */
const sites = ['VideoSite1', 'YouTube']

export const trailers = part({
  name: 'trailers',
  summary: 'Older form of the videos: trailers by their site, newest first',
  query: Type.Object({ language }),
  reply: { movie: { quicktime: Type.Array(Trailer), videosite1: Type.Array(Trailer) } },
  async load({ db, query: { language } }, kind, id) {
    const codes = [...languagesOf(language).map(({ iso_639_1 }) => iso_639_1), ...inAnyCase]
    const wanted = db.engine.anyOf(raw('iso_639_1'), codes)
    const all = await entriesOfOne(db, videos.store, kind, id, wanted)
    const found = all.filter(({ site, type }) => sites.includes(site) && type === 'Trailer')
    const first = codes.find((code) => found.some(({ iso_639_1 }) => iso_639_1 === code))
    const shown = found.filter(({ iso_639_1 }) => iso_639_1 === first)
    return {
      quicktime: [],
      videosite1: shown.map(({ name, size, key, type }) => {
        return { name, size: size < highDefinition ? 'SD' : 'HD', source: key, type }
      }),
    }
  },
})

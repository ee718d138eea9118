import { seriesSummariesById } from '#src/catalogue/summaries/by-id.ts'
import { languageOf } from '../components/languages.ts'
import { framed, pictureOf } from '../components/picture.ts'
import type { Html } from '../html.ts'
import type { PageContext } from '../page.ts'
import { seriesAddress } from '../records/addresses.ts'

type SeriesCard = { address: string; name: string; picture: Html }

/** Names, addresses and pictures of series, by their ids. */
export async function seriesCardsOf(context: PageContext, ids: readonly number[]): Promise<Map<number, SeriesCard>> {
  const rows = await seriesSummariesById(context.db, ids, languageOf(context))
  return new Map(
    rows.map((row) => {
      const drawn = { kind: 'series' as const, id: row.id }
      const thumbnail = pictureOf({ gallery: 'posters', file_path: row.poster_path, width: 'listed', drawn })
      const picture = framed(row.id, row.name, 'upright', thumbnail)
      return [row.id, { address: seriesAddress(row), name: row.name, picture }]
    }),
  )
}

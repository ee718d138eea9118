import { Type } from 'typebox'
import { episodesById, seriesById } from '#src/catalogue/summaries/by-id.ts'
import { revisionTag } from '#src/contract/cache-tags.ts'
import { cacheSeconds, operation } from '#src/contract/operation.ts'
import { pageOf } from '#src/contract/paging.ts'
import { page } from '#src/contract/parameters.ts'
import { episodesCalled } from '#src/search/episodes/find-episodes.ts'
import { languageOf } from '../components/languages.ts'
import { cardsOnPage } from '../components/lists.ts'
import type { PageContext } from '../page.ts'
import { episodeAddress, seriesAddress } from '../records/addresses.ts'
import type { Card } from '../records/cards.ts'
import { episodeName } from '../records/translated-words.ts'

/** The episodes that a text finds by their names. The page asks for them; replies are kept as those of `matches`. */
export const episodesFound = operation('pages.search-episodes', 'GET /search/episodes', {
  summary: 'The episodes that have a text in a name',
  access: 'key',
  query: Type.Object({
    query: Type.String({ default: '' }),
    include_adult: Type.Boolean({ default: false }),
    page,
  }),
  reply: Type.Object({
    page: Type.Integer(),
    results: Type.Array(Type.Integer()),
    total_pages: Type.Integer(),
    total_results: Type.Integer(),
  }),
  cache: { seconds: cacheSeconds, tags: [revisionTag('names')] },

  async handle({ db, query: { query: text, include_adult: includesAdult, page } }) {
    const found = await episodesCalled(db, { text, includesAdult })
    return pageOf(page, found.slice((page - 1) * cardsOnPage, page * cardsOnPage), found.length, cardsOnPage)
  },
})

/** Episodes, each with its series and its place there. */
export async function episodeCards(context: PageContext, ids: readonly number[]): Promise<Card[]> {
  const { db, texts } = context
  const language = languageOf(context)
  const episodes = await episodesById(db, ids, language)
  const series = await seriesById(db, [...new Set(episodes.map(({ show_id }) => show_id))], language)
  return episodes.flatMap(({ id, name, show_id, season_number, episode_number, still_path }): Card[] => {
    const of = series.find((one) => one.id === show_id)
    if (!of) return []
    return [
      {
        address: episodeAddress(seriesAddress(of), season_number, episode_number),
        id,
        name: episodeName(context, name, episode_number),
        note: `${of.name} · ${texts.catalogue.episodeOfSeason(season_number, episode_number)}`,
        shape: 'wide',
        picture: { gallery: 'stills', file_path: still_path },
        drawnAs: String(episode_number),
      },
    ]
  })
}

import { seasonsById, seriesById } from '#src/catalogue/summaries/by-id.ts'
import { idBelowSeries } from '#src/catalogue/summaries/place-below-series.ts'
import { placeMeant } from '#src/search/episodes/place-meant.ts'
import { languageOf, languageTag } from '../components/languages.ts'
import type { PageContext } from '../page.ts'
import { seasonAddress, seriesAddress } from '../records/addresses.ts'
import { type Card, seriesCard, yearOf } from '../records/cards.ts'
import { episodeCards } from './episodes.ts'
import { matches } from './matches.ts'

/** What a text asks for by the name of a series and numbers: its card, and the name that is left of the text. */
export type MeantBelow = { card: Card; name: string }

/**
 * The season or the episode that somebody means by `west wing season 1`; its series, which says that it lacks it, where
 * the catalogue does.
 */
export async function meantBelow(context: PageContext, query: string): Promise<MeantBelow | undefined> {
  const place = placeMeant(query)
  if (!place) return undefined
  const { name, season, episode } = place
  const include_adult = String(context.viewer?.include_adult ?? false)
  const asked = { query: name, kind: 'series', include_adult, language: languageTag(context) }
  const found = await context.ask(matches, { query: asked })
  const series = found?.kinds[0]?.results[0]?.id
  if (series === undefined) return undefined
  const card = await cardAt(context, { series, season, episode })
  return card && { card, name }
}

type At = { series: number; season: number; episode: number | undefined }

async function cardAt(context: PageContext, at: At): Promise<Card | undefined> {
  const { db, texts } = context
  const { catalogue } = texts
  const [series] = await seriesById(db, [at.series], languageOf(context))
  if (!series) return undefined
  if (at.episode !== undefined) {
    const episode = await idBelowSeries(db, at)
    const [card] = episode === undefined ? [] : await episodeCards(context, [episode])
    if (card) return card
  }
  const { season: number } = at
  const id = await idBelowSeries(db, { ...at, episode: undefined })
  const [season] = id === undefined ? [] : await seasonsById(db, [id], languageOf(context))
  if (!season) return seriesCard(series, catalogue.seasonNotListed(number))
  return {
    ...seriesCard(series),
    address: seasonAddress(seriesAddress(series), number),
    name: `${series.name}: ${catalogue.season(number)}`,
    note: yearOf(season.air_date),
    ...(season.poster_path && { picture: { gallery: 'posters' as const, file_path: season.poster_path } }),
  }
}

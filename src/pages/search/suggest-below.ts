import { type Static, Type } from 'typebox'
import { episodesById, seasonsById, seriesById } from '#src/catalogue/summaries/by-id.ts'
import { idBelowSeries } from '#src/catalogue/summaries/place-below-series.ts'
import { showsRecord } from '#src/contract/cache-tags.ts'
import type { Language } from '#src/contract/languages.ts'
import { nullable } from '#src/contract/schema.ts'
import type { Reader } from '#src/database/database.ts'
import { episodesCalled } from '#src/search/episodes/find-episodes.ts'
import { placeMeant } from '#src/search/episodes/place-meant.ts'
import { suggestOf } from '#src/search/suggestions.ts'
import type { Texts } from '#src/texts/index.ts'
import { firstLetter, smallPictureAddress } from '../components/picture.ts'
import { episodeAddress, seasonAddress, seriesAddress } from '../records/addresses.ts'
import { seriesCard, yearOf } from '../records/cards.ts'
import { episodeName } from '../records/translated-words.ts'

/** Where fewer titles and people are suggested, an episode may be meant, of which so many are suggested. */
export const fewSuggested = 3

export const SuggestedBelow = Type.Object(
  {
    media_type: Type.Union([Type.Literal('season'), Type.Literal('episode')]),
    id: Type.Integer(),
    series_id: Type.Integer(),
    name: Type.String(),
    lang: Type.String(),
    note: Type.String(),
    address: Type.String(),
    picture: nullable(Type.String()),
    letter: Type.String(),
  },
  showsRecord('series', 'series_id'),
)
type SuggestedBelow = Static<typeof SuggestedBelow>

type Asking = { language: Language; texts: Texts }

/** The season or the episode that somebody means by `west wing season 1`, if the catalogue has it. */
export async function meantBelowSeries(db: Reader, text: string, asking: Asking): Promise<SuggestedBelow[]> {
  const place = placeMeant(text)
  if (!place) return []
  const { season, episode } = place
  const [found] = await suggestOf(db, 'series', place.name, asking.language.iso_639_1)
  if (!found) return []
  const series = found.id
  const ofEpisode = episode === undefined ? undefined : await idBelowSeries(db, { series, season, episode })
  if (ofEpisode !== undefined) return episodesOf(db, [ofEpisode], asking)
  const ofSeason = await idBelowSeries(db, { series, season, episode: undefined })
  return ofSeason === undefined ? [] : seasonOf(db, { series, id: ofSeason, number: season }, asking)
}

/** Episodes that are called so. */
export async function episodesSuggested(db: Reader, text: string, asking: Asking): Promise<SuggestedBelow[]> {
  const ids = await episodesCalled(db, { text, includesAdult: false })
  return ids.length === 0 ? [] : episodesOf(db, ids.slice(0, fewSuggested), asking)
}

type Season = { series: number; id: number; number: number }

async function seasonOf(db: Reader, { series: of, id, number }: Season, { language, texts }: Asking) {
  const [[series], [season]] = await Promise.all([seriesById(db, [of], language), seasonsById(db, [id], language)])
  if (!series || !season) return []
  const { lang = '', address } = seriesCard(series)
  const shown = {
    media_type: 'season' as const,
    ...{ id, series_id: of, lang, address: seasonAddress(address, number) },
    name: `${series.name}: ${texts.catalogue.season(number)}`,
    note: yearOf(season.air_date),
  }
  return [{ ...shown, ...pictureOf(series) }]
}

async function episodesOf(db: Reader, ids: readonly number[], { language, texts }: Asking) {
  const episodes = await episodesById(db, ids, language)
  const series = await seriesById(db, [...new Set(episodes.map(({ show_id }) => show_id))], language)
  return episodes.flatMap(({ id, name, show_id, season_number, episode_number }): SuggestedBelow[] => {
    const of = series.find((one) => one.id === show_id)
    if (!of) return []
    const place = texts.catalogue.episodeOfSeason(season_number, episode_number)
    const shown = {
      media_type: 'episode' as const,
      ...{
        id,
        series_id: show_id,
        lang: '',
        address: episodeAddress(seriesAddress(of), season_number, episode_number),
      },
      name: episodeName({ texts }, name, episode_number),
      note: `${of.name} · ${place}`,
    }
    return [{ ...shown, ...pictureOf(of) }]
  })
}

/** That of the series, as upright as all others in the list. */
function pictureOf(series: Parameters<typeof seriesCard>[0]) {
  const { picture } = seriesCard(series)
  return { picture: (picture && smallPictureAddress(picture)) ?? null, letter: firstLetter(series.name) }
}

import type { Static } from 'typebox'
import { details } from '#src/groups/movies/details.ts'
import type { Html } from '../html.ts'
import { type PageContext, page } from '../page.ts'
import { addressOf, idIn, movieAddress } from './addresses.ts'
import { facts, homepageLink, linked, yearOf } from './cards.ts'
import { languageName, type Translations } from './languages.ts'
import type { Credits, ExternalIds, Keywords, Titles } from './part-replies.ts'
import { creditsSection } from './parts.ts'
import { loadTitle, titlePage } from './title.ts'
import { genresOf, translatedWord } from './translated-words.ts'

type CountryReleases = {
  iso_3166_1: string
  release_dates: readonly { release_date: string; certification: string }[]
}

type Appended = {
  credits: Credits
  external_ids: ExternalIds
  keywords: { keywords: Keywords }
  alternative_titles: { titles: Titles }
  release_dates: { results: readonly CountryReleases[] }
  translations: Translations
}

const appended = 'credits,external_ids,keywords,alternative_titles,release_dates,translations'

type Movie = Static<typeof details.reply> & Appended

export const movie = page('GET /movie/{movie}', {
  access: 'anyone',
  query: ['reviews'],
  async handle(context) {
    const movie_id = idIn(context.params.movie)
    const loaded = movie_id === undefined ? undefined : await loadTitle(context, 'movie', movie_id, details, appended)
    if (!loaded) return undefined
    const shown = loaded.found as Movie
    const { format, texts } = context
    return titlePage(context, shown, loaded, {
      ...{ place: 'movie', address: movieAddress(shown) },
      ...{ title: shown.title, original: shown.original_title, day: shown.release_date },
      years: yearOf(shown.release_date),
      notes: [
        format.date(shown.release_date),
        shown.runtime > 0 && texts.catalogue.minutes(shown.runtime),
        genresOf(context, shown.genres),
      ],
      sections: [factsOf(context, shown), creditsSection(context, shown.credits)],
      titles: shown.alternative_titles.titles,
      keywords: shown.keywords.keywords,
    })
  },
})

function factsOf(context: PageContext, shown: Movie): Html {
  const { texts, format } = context
  const { catalogue } = texts
  const { belongs_to_collection: collection, production_companies, production_countries, release_dates } = shown
  const made = production_countries.map(({ iso_3166_1 }) => iso_3166_1)
  const countries = [...new Set([...shown.origin_country, ...made])]
  const companies = production_companies.map(({ id, name }) => ({ address: addressOf('company', id, name), name }))
  const releases = release_dates.results.map(({ iso_3166_1, release_dates: [first] }) =>
    [
      format.country(iso_3166_1),
      format.date(first?.release_date ?? ''),
      first?.certification && `(${first.certification})`,
    ]
      .filter(Boolean)
      .join(' '),
  )
  return facts([
    [catalogue.status, translatedWord(context, 'status', shown.status)],
    [catalogue.originalLanguage, languageName(context, shown.original_language)],
    [catalogue.spokenLanguages, shown.spoken_languages.map(({ iso_639_1 }) => format.language(iso_639_1)).join(', ')],
    [catalogue.countries, countries.map(format.country).join(', ')],
    [catalogue.companies, linked(companies)],
    [
      catalogue.collection,
      linked(collection ? [{ ...collection, address: addressOf('collection', collection.id, collection.name) }] : []),
    ],
    [catalogue.budget, shown.budget > 0 ? catalogue.dollars(format.number(shown.budget)) : ''],
    [catalogue.revenue, shown.revenue > 0 ? catalogue.dollars(format.number(shown.revenue)) : ''],
    [catalogue.homepage, homepageLink(shown.homepage)],
    [catalogue.releases, releases.join(' · ')],
  ])
}

import { isOnWatchlist } from '#src/accounts/watchlist.ts'
import { details } from '#src/groups/movies/details.ts'
import { type Html, html } from '../html.ts'
import { type PageContext, page } from '../page.ts'
import { addressOf, idIn, movieAddress, towards } from './addresses.ts'
import {
  type Credits,
  type ExternalIds,
  type Images,
  type Keywords,
  operationNamed,
  type Reviews,
  type Titles,
  type Videos,
} from './asking.ts'
import { drawnPicture, facts, homepageLink, linked, yearOf } from './cards.ts'
import { recordHead } from './head.ts'
import {
  creditsSection,
  idsSection,
  imagesSection,
  keywordsSection,
  reviewsSection,
  titlesSection,
  videosSection,
} from './parts.ts'
import { languageName, languageTag, type Translations, textInSomeLanguage, videoLanguages } from './texts-of.ts'
import { watchlistButton } from './watchlist-button.ts'

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

export const movie = page('GET /movie/{movie}', {
  access: 'anyone',
  async handle(context) {
    const movie_id = idIn(context.params.movie)
    const found = movie_id === undefined ? undefined : await load(context, movie_id)
    if (!found) return undefined
    const { shown, images, videos, reviews, isListed } = found
    const { title, release_date, overview } = shown
    const address = movieAddress(shown)
    const year = yearOf(release_date)
    const { catalogue } = context.texts
    const head = recordHead(context, {
      picture: drawnPicture(shown.id, title),
      ...{ title, year, tagline: shown.tagline, rating: shown },
      original: { title: shown.original_title, language: shown.original_language },
      notes: [
        context.format.date(release_date),
        shown.runtime > 0 && catalogue.minutes(shown.runtime),
        shown.genres.map(({ name }) => name).join(', '),
      ],
      action: watchlistButton(context, 'movie', shown.id, address, isListed),
      heading: catalogue.overview,
      text: textInSomeLanguage(context, {
        ...{ text: overview, name: 'overview', original: shown.original_language },
        translations: shown.translations.translations,
      }),
    })
    return (
      towards(address, context.address) ?? {
        title: year ? `${title} (${year})` : title,
        description: overview,
        main: html`
<article class="record">
${head}
${factsOf(context, shown)}
${creditsSection(context, shown.credits)}
${videosSection(context, videos)}
${imagesSection(context, images)}
${reviewsSection(context, reviews, address)}
${titlesSection(context, shown.alternative_titles.titles)}
${keywordsSection(context, shown.keywords.keywords)}
${idsSection(context, shown.external_ids)}
</article>`,
      }
    )
  },
})

/** All that the page shows, or undefined where there is no such movie. */
async function load(context: PageContext, movie_id: number) {
  const { ask, db, viewer } = context
  const params = { movie_id }
  const [found, images, videos, reviews, isListed] = await Promise.all([
    ask(details, { params, query: { language: languageTag(context), append_to_response: appended } }),
    ask(operationNamed('movie.images'), { params }) as Promise<Images>,
    ask(operationNamed('movie.videos'), { params, query: videoLanguages(context) }) as Promise<Videos>,
    ask(operationNamed('movie.reviews'), { params }) as Promise<Reviews>,
    viewer && isOnWatchlist(db, viewer.id, 'movie', movie_id),
  ])
  return found && { shown: found as typeof found & Appended, images, videos, reviews, isListed }
}

type Movie = NonNullable<Awaited<ReturnType<typeof load>>>['shown']

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
    [catalogue.status, shown.status],
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

import { datePrecisions } from '#src/catalogue/date-precisions.ts'
import { moviesById, seriesById } from '#src/catalogue/summaries/by-id.ts'
import { sourcesOfText } from '#src/catalogue/summaries/text-sources.ts'
import { keyOf, type Work, worksOfPerson } from '#src/catalogue/summaries/works-of-person.ts'
import { details } from '#src/groups/people/details.ts'
import { withShortNames } from '#src/run/ask.ts'
import { languageOf, textInSomeLanguage } from '../components/languages.ts'
import { pageIn } from '../components/page-number.ts'
import { feedOfPerson } from '../feeds/links.ts'
import { html } from '../html.ts'
import { type PageContext, page, type RenderContext } from '../page.ts'
import { recordNotice } from '../queue/notice-on-records.ts'
import { idIn, redirectToCanonical } from '../records/addresses.ts'
import { canonicalAddress } from '../records/canonical.ts'
import { type Card, cards, facts, homepageLink, movieCard, section, seriesCard } from '../records/cards.ts'
import { recordFrame } from '../records/frame.ts'
import { headPicture, imagesSection, loadGalleries } from '../records/gallery.ts'
import { recordHead } from '../records/head.ts'
import { idsSection, outsideAddresses } from '../records/outside-ids.ts'
import { detailsOf } from '../records/part-replies.ts'
import { translatedWord } from '../records/translated-words.ts'
import { sharedPerson } from '../sharing/people-and-companies.ts'
import { filmography, filmographyParameters } from './filmography.ts'
import { taggedSection } from './tagged.ts'

const portrait = { gallery: 'profiles', shape: 'portrait' } as const

/** Titles that a person is known for. */
const knownFor = 8

export const person = page('GET /person/{person}', {
  access: 'anyone',
  query: filmographyParameters,
  async handle(context) {
    const { texts, format } = context
    const { catalogue } = texts
    const person_id = idIn(context.params.person)
    const number = pageIn(context.query.credits)
    if (person_id === undefined || number === undefined) return undefined
    const address = await canonicalAddress(context, 'person')
    const other = address && redirectToCanonical(address, context.address)
    if (other) return other
    const params = { person_id }
    const [person, galleries] = await Promise.all([
      detailsOf(context, details, params, ['external_ids', 'tagged_images', 'translations']),
      loadGalleries(context.db, 'person', person_id),
    ])
    if (!person || address === undefined) return undefined
    const works = withShortNames(await worksOfPerson(context.db, person.id, languageOf(context)))
    const best = bestOf(works)
    const [titles, bestCards, known, notice, sources] = await Promise.all([
      filmography(context, works, { query: context.query, page: number }, { id: person.id, address }),
      cardsOf(context, best),
      datePrecisions(context.db, 'person', person.id),
      recordNotice(context, 'person', person.id),
      sourcesOfText(context.db, 'person', [person.id], 'biography'),
    ])
    const isInMovies = works.some(({ media_type }) => media_type === 'movie')
    const record = { kind: 'person' as const, id: person.id, name: person.name, address }
    return {
      title: person.name,
      ...sharedPerson(context, person, {
        ...{ address, titles: best.map(({ name }) => name), precisions: known },
        elsewhere: outsideAddresses(person.external_ids, 'person'),
      }),
      about: { of: 'person', id: person.id },
      feed: feedOfPerson(context, person.name, address),
      main: recordFrame({
        areFactsFirst: true,
        head: recordHead(context, {
          ...{ record, address, notice },
          picture: headPicture(context, record, { ...portrait, file_path: person.profile_path, notice }, galleries),
          title: person.name,
          notes: [translatedWord(context, 'department', person.known_for_department ?? '')],
          heading: catalogue.biography,
          text: textInSomeLanguage(context, {
            text: person.biography,
            name: 'biography',
            original: 'en',
            sources,
            translations: person.translations.translations,
          }),
        }),
        sections: {
          facts: facts([
            [catalogue.born, format.date(person.birthday ?? '', known.birthday)],
            [catalogue.placeOfBirth, person.place_of_birth ?? ''],
            [catalogue.died, format.date(person.deathday ?? '', known.deathday)],
            [catalogue.gender, catalogue.genders[person.gender] ?? ''],
            [catalogue.alsoKnownAs, person.also_known_as.join(', ')],
            [catalogue.homepage, homepageLink(person.homepage)],
          ]),
          known_for: knownForSection(context, person.id, bestCards, isInMovies),
          people: titles,
          images: imagesSection(context, record, galleries, [person.profile_path]),
          tagged: taggedSection(context, person.name, person.tagged_images),
          ids: idsSection(context, person.external_ids, 'person'),
        },
      }),
    }
  },
})

/** The most popular of all titles. */
const bestOf = (works: readonly Work[]): Work[] =>
  [...works].sort((one, other) => other.popularity - one.popularity).slice(0, knownFor)

/** Titles as cards, in their order. */
async function cardsOf(context: PageContext, works: readonly Work[]): Promise<Card[]> {
  const idsOf = (type: Work['media_type']) => works.filter(({ media_type }) => media_type === type).map(({ id }) => id)
  const [movies, series] = await Promise.all([
    moviesById(context.db, idsOf('movie'), languageOf(context)),
    seriesById(context.db, idsOf('tv'), languageOf(context)),
  ])
  const found = new Map<string, Card>([
    ...withShortNames(movies).map((row) => [keyOf(row), movieCard(row)] as const),
    ...withShortNames(series).map((row) => [keyOf(row), seriesCard(row)] as const),
  ])
  return works.flatMap((work) => found.get(keyOf(work)) ?? [])
}

function knownForSection({ texts }: RenderContext, id: number, best: readonly Card[], isInMovies: boolean) {
  return section(
    texts.catalogue.knownFor,
    html`${cards(best, 'row')}${
      isInMovies && html`<p><a href="/discover/movie?person=${id}">${texts.catalogue.discoverPerson}</a></p>`
    }`,
    best.length,
  )
}

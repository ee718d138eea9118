import type { MovieSeriesLeaf, OrganizationLeaf, PersonLeaf, ReviewLeaf } from 'schema-dts'
import { plainText } from '../components/markdown.ts'
import type { PageView, RenderContext } from '../page.ts'
import { addressOf, movieAddress } from '../records/addresses.ts'
import {
  breadcrumbs,
  dayAs,
  imageOf,
  known,
  maxReviewMarkdown,
  type ReviewFacts,
  reviewNode,
  sameAs,
} from '../records/structured.ts'
import { translatedWord } from '../records/translated-words.ts'
import { type CardFacts, cardAddress } from './card.ts'
import { inSentence, type Sharing } from './titles.ts'

/** Titles that a sentence names. */
const maxTitles = 3

type Person = {
  id: number
  name: string
  biography: string
  birthday: string | null
  deathday: string | null
  gender: number
  place_of_birth: string | null
  profile_path: string | null
  known_for_department: string | null
  also_known_as: readonly string[]
  homepage: string | null
}

const genders: Readonly<Record<number, string>> = {
  1: 'https://schema.org/Female',
  2: 'https://schema.org/Male',
}

export const personCard = (context: RenderContext, person: Person): CardFacts => ({
  path: `/card/person/${person.id}`,
  ...{ family: `person ${person.id}`, genre: 0 },
  title: person.name,
  line: [
    translatedWord(context, 'department', person.known_for_department ?? ''),
    [person.birthday, person.deathday].flatMap((day) => day?.slice(0, 4) ?? []).join('–'),
  ]
    .filter(Boolean)
    .join('  ·  '),
  picture: { file_path: person.profile_path, shape: 'upright' },
  drawn: 'initials',
})

type Precisions = { birthday?: string; deathday?: string }

export function sharedPerson(
  context: RenderContext,
  person: Person,
  around: { address: string; titles: readonly string[]; precisions: Precisions; elsewhere: readonly string[] },
): Sharing {
  const { site, texts, format } = context
  const { address, titles, precisions, elsewhere } = around
  const node = known<PersonLeaf>({
    '@type': 'Person',
    '@id': `${site}${address}`,
    url: `${site}${address}`,
    name: person.name,
    alternateName: [...person.also_known_as],
    description: person.biography,
    image: imageOf(site, 'h632', person.profile_path),
    birthDate: dayAs(person.birthday, precisions.birthday),
    deathDate: dayAs(person.deathday, precisions.deathday),
    birthPlace: person.place_of_birth ? { '@type': 'Place', name: person.place_of_birth } : undefined,
    gender: genders[person.gender] as PersonLeaf['gender'],
    jobTitle: translatedWord(context, 'department', person.known_for_department ?? ''),
    sameAs: sameAs(person.homepage, elsewhere),
  })
  return {
    description:
      person.biography ||
      texts.sharing.person({
        name: person.name,
        born: format.date(person.birthday ?? '', precisions.birthday),
        titles: inSentence(context, named(titles), maxTitles),
      }),
    shared: {
      address,
      type: 'profile',
      card: cardAddress(personCard(context, person)),
      data: [
        node,
        breadcrumbs(site, [
          [texts.common.people, '/person'],
          [person.name, address],
        ]),
      ],
    },
  }
}

const named = (names: readonly string[]) => names.map((name) => ({ name }))

type Organization = {
  id: number
  name: string
  description?: string
  headquarters: string
  homepage: string | null
  logo_path: string | null
  origin_country: string
  parent_company?: { id: number; name: string } | null
}
type OrganizationPlace = 'company' | 'network'

export const organizationCard = (
  { format }: RenderContext,
  place: OrganizationPlace,
  { id, name, headquarters, logo_path, origin_country }: Organization,
): CardFacts => ({
  path: `/card/${place}/${id}`,
  ...{ family: `${place} ${id}`, genre: 0 },
  title: name,
  line: [headquarters, origin_country && format.country(origin_country)].filter(Boolean).join('  ·  '),
  picture: { file_path: logo_path, shape: 'logo' },
})

/** Titles that the page lists, and its address with the kind and the page of them. */
type ListedTitles = { listed: string; titles: readonly string[] }

export function sharedOrganization(
  context: RenderContext,
  place: OrganizationPlace,
  organization: Organization,
  { address, listed, titles, elsewhere }: ListedTitles & { address: string; elsewhere: readonly string[] },
): Sharing {
  const { site, texts, format } = context
  const {
    name,
    description = '',
    headquarters,
    homepage,
    logo_path,
    origin_country,
    parent_company: parent,
  } = organization
  const node = known<OrganizationLeaf>({
    '@type': 'Organization',
    '@id': `${site}${address}`,
    url: `${site}${address}`,
    name,
    description,
    logo: imageOf(site, 'w500', logo_path),
    address: headquarters,
    parentOrganization: parent
      ? { '@type': 'Organization', name: parent.name, url: `${site}${addressOf('company', parent.id, parent.name)}` }
      : undefined,
    sameAs: sameAs(homepage, elsewhere),
  })
  const country = origin_country && format.country(origin_country)
  const known_for = inSentence(context, named(titles), maxTitles)
  const list = place === 'company' ? texts.catalogue.companies : texts.catalogue.networks
  return {
    description: description || texts.sharing[place]({ name, country, titles: known_for }),
    shared: {
      address: listed,
      card: cardAddress(organizationCard(context, place, organization)),
      data: [
        node,
        breadcrumbs(site, [
          [list, `/${place}`],
          [name, address],
        ]),
      ],
    },
  }
}

type Part = { id: number; title: string; original_title: string; release_date: string; genre_ids: readonly number[] }
type Collection = {
  id: number
  name: string
  original_name: string
  overview: string
  poster_path: string | null
  /** All of its movies, and the first ones of them, which data and sentences name. */
  all: readonly unknown[]
  first: readonly Part[]
}

export const collectionCard = (
  { texts }: RenderContext,
  { id, name, original_name, poster_path, all, first }: Collection,
): CardFacts => ({
  path: `/card/collection/${id}`,
  family: `collection ${id}`,
  genre: first[0]?.genre_ids[0] ?? 0,
  title: name,
  otherTitle: original_name,
  line: texts.catalogue.movieCount(all.length),
  picture: { file_path: poster_path, shape: 'upright' },
  drawn: { seed: `collection ${id}`, note: '' },
})

export function sharedCollection(
  context: RenderContext,
  collection: Collection,
  { address, listed, elsewhere }: { address: string; listed: string; elsewhere: readonly string[] },
): Sharing {
  const { site, texts } = context
  const { name, overview, all, first, poster_path } = collection
  const node = known<MovieSeriesLeaf>({
    '@type': 'MovieSeries',
    '@id': `${site}${address}`,
    url: `${site}${address}`,
    name,
    description: overview,
    image: imageOf(site, 'w780', poster_path),
    sameAs: sameAs(undefined, elsewhere),
    hasPart: first.map((movie) =>
      known({
        '@type': 'Movie' as const,
        name: movie.title,
        url: `${site}${movieAddress(movie)}`,
        datePublished: dayAs(movie.release_date, undefined),
      }),
    ),
  })
  const titles = inSentence(context, named(first.map(({ title }) => title)), maxTitles)
  return {
    description: overview || texts.sharing.collection({ count: all.length, titles, isAll: all.length <= maxTitles }),
    shared: {
      address: listed,
      card: cardAddress(collectionCard(context, collection)),
      data: [
        node,
        breadcrumbs(site, [
          [texts.catalogue.collections, '/collection'],
          [name, address],
        ]),
      ],
    },
  }
}

type SharedReview = ReviewFacts & { media_type: 'movie' | 'tv'; media_title: string }

/** A review, and the title that it is about: `about` is its canonical address. */
export function sharedReview({ site, texts }: RenderContext, review: SharedReview, about: string): Sharing {
  const { id, media_type, media_title, author, content } = review
  const address = `/review/${id}`
  const node = reviewNode(site, review)
  const itemReviewed: NonNullable<ReviewLeaf['itemReviewed']> = {
    '@type': media_type === 'movie' ? 'Movie' : 'TVSeries',
    name: media_title,
    url: `${site}${about}`,
  }
  const list =
    media_type === 'movie' ? ([texts.common.movies, '/movie'] as const) : ([texts.common.series, '/tv'] as const)
  const title = texts.catalogue.reviewOf(media_title, author)
  return {
    description:
      plainText(content.slice(0, maxReviewMarkdown).toWellFormed()) ||
      texts.sharing.review({ author, title: media_title }),
    shared: {
      address,
      type: 'article',
      data: [
        ...(node ? [{ ...node, itemReviewed }] : []),
        breadcrumbs(site, [list, [media_title, about], [title, address]]),
      ],
    },
  }
}

/** The whole site, with how it is searched. */
export const sharedSite = ({ site, texts }: RenderContext): NonNullable<PageView['shared']> => ({
  address: '/',
  title: texts.common.siteName,
  data: [
    {
      '@type': 'WebSite',
      '@id': `${site}/`,
      url: `${site}/`,
      name: texts.common.siteName,
      description: texts.sharing.siteCard,
      potentialAction: searchAction(site),
    },
  ],
})

/** The pattern of an address that searches, as search engines read it. */
const searchAction = (site: string) => ({
  '@type': 'SearchAction' as const,
  target: { '@type': 'EntryPoint' as const, urlTemplate: `${site}/search?query={words}` },
})

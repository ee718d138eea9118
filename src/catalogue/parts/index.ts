import type { Static, TObject, TProperties } from 'typebox'
import type { Kind, kinds, PartName } from '../kinds.ts'
import type { Part } from '../part.ts'
import { aggregateCredits } from './aggregate-credits.ts'
import { alternativeNames } from './alternative-names.ts'
import { alternativeTitles } from './alternative-titles.ts'
import { combinedCredits } from './combined-credits.ts'
import { networks, productionCompanies } from './companies.ts'
import { companyMovies } from './company-movies.ts'
import { contentRatings } from './content-ratings.ts'
import { credits } from './credits.ts'
import { episodeGroups } from './episode-groups.ts'
import { externalIds } from './external-ids.ts'
import { genres } from './genres.ts'
import { images } from './images.ts'
import { keywords } from './keywords.ts'
import { lists } from './lists.ts'
import { movieCredits } from './movie-credits.ts'
import { recommendations } from './recommendations.ts'
import { releaseDates } from './release-dates.ts'
import { releases } from './releases.ts'
import { reviews } from './reviews.ts'
import { screenedTheatrically } from './screened-theatrically.ts'
import { similar } from './similar.ts'
import { taggedImages } from './tagged-images.ts'
import { taggedPeople } from './tagged-people.ts'
import { trailers } from './trailers.ts'
import { translations } from './translations.ts'
import { tvCredits } from './tv-credits.ts'
import { videos } from './videos.ts'
import { watchProviders } from './watch-providers.ts'

const declared = [
  aggregateCredits,
  alternativeNames,
  alternativeTitles,
  combinedCredits,
  contentRatings,
  credits,
  episodeGroups,
  externalIds,
  genres,
  images,
  keywords,
  lists,
  movieCredits,
  companyMovies,
  networks,
  productionCompanies,
  recommendations,
  releaseDates,
  releases,
  reviews,
  screenedTheatrically,
  similar,
  taggedImages,
  taggedPeople,
  trailers,
  translations,
  tvCredits,
  videos,
  watchProviders,
] as const

/** Every part of a record, in the order of the interface's documentation. */
export const parts: readonly Part[] = declared

/** The names of the parts that are operations of a kind. */
export type OperationPart<Of extends Kind> = (typeof kinds)[Of]['operationParts'][number]

type PartNamed<Name extends PartName> = Extract<(typeof declared)[number], { name: Name }>

/** The fields of the reply of a part of a kind, besides `id`. */
export type PartReply<Of extends Kind, Name extends PartName> =
  PartNamed<Name> extends { reply: { [Key in Of]: infer Reply extends TProperties } } ? Reply : never

/** The same as a value. */
export type PartBody<Of extends Kind, Name extends PartName> = Of extends Kind
  ? Static<TObject<PartReply<Of, Name>>>
  : never

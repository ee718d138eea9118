import type { Part } from '../part.ts'
import { aggregateCredits } from './aggregate-credits.ts'
import { alternativeNames } from './alternative-names.ts'
import { alternativeTitles } from './alternative-titles.ts'
import { combinedCredits } from './combined-credits.ts'
import { companyMovies } from './company-movies.ts'
import { contentRatings } from './content-ratings.ts'
import { credits } from './credits.ts'
import { externalIds } from './external-ids.ts'
import { genres } from './genres.ts'
import { images } from './images.ts'
import { keywords } from './keywords.ts'
import { movieCredits } from './movie-credits.ts'
import { networks } from './networks.ts'
import { productionCompanies } from './production-companies.ts'
import { releaseDates } from './release-dates.ts'
import { releases } from './releases.ts'
import { reviews } from './reviews.ts'
import { translations } from './translations.ts'
import { tvCredits } from './tv-credits.ts'
import { videos } from './videos.ts'

/** Every part of a record, in the order of the interface's documentation. */
export const parts: readonly Part[] = [
  aggregateCredits,
  alternativeNames,
  alternativeTitles,
  combinedCredits,
  contentRatings,
  credits,
  externalIds,
  genres,
  images,
  keywords,
  movieCredits,
  companyMovies,
  networks,
  productionCompanies,
  releaseDates,
  releases,
  reviews,
  translations,
  tvCredits,
  videos,
]

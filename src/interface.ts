import { partOperations } from './catalogue/part-operations.ts'
import { changes as changesFeed } from './commons/changes/operation.ts'
import { webhooks } from './commons/webhooks/operations.ts'
import { info } from './contract/openapi.ts'
import type { Operation } from './contract/operation.ts'
import { account } from './groups/account/index.ts'
import { authentication } from './groups/authentication/index.ts'
import { batches } from './groups/batch/index.ts'
import { certificationLists } from './groups/certifications/index.ts'
import { changes } from './groups/changes/index.ts'
import { collections } from './groups/collections/index.ts'
import { companies } from './groups/companies/index.ts'
import { configuration } from './groups/configuration/index.ts'
import { credits } from './groups/credits/index.ts'
import { discovering } from './groups/discover/index.ts'
import { edits } from './groups/edits/index.ts'
import { finding } from './groups/find/index.ts'
import { genres } from './groups/genres/index.ts'
import { guestSessions } from './groups/guest-sessions/index.ts'
import { keywords } from './groups/keywords/index.ts'
import { lists } from './groups/lists/index.ts'
import { locks } from './groups/locks/index.ts'
import { movieLists } from './groups/movie-lists/index.ts'
import { movies } from './groups/movies/index.ts'
import { networks } from './groups/networks/index.ts'
import { people } from './groups/people/index.ts'
import { peopleLists } from './groups/people-lists/index.ts'
import { plex } from './groups/plex/index.ts'
import { quality } from './groups/quality/index.ts'
import { queue } from './groups/queue/index.ts'
import { ratings } from './groups/ratings/index.ts'
import { reports } from './groups/reports/index.ts'
import { reviews } from './groups/reviews/index.ts'
import { searching } from './groups/search/index.ts'
import { trending } from './groups/trending/index.ts'
import { tvEpisodeGroups } from './groups/tv-episode-groups/index.ts'
import { tvEpisodes } from './groups/tv-episodes/index.ts'
import { tvSeasons } from './groups/tv-seasons/index.ts'
import { tvSeries } from './groups/tv-series/index.ts'
import { tvSeriesLists } from './groups/tv-series-lists/index.ts'
import { watchProviders } from './groups/watch-providers/index.ts'
import { watched } from './groups/watched/index.ts'
import { watches } from './groups/watches/index.ts'

/** Every operation of version 3 of the interface: its groups, then the parts of each kind of record. */
export const operations: readonly Operation[] = [
  ...account,
  ...authentication,
  ...certificationLists,
  ...changes,
  ...collections,
  ...companies,
  ...configuration,
  ...credits,
  ...discovering,
  ...finding,
  ...genres,
  ...guestSessions,
  ...keywords,
  ...lists,
  ...movieLists,
  ...movies,
  ...networks,
  ...peopleLists,
  ...people,
  ...ratings,
  ...reviews,
  ...searching,
  ...trending,
  ...tvSeriesLists,
  ...tvSeries,
  ...tvSeasons,
  ...tvEpisodes,
  ...tvEpisodeGroups,
  ...watchProviders,
  ...partOperations,
]

/** What we add for clients beyond the interface. All paths begin with `/commons/1`. */
const ownOperations: readonly Operation[] = [
  ...quality,
  ...watched,
  ...edits,
  ...queue,
  ...reports,
  ...locks,
  ...watches,
  changesFeed,
  ...batches,
  ...webhooks,
]

/** THE table of contracts: the operations of each, and the addresses of its document. */
export const contracts = [
  {
    name: 'interface',
    label: 'Version 3 of the interface',
    document: '/openapi.json',
    file: 'openapi.json',
    info,
    operations,
  },
  {
    name: 'commons',
    label: 'Our additions',
    document: '/commons/1/openapi.json',
    file: 'openapi-commons.json',
    info: {
      ...info,
      title: 'Reelcommons: our additions',
      description:
        'Operations that version 3 of the interface does not have, with the same keys, sessions, limits, paging and ' +
        'status envelope.',
    },
    operations: ownOperations,
  },
] as const

/**
 * What the Plex media server asks for, at secret addresses and in its own format. It is in none of our contracts:
 * `src/http/plex/mount-plex.ts` mounts them.
 */
export const plexOperations: readonly Operation[] = plex

/** Every operation of the server that has our contracts. */
export const allOperations: readonly Operation[] = contracts.flatMap((contract) => contract.operations)

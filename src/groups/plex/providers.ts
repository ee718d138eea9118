import type { Config } from '#src/config.ts'

/** The providers of metadata. Those of one media server can only be combined where each serves the other's types. */
export const plexProviders = ['movies', 'television'] as const
export type Provider = (typeof plexProviders)[number]

/** The addresses of the providers, for a secret of a key for Plex; `site` has no slash at its end. */
export const addressesOf = (site: string, secret: string): string[] =>
  plexProviders.map((provider) => `${site}/plex/${secret}/${provider}`)

/** The types of the media server, by their words in replies, with their numbers. */
export const typeNumbers = { movie: 1, show: 2, season: 3, episode: 4, collection: 18 } as const
export type PlexType = keyof typeof typeNumbers

const served: Readonly<Record<Provider, readonly PlexType[]>> = {
  movies: ['movie', 'collection'],
  television: ['show', 'season', 'episode'],
}
export const typesOf = (provider: Provider): readonly PlexType[] => served[provider]

/** The type with a number, if the provider serves it. */
export const typeOf = (provider: Provider, number: number): PlexType | undefined =>
  served[provider].find((type) => typeNumbers[type] === number)

/** The name of a provider, which is the scheme of all of its guids. */
export const identifierOf = ({ plexIdentifier }: Pick<Config, 'plexIdentifier'>, provider: Provider): string =>
  `tv.plex.agents.custom.${plexIdentifier}.${provider}`

/** Paths below the address of a provider. */
export const paths = {
  metadata: '/library/metadata',
  match: '/library/metadata/matches',
  collections: '/library/collections',
} as const

import { Type } from 'typebox'
import { cacheSeconds, type Operation, operation } from '#src/contract/operation.ts'
import { identifierOf, type Provider, paths, plexProviders, typeNumbers, typesOf } from './providers.ts'

const MediaProvider = Type.Object({
  identifier: Type.String(),
  title: Type.String(),
  version: Type.String(),
  Types: Type.Array(Type.Object({ type: Type.Integer(), Scheme: Type.Array(Type.Object({ scheme: Type.String() })) })),
  Feature: Type.Array(Type.Object({ type: Type.String(), key: Type.String() })),
})

const titles: Readonly<Record<Provider, string>> = {
  movies: 'Reelcommons movies',
  television: 'Reelcommons television',
}

/** The version of what the providers answer; a new one makes media servers ask again what they serve. */
const version = '1.0.0'

export const roots: readonly Operation[] = plexProviders.map((provider) =>
  operation(`plex.${provider}`, `GET /plex/${provider}`, {
    summary: 'For the Plex media server: what the provider serves, and where',
    access: 'key',
    reply: Type.Object({ MediaProvider }),
    cache: { seconds: cacheSeconds },
    async handle({ settings }) {
      const identifier = identifierOf(settings, provider)
      return {
        MediaProvider: {
          identifier,
          title: titles[provider],
          version,
          Types: typesOf(provider).map((type) => ({ type: typeNumbers[type], Scheme: [{ scheme: identifier }] })),
          Feature: [
            { type: 'metadata', key: paths.metadata },
            { type: 'match', key: paths.match },
            ...(provider === 'movies' ? [{ type: 'collection', key: paths.collections }] : []),
          ],
        },
      }
    },
  }),
)

import { cacheSeconds, type Operation, operation } from '#src/contract/operation.ts'
import { imagesReply, type Listed, metadataReply, pageReply } from './envelope.ts'
import { grandchildrenOf, imagesOf, listOf, itemOf as metadataOf } from './items.ts'
import { type Provider, paths, plexProviders } from './providers.ts'
import { type Item, itemOf } from './rating-keys.ts'
import { ImagesReply, MetadataReply } from './shapes.ts'
import { itemQuery, tagsOf, type Wish, wishOf } from './wish.ts'

const shared = {
  access: 'key',
  query: itemQuery,
  cache: { seconds: cacheSeconds, tagsBy: tagsOf },
  dependsOnSite: true,
} as const

type Asked = { params: { rating_key: string } }

/** Items, their images, and what belongs to them, below one path of a provider. */
function itemsBelow(provider: Provider, what: string, path: string, isWanted: (item: Item) => boolean): Operation[] {
  const route = `GET /plex/${provider}${path}/{rating_key}` as const
  /** The page of an item that is requested, if the provider has such items. */
  const asked = async <Found>(context: Asked, find: (wish: Wish, item: Item) => Promise<Found | undefined>) => {
    const wish = wishOf(context, provider)
    const item = itemOf(context.params.rating_key)
    return { wish, found: isWanted(item) ? await find(wish, item) : undefined }
  }
  const list = (name: string, find: (wish: Wish, item: Item) => Promise<Listed<unknown> | undefined>) =>
    operation(`plex.${provider}_${what}_${name}`, `${route}/${name}` as const, {
      ...shared,
      summary: `For the Plex media server: the ${name} of an item, in pages`,
      reply: MetadataReply,
      async handle(context) {
        const { wish, found } = await asked(context, find)
        return found && pageReply(wish, found)
      },
    })
  return [
    operation(`plex.${provider}_${what}`, route, {
      ...shared,
      summary: 'For the Plex media server: all that is known of an item',
      reply: MetadataReply,
      async handle(context) {
        const hasChildren = context.query.includeChildren === 1
        const { wish, found } = await asked(context, (wish, item) => metadataOf(wish, item, hasChildren))
        return found && metadataReply(wish, [found])
      },
    }),
    operation(`plex.${provider}_${what}_images`, `${route}/images` as const, {
      ...shared,
      summary: 'For the Plex media server: all images of an item',
      reply: ImagesReply,
      async handle(context) {
        const { wish, found } = await asked(context, imagesOf)
        return found && imagesReply(wish, found)
      },
    }),
    list('children', listOf),
    list('grandchildren', grandchildrenOf),
  ]
}

export const browsing: readonly Operation[] = [
  ...plexProviders.flatMap((provider) => itemsBelow(provider, 'item', paths.metadata, () => true)),
  ...itemsBelow('movies', 'collection', paths.collections, ({ type }) => type === 'collection'),
]

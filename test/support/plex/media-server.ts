import assert from 'node:assert/strict'
import type { FastifyInstance } from 'fastify'

/**
 * A client that asks as the Plex media server does: without key or session, with its language as a header, in pages,
 * and only at addresses that a reply has named.
 */

/** What a reply says of an item. */
export type Item = Record<string, unknown> & { ratingKey: string; key: string; guid: string; type: string }
export type Container = {
  offset: number
  totalSize: number
  identifier: string
  size: number
  Metadata?: Item[]
  Image?: { type: string; url: string }[]
}
type Root = {
  MediaProvider: {
    identifier: string
    Types: { type: number; Scheme: { scheme: string }[] }[]
    Feature: { type: string; key: string }[]
  }
}

export type Answer = { status: number; headers: Record<string, unknown>; body: string }

export type MediaServer = ReturnType<typeof openMediaServer>

/** `address` is that of a provider, as `key create --use plex` writes it. */
export function openMediaServer(app: FastifyInstance, address: string, headers: Record<string, string> = {}) {
  const base = new URL(address).pathname
  /** Every request with its answer, in order. */
  const asked: { request: string; body: string }[] = []

  async function ask(method: 'GET' | 'POST', path: string, payload?: object): Promise<Answer> {
    const { statusCode: status, ...reply } = await app.inject({
      method,
      url: `${base}${path}`,
      headers: { accept: 'application/json', ...headers },
      ...(payload && { payload }),
    })
    asked.push({ request: `${method} ${path} ${JSON.stringify(payload ?? {})}`, body: `${status} ${reply.body}` })
    return { status, headers: reply.headers, body: reply.body }
  }

  async function container(answer: Promise<Answer>): Promise<Container> {
    const { status, body } = await answer
    assert.equal(status, 200, body)
    return (JSON.parse(body) as { MediaContainer: Container }).MediaContainer
  }

  const get = (path: string) => container(ask('GET', path))

  /** The address of a feature, as the root names it. */
  async function feature(type: string): Promise<string> {
    const { MediaProvider } = JSON.parse((await ask('GET', '')).body) as Root
    const found = MediaProvider.Feature.find((each) => each.type === type)
    assert.ok(found, `there is no feature ${type}`)
    return found.key
  }

  /** All pages of a list. */
  async function all(path: string, size: number, first: 0 | 1 = 0): Promise<Item[]> {
    const found: Item[] = []
    for (let start: number = first; ; start += size) {
      const join = path.includes('?') ? '&' : '?'
      const page = await get(`${path}${join}X-Plex-Container-Start=${start}&X-Plex-Container-Size=${size}`)
      assert.equal(page.size, page.Metadata?.length)
      found.push(...(page.Metadata ?? []))
      if (start - first + size >= page.totalSize) return found
    }
  }

  return {
    asked,
    ask,
    get,
    feature,
    all,
    match: async (body: object): Promise<Item[]> =>
      (await container(ask('POST', await feature('match'), body))).Metadata ?? [],
    item: async (key: string, query = ''): Promise<Item> => (await get(`${key}${query}`)).Metadata?.[0] as Item,
    images: async (key: string) => (await get(`${key}/images`)).Image ?? [],
  }
}

/** Walks everything that can be reached from a match: the item, its images, and all that is below it. */
export async function walk(server: MediaServer, match: object): Promise<Item[]> {
  const items: Item[] = []
  for (const { key } of await server.match(match)) {
    const item = await server.item(key, '?includeChildren=1')
    items.push(item)
    await server.images(key)
    for (const child of await server.all(`${key}/children`, 2)) {
      items.push(await server.item(child.key, '?includeChildren=1'))
      await server.images(child.key)
      for (const grandchild of await server.all(`${child.key}/children`, 2)) {
        items.push(await server.item(grandchild.key))
        await server.images(grandchild.key)
      }
    }
    await server.all(`${key}/grandchildren`, 3, 1)
    for (const { id } of (item.SeasonType ?? []) as { id: string }[]) {
      const query = `?episodeOrder=${id}`
      for (const season of await server.all(`${key}/children${query}`, 2)) {
        items.push(await server.item(season.key, query))
        await server.images(season.key)
        await server.all(`${season.key}/children${query}`, 2)
      }
      await server.all(`${key}/grandchildren${query}`, 3)
    }
    for (const collection of (item.Collection ?? []) as { key: string }[]) {
      items.push(await server.item(collection.key))
      await server.images(collection.key)
      await server.all(`${collection.key}/children`, 2)
    }
  }
  return items
}

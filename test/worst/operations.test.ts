import { after, before, test } from 'node:test'
import { maxWordLength } from '#src/catalogue/fields.ts'
import type { Operation } from '#src/contract/operation.ts'
import { sql } from '#src/database/sql.ts'
import { allOperations } from '#src/interface.ts'
import { maxFileName, maxPath } from '#src/matching/file-names.ts'
import { sqliteEngine } from '../support/engines.ts'
import { type PagesServer, startPages } from '../support/pages/visitor.ts'
import { openPlex } from '../support/plex/open.ts'
import { send } from '../support/scenarios.ts'
import { addOwn, addShown } from '../support/world/own.ts'
import { bodyOf, filledIn, places } from '../support/world/own-requests.ts'
import { loadWorld } from '../support/world.ts'
import { assertCosts, watch } from '../support/worst/cost.ts'
import { fewWorstTexts } from '../support/worst/texts.ts'

/** Every operation, with the worst texts that its query and its body can have. */

let server: PagesServer
before(async () => {
  server = await startPages(sqliteEngine(loadWorld), { 'writes-per-minute': '0', 'password-hashings': '1' })
  await addShown(server.db)
  await addOwn(server.db)
  await server.db.run(sql`update account set role = 'administrator' where username = 'ada'`)
})
after(() => server.close())
const watched = watch(after)

/** As long as an address may be, once its texts are encoded. */
const mostQuery = 8_000
/** As long as a body may be, once it is JSON. */
const mostBody = 32_768

type Field = { operation: Operation; name: string; schema: object }

const propertiesOf = (schema: object | undefined): [string, object][] =>
  Object.entries((schema as { properties?: Record<string, object> } | undefined)?.properties ?? {})

/** Fields that say the same of what they take are one. */
function distinct(fieldsOf: (operation: Operation) => [string, object][]): Field[] {
  const fields = allOperations.flatMap((operation) =>
    fieldsOf(operation).map(([name, schema]): Field => ({ operation, name, schema })),
  )
  return [...new Map(fields.map((field) => [`${field.name} ${JSON.stringify(field.schema)}`, field])).values()]
}

/** What a parameter of a path stands for matters little here. */
const addressOf = ({ path }: Operation) =>
  path.replace(/\{(\w+)\}/g, (part, name) => (name in places ? (filledIn(part)[0] as string) : '1'))
const sent = { session: 'ada' }

test('queries', () =>
  assertCosts(
    watched,
    distinct(({ query }) => propertiesOf(query)).flatMap(({ operation, name }) =>
      fewWorstTexts.map((worst) => ({
        name: `${operation.id} ${name} ${worst.name}`,
        most: mostQuery,
        least: 2_000,
        read: (size: number) => {
          const encoded = encodeURIComponent(worst.of(size)).length
          const text = encodeURIComponent(worst.of(Math.floor((size * size) / encoded)))
          return send(server.app, `${operation.method} ${addressOf(operation)}?${name}=${text}`, {
            ...sent,
            ...(operation.method !== 'GET' && { body: bodyOf(operation) }),
          })
        },
      })),
    ),
  ))

test('bodies', () =>
  assertCosts(
    watched,
    distinct(({ body }) => propertiesOf(body)).flatMap(({ operation, name }) =>
      fewWorstTexts.map((worst) => ({
        name: `${operation.id} ${name} ${worst.name}`,
        most: mostBody,
        least: 2_048,
        read: async (size: number) => {
          const text = worst.of(size)
          for (const value of [text, [text], { [text]: text }, Array.from({ length: size / 16 }, () => 'a')])
            await send(server.app, `${operation.method} ${addressOf(operation)}`, {
              ...sent,
              body: { ...bodyOf(operation), [name]: value },
            })
        },
      })),
    ),
  ))

test('files that a media server asks about', async () => {
  const { movies, television } = await openPlex(server)
  const servers = { movies, television }
  await assertCosts(
    watched,
    (['movies', 'television'] as const).flatMap((provider) =>
      fewWorstTexts.map((worst) => ({
        name: `${provider} ${worst.name}`,
        most: maxPath,
        least: 256,
        read: async (size: number) => {
          const name = worst.of(Math.min(size - 20, maxFileName - 20)).replaceAll('/', '-')
          const filename = `${`/1x1${name}!`.repeat(Math.ceil(size / maxFileName))}.mkv`.slice(-maxPath)
          const title = worst.of(Math.min(size, maxWordLength))
          for (const type of provider === 'movies' ? [1, 18] : [2, 3, 4])
            for (const body of [
              { filename },
              { title, parentTitle: title, grandparentTitle: title, date: title.slice(0, 40) },
            ])
              await servers[provider].ask('POST', '/library/metadata/matches', { type, ...body })
        },
      })),
    ),
  )
})

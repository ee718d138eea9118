import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { allSources, peopleSource, peopleSourceOf } from '#src/catalogue/sources.ts'
import { sql } from '#src/database/sql.ts'
import { buildServer } from '#src/http/server.ts'
import { settings } from '#src/settings.ts'
import { forEachEngine } from '../support/engines.ts'
import { open, save } from '../support/pages/edit-forms.ts'
import { filled } from '../support/pages/form-fields.ts'
import { signedIn, startPages, textOf } from '../support/pages/visitor.ts'
import { send } from '../support/scenarios.ts'
import { loadWorld, testDay } from '../support/world.ts'

const address = '/movie/502/edit'
const Logged = Type.Object({ id: Type.Integer(), source_id: Type.String() })
type Provenance = { place: string; source_id: string; licence: string }

forEachEngine(loadWorld, (engine) => {
  test('each licence is a source of its own, with the rank of people', async (t) => {
    const server = await startPages(engine)
    t.after(() => server.close())
    const sources = await allSources(server.db)
    const rank = sources.find(({ id }) => id === peopleSource)?.rank
    const ids = settings.licenceOfEdits.values.map((licence) => {
      const found = sources.find(({ id }) => id === peopleSourceOf(licence))
      assert.deepEqual([found?.licence, found?.rank], [licence, rank])
      return found?.id
    })
    assert.equal(new Set(ids).size, settings.licenceOfEdits.values.length)
    assert.ok(sources.every((source) => ids.includes(source.id) || source.rank < (rank ?? 0)))
  })

  test('the form says the licence, and another setting touches no earlier edit', async (t) => {
    const server = await startPages(engine)
    t.after(() => server.close())
    const { db, config } = server
    const clock = () => new Date(testDay)
    const app = buildServer({ db, config: { ...config, licenceOfEdits: 'CC-BY-SA-4.0' }, clock })
    t.after(() => app.close())
    const [before, after] = [await signedIn(server, 'bo'), await signedIn({ app, db }, 'bo')]
    const given = async (field: string) => {
      const { body } = await send(app, 'GET /commons/1/record?kind=movie&id=502', {})
      const { provenance } = JSON.parse(body) as { provenance: Provenance[] }
      const found = provenance.find(({ place }) => place === `${field}||`)
      return [found?.source_id, found?.licence]
    }
    const edits = () => db.all(Logged, sql`select id, source_id from edit order by id`)
    const change = async (visitor: typeof before, fields: Record<string, string>) =>
      save(visitor, address, filled(await open(visitor, address), fields))

    assert.match(textOf(await before.get(address)), /under the licence CC0-1\.0\./)
    await change(before, { 'v.tagline': 'One', 'v.runtime': '71' })
    const earlier = await edits()
    assert.equal(earlier.at(-1)?.source_id, 'people')

    assert.match(textOf(await after.get(address)), /under the licence CC-BY-SA-4\.0\./)
    await change(after, { 'v.tagline': 'Two' })
    assert.deepEqual(await given('tagline'), ['people-cc-by-sa-4.0', 'CC-BY-SA-4.0'])
    assert.deepEqual(await given('runtime'), ['people', 'CC0-1.0'])
    const now = await edits()
    assert.deepEqual(now.slice(0, -1), earlier)
    assert.equal(now.at(-1)?.source_id, 'people-cc-by-sa-4.0')
  })
})

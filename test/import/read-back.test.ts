import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { type Kind, kind, kindNames, numberingOf } from '#src/catalogue/kinds.ts'
import { raw, sql } from '#src/database/sql.ts'
import { type AnyLine, exportOf, importInto } from '../support/catalogue.ts'
import { forEachEngine } from '../support/engines.ts'
import { type Server, startInterface } from '../support/scenarios.ts'
import { keys, loadWorld } from '../support/world.ts'

/** The numbers in the path of a record's details, by the names of the parameters. */
const numbersOf = (of: Kind, row: AnyLine): Record<string, unknown> =>
  of === 'season' || of === 'episode' ? row : { [/\{(\w+)\}/.exec(kind(of).path)?.[1] ?? '']: row.id }

/** The credits of a series are shown with those of its newest season, which are not its own. */
const partsOf = (of: Kind) => kind(of).operationParts.filter((part) => of !== 'series' || part !== 'credits')

/** A title that is missing is shown as the original one, so it is known for en-US once it was read back. */
function withoutFallback(reply: AnyLine): AnyLine {
  const rows: AnyLine[] | undefined = reply.translations?.translations
  if (!rows) return reply
  const others = rows.filter(({ iso_639_1, iso_3166_1 }) => `${iso_639_1}-${iso_3166_1}` !== 'en-US')
  return { ...reply, translations: { translations: others } }
}

/** The details of each record of a kind with all of its parts, as lines. */
async function repliesOf({ app, db }: Server, of: Kind): Promise<AnyLine[]> {
  const columns = Object.fromEntries(['id', ...numberingOf(of)].map((name) => [name, Type.Integer()]))
  const rows: AnyLine[] = await db.all(
    Type.Object({ ...columns, source: Type.String() }),
    sql`
    select ${raw(
      Object.keys(columns)
        .map((name) => `t.${name}`)
        .join(', '),
    )}, r.source_id as source
    from ${raw(of)} t join record r on r.kind = ${of} and r.id = t.id order by t.id`,
  )
  const replies: AnyLine[] = []
  for (const row of rows) {
    const path = kind(of).path.replace(/\{(\w+)\}/g, (_, name) => String(numbersOf(of, row)[name]))
    const url = `${path}?append_to_response=${partsOf(of).join(',')}&api_key=${keys.first}`
    const reply = await app.inject(url)
    assert.equal(reply.statusCode, 200, url)
    replies.push({ ...reply.json(), ...row, kind: of })
  }
  return replies
}

async function allReplies(server: Server): Promise<AnyLine[]> {
  const replies: AnyLine[] = []
  for (const of of kindNames) replies.push(...(await repliesOf(server, of)))
  return replies
}

forEachEngine(loadWorld, (engine) => {
  test('what the server answers can be read back, and nothing is lost', async (context) => {
    const server = await startInterface(engine, 'neutral')
    context.after(() => server.close())
    const replies = await allReplies(server)
    const { refused, unresolved, summary } = await importInto(server.db, replies)
    assert.deepEqual({ refused, unresolved, ignored: summary.ignored }, { refused: [], unresolved: [], ignored: {} })
    const again = await allReplies(server)
    assert.deepEqual(again.map(withoutFallback), replies.map(withoutFallback))
  })

  test('the export of a catalogue changes nothing in it', async (context) => {
    const db = await engine.open()
    context.after(() => db.close())
    const text = await exportOf(db)
    const { records, refused, unresolved, summary } = await importInto(db, text.split('\n').slice(0, -1))
    const { created, changed } = records
    assert.deepEqual({ created, changed, refused, unresolved }, { created: 0, changed: 0, refused: [], unresolved: [] })
    assert.equal(summary.edit_id, undefined)
    assert.equal(await exportOf(db), text)
  })
})

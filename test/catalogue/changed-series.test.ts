import assert from 'node:assert/strict'
import { test } from 'node:test'
import { applyEdit } from '#src/catalogue/edits/apply-edit.ts'
import type { RecordEdit } from '#src/catalogue/edits/record-edit.ts'
import { forEachEngine } from '../support/engines.ts'
import { send, startInterface } from '../support/scenarios.ts'
import { loadWorld } from '../support/world.ts'

/** What a person edits, in this order, an hour apart; each of them puts a series in front of those changed before. */
const edits: [title: string, record: RecordEdit, first: number[]][] = [
  ['an episode', { kind: 'episode', id: 60211, values: { name: 'Before Dawn' } }, [602, 7001]],
  ['a season', { kind: 'season', id: 6041, values: { overview: 'The only one.' } }, [604, 602, 7001]],
  ['the series', { kind: 'series', id: 603, values: { overview: 'Something.' } }, [603, 604, 602, 7001]],
  ['an episode again', { kind: 'episode', id: 60212, values: { name: 'Noon' } }, [602, 603, 604, 7001]],
  ['nothing new', { kind: 'series', id: 604, values: { name: 'The Last Ferry' } }, [602, 603, 604, 7001]],
  ['a movie', { kind: 'movie', id: 501, values: { overview: 'A light.' } }, [602, 603, 604, 7001]],
]

forEachEngine(loadWorld, (engine) => {
  test('a changed season or episode changes its series', async () => {
    const server = await startInterface(engine, 'neutral')
    try {
      for (const [index, [title, record, first]] of edits.entries()) {
        await applyEdit(server.db, { account_id: 1, at: new Date(Date.UTC(2026, 2, 10, 2 + index)), records: [record] })
        const { body } = await send(server.app, 'GET /3/tv/changes')
        const ids = JSON.parse(body).results.map(({ id }: { id: number }) => id)
        assert.deepEqual(ids.slice(0, first.length), first, title)
      }
    } finally {
      await server.close()
    }
  })
})

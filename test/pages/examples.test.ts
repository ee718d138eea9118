import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import type { DialectName } from '#src/contract/dialects.ts'
import type { CodeLanguage } from '#src/pages/reference/code.ts'
import { contractsIn } from '#src/pages/reference/contract.ts'
import { type KeptReplies, type KeptReply, repliesFile } from '#src/pages/reference/replies.ts'
import { runs } from '../support/arbitrary/runs.ts'
import { sqliteEngine } from '../support/engines.ts'
import { MOST_LINES } from '../support/examples/abridged.ts'
import { loadExamples, serveExamples } from '../support/examples/sample-server.ts'
import { byCurl, byFetch, byPython, type Sender } from '../support/examples/senders.ts'
import { changesCatalogue, exampleOfOperation, keptOf, sendExample } from '../support/examples/walk.ts'

/** It does not end, so that no reply of it is kept; `test/http/changes/` reads it. */
const stream = 'feed.changes_stream'
const operations = contractsIn('neutral')
  .flatMap(({ groups }) => [...groups.values()].flat().map(({ operation }) => operation.operationId))
  .filter((id) => id !== stream)

/** One of each form of request; all of them with TEST_MANY. */
const ofEachForm = [
  ...Map.groupBy(operations, (id) => {
    const { sent, steps } = exampleOfOperation(id, 'neutral')
    return [sent.method, sent.body === undefined, sent.bearer, sent.address.includes('?'), steps.length > 3].join()
  }).values(),
].flatMap((ids) => ids.slice(0, runs(1, ids.length)))

const engine = sqliteEngine(loadExamples)

/** The replies to examples. Those that change something, or need something before, have a catalogue of their own. */
async function repliesOf(dialect: DialectName, language: CodeLanguage, sender: Sender, ids = operations) {
  const shared = await serveExamples(engine, dialect)
  const replies: Record<string, KeptReply> = {}
  try {
    for (const id of ids) {
      const isAlone = changesCatalogue(id)
      const server = isAlone ? await serveExamples(engine, dialect) : shared
      try {
        replies[id] = keptOf(id, await sendExample({ operation: id, dialect, language }, server, sender))
      } catch (error) {
        throw new Error(`${language}, ${id}`, { cause: error })
      } finally {
        if (isAlone) await server.close()
      }
    }
  } finally {
    await shared.close()
    sender.close()
  }
  return replies
}

const isWriting = process.env.WRITE_EXAMPLES !== undefined
/** In the common dialect reads are enough most of the time: what changes something takes a catalogue each. */
const inCommon = isWriting || runs(0, 1) === 1 ? operations : operations.filter((id) => !changesCatalogue(id))

/** Both dialects, the common one only where it differs. */
function merged(neutral: Record<string, KeptReply>, common: Record<string, KeptReply>): KeptReplies {
  return Object.fromEntries(
    Object.entries(neutral).map(([id, reply]) => {
      const other = common[id]
      return [
        id,
        JSON.stringify(reply) === JSON.stringify(other) ? { neutral: reply } : { neutral: reply, common: other },
      ]
    }),
  ) as KeptReplies
}

describe('the examples of the reference', { concurrency: false }, () => {
  let neutral: Record<string, KeptReply> = {}

  test('each works on the sample, and gets the reply that is shown, in both dialects', async () => {
    neutral = await repliesOf('neutral', 'javascript', byFetch)
    const common = await repliesOf('common', 'javascript', byFetch, inCommon)
    if (isWriting) writeFileSync(repliesFile, `${JSON.stringify(merged(neutral, common), null, 1)}\n`)
    const kept: KeptReplies = JSON.parse(readFileSync(repliesFile, 'utf8'))
    const shown = (ids: readonly string[], dialect: DialectName) =>
      Object.fromEntries(ids.map((id) => [id, kept[id]?.[dialect] ?? kept[id]?.neutral]))
    assert.deepEqual(shown(operations, 'neutral'), neutral)
    assert.deepEqual(shown(inCommon, 'common'), common)
    assert.deepEqual(Object.keys(kept).toSorted(), operations.toSorted())
    const refused = Object.entries(neutral).filter(([, { status }]) => status >= 400)
    assert.deepEqual(refused, [])
    assert.ok(Object.values(neutral).every(({ lines }) => lines.length <= MOST_LINES))
  })

  for (const [language, open] of [
    ['curl', () => byCurl],
    ['python', byPython],
  ] as const)
    test(`${language} gets the same`, async () => {
      const replies = await repliesOf('neutral', language, open(), ofEachForm)
      assert.deepEqual(replies, Object.fromEntries(ofEachForm.map((id) => [id, neutral[id]])))
    })
})

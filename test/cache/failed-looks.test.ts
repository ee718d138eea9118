import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readConfig } from '#src/config.ts'
import type { Database } from '#src/database/database.ts'
import { StatementTimeoutError } from '#src/database/errors.ts'
import type { Log } from '#src/log.ts'
import { openDataSources } from '#src/run/data-sources.ts'
import { forEachEngine } from '../support/engines.ts'
import { retitle } from '../support/replies-node.ts'
import { loadWorld, testDay } from '../support/world.ts'

forEachEngine(loadWorld, (engine) => {
  test('an edit is done where the look at the log after it fails, and seen by the next request', async (t) => {
    const opened = await engine.open()
    t.after(() => opened.close())
    let isFailing = false
    const all: Database['all'] = (row, query) => {
      if (isFailing && query.strings.join('').includes('max(seq)')) throw new StatementTimeoutError()
      return opened.all(row, query)
    }
    const logged: string[] = []
    const log = () => ({ error: (_: unknown, sentence: string) => logged.push(sentence) }) as unknown as Log
    const { db, replies } = openDataSources({
      db: { ...opened, all },
      config: readConfig({}, {}).config,
      clock: () => new Date(testDay),
      now: () => 0,
      log,
      redis: undefined,
    })
    let text = 1
    const ask = async () => {
      const { reply, isHit } = await replies.get('one', async () => ({
        key: 'one',
        operation: 'movie.details',
        tags: ['movie 501'],
        seconds: 60,
        mayBeStale: true,
        text: String(text++),
      }))
      return [String(reply.plain), isHit]
    }
    assert.deepEqual(
      [await ask(), await ask()],
      [
        ['1', false],
        ['1', true],
      ],
    )
    isFailing = true
    await retitle(db, 501, 'One')
    isFailing = false
    assert.deepEqual(logged, ['changes could not be read'])
    assert.deepEqual(
      [await ask(), await ask()],
      [
        ['2', false],
        ['2', true],
      ],
    )
    await retitle(db, 501, 'Two')
    assert.deepEqual(
      [await ask(), await ask()],
      [
        ['3', false],
        ['3', true],
      ],
    )
    assert.equal(logged.length, 1)
  })
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { operations } from '#src/interface.ts'
import { groups } from '../../conformance/interface/index.ts'

test('the document has every operation of the interface', () => {
  const named = (route: string) => route.replace(/\{\w+\}/g, '{}')
  const wanted = Object.values(groups).flatMap((group) => Object.keys(group).map((route) => route.replace(' ', ' /3')))
  assert.equal(wanted.length, 162)
  const have = new Set(operations.map(({ method, path }) => named(`${method} ${path}`)))
  // One path for all kinds, which are three here, and all of them together.
  const trending = 'GET /3/trending/{media_type}/{time_window}'
  assert.deepEqual(
    wanted.filter((route) => !have.has(named(route))),
    wanted.includes(trending) ? [trending] : [],
  )
  for (const kind of ['all', 'movie', 'tv', 'person']) assert.ok(have.has(`GET /3/trending/${kind}/{}`), kind)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { en } from '#src/texts/en/index.ts'
import { outsideAddress } from './outside-ids.ts'

test('no two systems are at one site, so that the host of its address names each', () => {
  const ids: Readonly<Record<string, string>> = { filmdb_id: 'tt1', kb2_id: 'Q1' }
  const hosts = Object.keys(en.catalogue.systems).flatMap((system) => {
    const address = outsideAddress(system, ids[system] ?? '1', 'series')
    return address ? new URL(address).hostname.replace(/^www\./, '') : []
  })
  assert.deepEqual([hosts.length, new Set(hosts).size], [9, 9])
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { digestOf, isAccessToken, newSecret } from './secrets.ts'

for (const [of, digits] of [
  ['key', 32],
  ['request_token', 40],
  ['session', 40],
] as const) {
  test(`a new ${of} has ${digits} hex digits and is like no other`, () => {
    const secrets = Array.from({ length: 100 }, () => newSecret(of))
    for (const secret of secrets) assert.match(secret, new RegExp(`^[0-9a-f]{${digits}}$`))
    assert.equal(new Set(secrets).size, 100)
  })
}

test('a new access token has 160 random bits behind the letters that tell it from a key', () => {
  assert.match(newSecret('access_token'), /^rct_[0-9a-f]{40}$/)
  assert.deepEqual([newSecret('access_token'), newSecret('key')].map(isAccessToken), [true, false])
})

test('a digest is the SHA-256 of the UTF-8 text', () => {
  const known = [
    ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
    ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
    ['ä', '33e6d73fee82904c8d7afb78de1154d1e8dc2a0edb08120e63df5b9385c2d9cc'],
  ] as const
  assert.deepEqual(
    known.map(([secret]) => digestOf(secret)),
    known.map(([, digest]) => digest),
  )
})

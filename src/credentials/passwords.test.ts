import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ApiError } from '#src/contract/statuses.ts'
import { INTERFACE_HASHINGS, limitForInterface, openPasswords } from './passwords.ts'

const passwords = openPasswords(2)

/** Made by the reference implementation of Argon2, of the password `password`, with parameters that are not ours. */
const foreign = '$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4'

test('what is stored names its algorithm and its cost, and has a salt of its own', async () => {
  const stored = await Promise.all([passwords.hash('the lamp is lit'), passwords.hash('the lamp is lit')])
  for (const text of stored)
    assert.match(text, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
  assert.notEqual(stored[0], stored[1])
})

test('only the very password is verified', async () => {
  const stored = await passwords.hash('Pässword mit Ümlaut')
  const attempts = [
    'Pässword mit Ümlaut',
    'pässword mit Ümlaut',
    'Pässword mit Ümlaut ',
    'Pa\u0308ssword mit Ümlaut',
    '',
  ]
  const verified = await Promise.all(attempts.map((attempt) => passwords.verify(attempt, stored)))
  assert.deepEqual(verified, [true, false, false, false, false])
})

test('a stored password is verified with the cost that it names', async () => {
  assert.equal(await passwords.verify('password', foreign), true)
  assert.equal(await passwords.verify('Password', foreign), false)
})

test('where nothing is stored, nothing is the password, and the same work is done', async () => {
  const work: object[] = []
  // Of the result nothing is looked at but its length.
  const counted = openPasswords(1, async ({ nonce, ...parameters }) => {
    work.push({ ...parameters, nonceBytes: (nonce as Buffer).length })
    return Buffer.alloc(parameters.tagLength)
  })
  const stored = await counted.hash('the lamp is lit')
  const verified = [stored, undefined, null].map((text) => counted.verify('the lamp is lit', text))
  assert.deepEqual(await Promise.all(verified), [true, false, false])
  const [first, ...others] = work
  assert.deepEqual(first, {
    message: 'the lamp is lit',
    memory: 19_456,
    passes: 2,
    parallelism: 1,
    tagLength: 32,
    nonceBytes: 16,
  })
  assert.deepEqual(others, [first, first, first])
})

test('the interface fills its share of the places and leaves the others to the pages', async () => {
  const end = Promise.withResolvers<void>()
  const slow = openPasswords(1, async ({ tagLength }) => {
    await end.promise
    return Buffer.alloc(tagLength)
  })
  const ofInterface = limitForInterface(slow)
  const taken = Array.from({ length: INTERFACE_HASHINGS }, () => ofInterface.verify('the lamp is lit', undefined))
  for (const refused of [ofInterface.verify('the lamp is lit', undefined), ofInterface.hash('the lamp is lit')])
    await assert.rejects(refused, new ApiError('unavailable'))
  const ofPage = slow.verify('the lamp is lit', undefined)
  end.resolve()
  assert.deepEqual(await Promise.all([...taken, ofPage]), Array(INTERFACE_HASHINGS + 1).fill(false))
  assert.equal(await ofInterface.verify('the lamp is lit', undefined), false, 'there is room again')
})

test('what we did not write is no stored password', async () => {
  for (const text of ['secret', '$argon2i$v=19$m=256,t=2,p=1$c29tc2FsdA$nf65EOgLrQMR', foreign.replace('v=19', 'v=16')])
    await assert.rejects(passwords.verify('password', text), {
      message: 'A stored password is not of the form that we write',
    })
})

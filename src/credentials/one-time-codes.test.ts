import assert from 'node:assert/strict'
import { test } from 'node:test'
import { codeAddress, codeAt, newCodeSecret, newRecoveryCode, periodOf, readCode } from './one-time-codes.ts'
import { isReadable, seal, unseal } from './sealed.ts'

/** The secret of the examples in appendix B of RFC 6238, and the last six of their eight digits. */
const example = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
const examples: readonly (readonly [seconds: number, code: string])[] = [
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_234_567_890, '005924'],
  [20_000_000_000, '353130'],
]
const at = (seconds: number) => new Date(seconds * 1_000)

test('codes are those of RFC 6238', () => {
  for (const [seconds, code] of examples) {
    assert.equal(codeAt(example, at(seconds)), code)
    assert.equal(periodOf(example, code, at(seconds)), Math.floor(seconds / 30))
  }
})

test('a code is right in its period and in those beside it, and belongs to one of them', () => {
  const code = codeAt(example, at(3_000))
  const period = 100
  const tried = [2_969, 2_970, 3_000, 3_029, 3_059, 3_060].map((seconds) => periodOf(example, code, at(seconds)))
  assert.deepEqual(tried, [undefined, period, period, period, period, undefined])
  for (const wrong of ['', '12345', '1234567', 'abcdef']) assert.equal(periodOf(example, wrong, at(3_000)), undefined)
})

test('what is typed is read with blanks, hyphens and capitals', () => {
  const recovery = newRecoveryCode()
  assert.match(recovery, /^([a-km-np-z2-9]{5}-){3}[a-km-np-z2-9]{5}$/)
  const code = recovery.replaceAll('-', '')
  for (const typed of [recovery, ` ${recovery.toUpperCase()} `, code])
    assert.deepEqual(readCode(typed), { kind: 'recovery', code })
  assert.deepEqual(readCode('123 456'), { kind: 'time', code: '123456' })
  for (const typed of ['', '1234567', '12345a', '٠١٢٣٤٥', recovery.slice(1), 'l'.repeat(20), '\0'])
    assert.equal(readCode(typed), undefined, typed)
})

test('the address says whose code it is, and where', () => {
  const secret = newCodeSecret()
  assert.equal(secret.length, 32, '160 bits')
  const address = new URL(codeAddress(secret, 'films.example', 'a:da'))
  assert.deepEqual([address.protocol, address.host], ['otpauth:', 'totp'])
  const { issuer, secret: told, digits, period, algorithm } = Object.fromEntries(address.searchParams)
  assert.deepEqual([issuer, told, digits, period, algorithm], ['films.example', secret, '6', '30', 'SHA1'])
})

test('a sealed secret opens with its key, for what it was sealed for, and unchanged', () => {
  const [secretKey, about] = ['k'.repeat(32), 'codes of 1']
  const sealed = seal(example, { secretKey, about })
  assert.ok(!sealed.includes(example))
  assert.notEqual(seal(example, { secretKey, about }), sealed)
  assert.equal(unseal(sealed, { secretKey, about }), example)
  const middle = Math.floor(sealed.length / 2)
  const changed = `${sealed.slice(0, middle)}${sealed[middle] === 'A' ? 'B' : 'A'}${sealed.slice(middle + 1)}`
  assert.equal(unseal(changed, { secretKey, about }), undefined)
  assert.equal(unseal(sealed.slice(0, 20), { secretKey, about }), undefined)
  for (const other of [
    { secretKey: 'j'.repeat(32), about },
    { secretKey, about: 'codes of 2' },
    { secretKey: '', about },
  ])
    assert.equal(unseal(sealed, other), undefined)
  const readable = seal(example, { secretKey: '', about })
  assert.deepEqual([isReadable(readable), isReadable(sealed)], [true, false])
  assert.equal(unseal(readable, { secretKey, about }), example, 'a key that came later')
})

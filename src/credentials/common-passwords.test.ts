import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isCommonPassword } from './common-passwords.ts'

const cases: readonly [password: string, isCommon: boolean][] = [
  ['password1234', true],
  ['pass-word-1234', true],
  ['Dragon_dragon_dragon', true],
  ['123456789012', true],
  ['ababababababa', true],
  ['victor-victor-1', true],
  ['v.i.c.t.o.r.2026', true],
  ['1-Victor--Lampson-99', true],
  ['victor@example.org', true],
  ['example--org--1234', true],
  ['victor likes lamps', false],
  ['the lamp is lit', false],
  ['correct horse battery', false],
]

for (const [password, isCommon] of cases)
  test(`${password} is ${isCommon ? 'common' : 'accepted'}`, async () =>
    assert.equal(await isCommonPassword(password, ['victor', 'victor.lampson@example.org']), isCommon))

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { foldEmail, mailboxOf, maxEmailLength, maxLocalLength, readEmail } from './email.ts'

/** What is typed, and how it is stored; undefined where it is refused. */
const cases: readonly [typed: string, stored: string | undefined][] = [
  ['ann@example.org', 'ann@example.org'],
  ['Ann@EXAMPLE.org', 'Ann@example.org'],
  ['ann@example。org', 'ann@example.org'],
  ['ann@ex\u200bample.org', 'ann@example.org'],
  ['ann@ｅxample.org', 'ann@example.org'],
  ['ann@bücher.example', 'ann@xn--bcher-kva.example'],
  ['ann+films@example.org', 'ann+films@example.org'],
  ['änn@example.org', 'änn@example.org'],
  ['ann@nas', 'ann@nas'],
  ['ann@example.org>', undefined],
  ['<ann@example.org', undefined],
  ['<ann@example.org>', undefined],
  ['Ann <ann@example.org>', undefined],
  ['"ann"@example.org', undefined],
  ['ann(home)@example.org', undefined],
  ['a\u200bnn@example.org', undefined],
  ['ａnn@example.org', undefined],
  ['ann@example.org.', undefined],
  ['ann@[127.0.0.1]', undefined],
  ['ann@127.0.0.1', undefined],
  ['ann@127.1', undefined],
  ['ann@films.7', undefined],
  ['ann@films.example7', 'ann@films.example7'],
  ['ann@-films.example', undefined],
  ['ann@example.org?bob', undefined],
  ['ann@example.org/bob', undefined],
  ['ann@example.org#bob', undefined],
  ['ann@example.org\\bob', undefined],
  ['ann@example.org／bob', undefined],
  ['ann@%65xample.org', undefined],
  ['ann@exam\tple.org', undefined],
  ['ann@exam\nple.org', undefined],
  ['ann@example.org:25', undefined],
  ['ann@films_.example', undefined],
  [`ann@${'d'.repeat(64)}.example`, undefined],
  ['ann b@example.org', undefined],
  ['ann\u0085@example.org', undefined],
  ['ann\ufffd@example.org', undefined],
  ['ann\ud800@example.org', undefined],
  ["o'ann/films@example.org", "o'ann/films@example.org"],
  ['ann..b@example.org', undefined],
  ['ann@example.org,bob@example.org', undefined],
  ['ann@example.org\r\nBcc: bob@example.org', undefined],
  ['@example.org', undefined],
  ['ann', undefined],
  ['', undefined],
]

for (const [typed, stored] of cases)
  test(`${JSON.stringify(typed)} is ${stored ?? 'refused'}`, () => assert.equal(readEmail(typed), stored))

test('an address has at most as many characters as a mail can hold', () => {
  const domain = `${'d'.repeat(61)}.`.repeat(3)
  const longest = `${'a'.repeat(64)}@${domain}example`.slice(0, maxEmailLength)
  assert.equal(longest.length, maxEmailLength)
  assert.equal(readEmail(longest), longest)
  assert.equal(readEmail(`${longest}e`), undefined)
})

test('what stands before the @ has at most as many characters as a mail server takes', () => {
  const longest = `${'a'.repeat(maxLocalLength)}@example.org`
  assert.equal(readEmail(longest), longest)
  assert.equal(readEmail(`a${longest}`), undefined)
})

test('addresses that differ in case are the same, and one mailbox has many', () => {
  assert.equal(foldEmail('Ann@EXAMPLE。org'), 'ann@example.org')
  assert.equal(mailboxOf('Ann+films+more@example.org'), 'ann@example.org')
  assert.equal(mailboxOf('ann@example.org'), 'ann@example.org')
})

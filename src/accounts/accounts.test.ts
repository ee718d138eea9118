import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accountFault } from './accounts.ts'

const ada = { username: 'Ada', name: 'Ada L.', email: 'ada@example.org', password: 'the lamp is lit' }
const usernameSentence =
  'A user name has 2 to 32 letters from a to z, digits, dots, hyphens and underscores, ' +
  'and begins with a letter or a digit.'
const faults: [words: Partial<typeof ada>, fault: string | undefined][] = [
  [{}, undefined],
  [{ name: '', email: '' }, undefined],
  [{ username: '2_be-or.not' }, undefined],
  [{ username: 'a'.repeat(32) }, undefined],
  ...['', 'a', 'a'.repeat(33), '.ada', '-ada', 'ad a', 'adä', 'ada\n', '\u212aim'].map((username): [object, string] => [
    { username },
    usernameSentence,
  ]),
  [{ name: 'n'.repeat(101) }, 'A name has at most 100 characters, none of them invisible.'],
  [{ name: 'Ada\u200f' }, 'A name has at most 100 characters, none of them invisible.'],
  [{ name: 'Ada\u0000' }, 'A name has at most 100 characters, none of them invisible.'],
  ...['ada', 'ada@', '@example.org', 'a da@example.org', 'a@b@c', `${'a'.repeat(250)}@b.example`].map(
    (email): [object, string] => [{ email }, 'An e-mail address has the form name@host and at most 254 characters.'],
  ),
  [{ password: 'eleven char' }, 'A password has at least 12 characters.'],
  [{ password: '💡'.repeat(11) }, 'A password has at least 12 characters.'],
  [{ password: 'twelve chars' }, undefined],
  [{ password: 'p'.repeat(256) }, undefined],
  [{ password: 'p'.repeat(257) }, 'A password has at most 256 characters.'],
]
for (const [words, fault] of faults) {
  test(`${JSON.stringify(words).slice(0, 60)}: ${fault ?? 'nothing wrong'}`, () => {
    assert.equal(accountFault({ ...ada, ...words }), fault)
  })
}

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { findByEmail } from '#src/accounts/accounts.ts'
import { oddAddresses, sentenceOf, upgradeAddresses } from '#src/accounts/address-upgrade.ts'
import { sql } from '#src/database/sql.ts'
import { now, openFor } from '../support/accounts.ts'
import { forEachEngine } from '../support/engines.ts'
import { loadWorld, testDay } from '../support/world.ts'

const Row = Type.Object({ username: Type.String(), email: Type.String(), folded_email: Type.String() })

/** Accounts as an earlier version stored them: their address, whether it is verified, and what becomes of it. */
const accounts: [username: string, email: string, isVerified: boolean, email: string, folded: string][] = [
  ['case', 'Case@EXAMPLE.org', true, 'Case@example.org', 'case@example.org'],
  ['idn', 'idn@bücher.example', true, 'idn@xn--bcher-kva.example', 'idn@xn--bcher-kva.example'],
  ['dots', 'dots@example。org', false, 'dots@example.org', 'dots@example.org'],
  ['shown', '<shown@example.org>', true, 'shown@example.org', 'shown@example.org'],
  ['tail', 'tail@example.org>', true, 'tail@example.org', 'tail@example.org'],
  ['plain', 'plain@example.org', true, 'plain@example.org', 'plain@example.org'],
  // The second of each two has the address already, or is the younger one.
  ['odd', 'held@example。org', true, 'held@example。org', 'held@example。org'],
  ['owner', 'held@example.org', true, 'held@example.org', 'held@example.org'],
  ['older', '<both@example.org', true, 'both@example.org', 'both@example.org'],
  ['younger', 'both@example.org>', true, 'both@example.org>', 'both@example.org>'],
  ['unread', 'a b@example.org', true, 'a b@example.org', 'a b@example.org'],
]

forEachEngine(loadWorld, (engine) => {
  test('addresses get one spelling, clashes are named, and nobody takes the address of another', async (t) => {
    const db = await openFor(t, engine)
    for (const [username, email, isVerified] of accounts)
      await db.run(sql`
        insert into account (username, folded_username, name, email, folded_email, email_verified_at, password,
          created_at)
        values (${username}, ${username}, '', ${email}, ${email.toLowerCase()}, ${isVerified ? testDay : null}, '',
          ${testDay})`)
    const odd = await upgradeAddresses(db, now)
    assert.deepEqual(odd, [
      { username: 'odd', email: 'held@example。org', owner: 'owner' },
      { username: 'younger', email: 'both@example.org>', owner: 'older' },
      { username: 'unread', email: 'a b@example.org', owner: undefined },
    ])
    const stored = await db.all(
      Row,
      sql`select username, email, folded_email from account where folded_email is not null order by id`,
    )
    const known = new Set(accounts.map(([username]) => username))
    assert.deepEqual(
      stored.filter(({ username }) => known.has(username)),
      accounts.map(([username, , , email, folded_email]) => ({ username, email, folded_email })),
    )
    const owners: [typed: string, username: string | undefined][] = [
      ['held@example.org', 'owner'],
      ['held@example。org', 'owner'],
      ['both@example.org', 'older'],
      ['both@example.org>', undefined],
      ['idn@BÜCHER.example', 'idn'],
      ['dots@example.org', undefined],
    ]
    for (const [typed, username] of owners) assert.equal((await findByEmail(db, typed))?.username, username, typed)
    assert.deepEqual(await upgradeAddresses(db, now), [], 'it is done once')
    assert.deepEqual(await oddAddresses(db), odd, 'the doctor finds them again')
    assert.deepEqual(odd.map(sentenceOf), [
      'The accounts odd (held@example。org) and owner have the same e-mail address. It belongs to owner; odd signs in ' +
        'by user name until its address is changed.',
      'The accounts younger (both@example.org>) and older have the same e-mail address. It belongs to older; younger ' +
        'signs in by user name until its address is changed.',
      'The address "a b@example.org" of the account unread cannot be read; give the account another one.',
    ])
  })
})

import { isIP } from 'node:net'
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { nullable } from '#src/contract/schema.ts'
import { openWrite, write } from '#src/contract/write.ts'
import { lockVerified } from '#src/contributions/authors.ts'
import { digestOf } from '#src/credentials/secrets.ts'
import type { Reader } from '#src/database/database.ts'
import { isUniqueViolation } from '#src/database/errors.ts'
import { sql } from '#src/database/sql.ts'
import type { Language } from '#src/texts/index.ts'
import { clearAttempts, clientOf, takeAttempt } from '../attempts.ts'
import { type Holder, mailHolder } from '../password-change.ts'
import { CHALLENGE_MINUTES, keepChallenge, takeChallenge } from './challenges.ts'

/** Passkeys of accounts: a device signs a challenge, and has asked for a finger, a face or a number before. */

export const maxPasskeys = 10
export const maxPasskeyName = 60
/** Longest answer of a device, with its certificates. */
export const maxCredential = 16_384

/** The library is read when the first passkey is used. */
const library = () => import('@simplewebauthn/server')
const helpers = () => import('@simplewebauthn/server/helpers')

/** Where passkeys are used: the host that they are made for, and the address that pages have there. */
export type PasskeySite = { host: string; origin: string }

/** Browsers make passkeys for names of hosts, over https or on the own machine; undefined for all other sites. */
export function passkeySiteOf(site: string): PasskeySite | undefined {
  const { protocol, hostname: host, origin } = new URL(site)
  const isSafe = protocol === 'https:' || host === 'localhost'
  return isSafe && isIP(host) === 0 && !host.startsWith('[') ? { host, origin } : undefined
}

/** What a device knows an account by. It says nothing about the person, and is the same for all passkeys of it. */
const handleOf = (account_id: number) => Buffer.from(digestOf(`passkeys of account ${account_id}`), 'hex')

const timeout = CHALLENGE_MINUTES * 60_000
const authenticatorSelection = { residentKey: 'required', userVerification: 'required' } as const

const Known = Type.Object({ credential_id: Type.String(), transports: Type.String() })

type WhoAdds = { holder: { username: string; displayName: string }; site: PasskeySite }

/** What a browser makes a passkey with. Devices that have one of the account make no second one. */
export const optionsToAdd = write([], async ({ db, now, account, settings }, { holder, site }: WhoAdds) => {
  const { id } = account
  const known = await db.all(Known, sql`select credential_id, transports from passkey where account_id = ${id}`)
  const { generateRegistrationOptions } = await library()
  const options = await generateRegistrationOptions({
    rpName: `${settings.siteName} (${site.host})`,
    rpID: site.host,
    userName: holder.username,
    userDisplayName: holder.displayName,
    userID: new Uint8Array(handleOf(id)),
    timeout,
    excludeCredentials: known.map(({ credential_id: id, transports }) => ({ id, transports: wordsOf(transports) })),
    authenticatorSelection,
  })
  await keepChallenge(db, options.challenge, id, now)
  return options
})

type Asking = { site: PasskeySite; clientAddress: string }
const attemptFrom = (clientAddress: string) => ['passkey_from_address', clientOf(clientAddress)] as const

/** What a browser signs in with: any passkey that it has for the site. */
export const optionsToSignIn = openWrite([], async ({ db, now }, { site, clientAddress }: Asking) => {
  await takeAttempt(db, [attemptFrom(clientAddress)], now)
  const { generateAuthenticationOptions } = await library()
  const options = await generateAuthenticationOptions({ rpID: site.host, userVerification: 'required', timeout })
  await keepChallenge(db, options.challenge, null, now)
  return options
})

const wordsOf = (text: string) => text.split(' ').filter((word) => word !== '')

/** As much of what a browser sends as is looked at before the library reads it. */
const Sent = Type.Object({
  id: Type.String({ maxLength: 1_400 }),
  response: Type.Object({
    clientDataJSON: Type.String({ maxLength: 8_192 }),
    attestationObject: Type.Optional(Type.String({ maxLength: maxCredential })),
    transports: Type.Optional(Type.Array(Type.String())),
  }),
})
const ClientData = Type.Object({ challenge: Type.String({ maxLength: 1_024 }) })

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** What a browser has sent, and the challenge in it; undefined if it is none of a passkey. */
function readSent(credential: string) {
  const sent = parsed(credential)
  if (!Value.Check(Sent, sent)) return undefined
  const data = parsed(Buffer.from(sent.response.clientDataJSON, 'base64url').toString())
  return Value.Check(ClientData, data) ? { sent, challenge: data.challenge } : undefined
}

type Read = NonNullable<ReturnType<typeof readSent>>

/** The passkey that a device has made; undefined or an error if what it says does not hold. */
async function madeBy({ sent, challenge }: Read, site: PasskeySite) {
  const response = {
    ...sent.response,
    attestationObject: await withoutStatement(sent.response.attestationObject ?? ''),
  }
  const { verifyRegistrationResponse } = await library()
  const { registrationInfo } = await verifyRegistrationResponse({
    response: { ...sent, response } as unknown as RegistrationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: site.origin,
    expectedRPID: site.host,
    requireUserVerification: true,
  })
  return registrationInfo
}

/**
 * What a device has made, without its statement about who built it. Nobody asked for that. The library would fetch
 * what its certificates name, whoever made them, from any network and however much there is.
 */
async function withoutStatement(attestationObject: string): Promise<string> {
  const { decodeAttestationObject, isoBase64URL, isoCBOR } = await helpers()
  const authData = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject)).get('authData')
  const bare = new Map<string, string | Uint8Array | Map<string, string>>([
    ['fmt', 'none'],
    ['attStmt', new Map<string, string>()],
    ['authData', authData],
  ])
  return isoBase64URL.fromBuffer(isoCBOR.encode(bare))
}

type Adding = {
  holder: Holder
  credential: string
  name: string
  site: PasskeySite
  language: Language
}

/**
 * Adds the passkey that a browser has made. `refused` if it does not answer a challenge of this account and site, or is
 * there already; `full` if there are too many. Throws `email_unverified`.
 */
export const addPasskey = write([], async (writing, adding: Adding): Promise<'added' | 'refused' | 'full'> => {
  const { db, now, account, noteEvent } = writing
  const { holder, credential, name, site, language } = adding
  const read = readSent(credential)
  if (!read || !(await takeChallenge(db, read.challenge, account.id, now))) return 'refused'
  const made = await madeBy(read, site).catch(() => undefined)
  if (!made) return 'refused'
  const { id, publicKey, counter, transports = [] } = made.credential
  const words = transports.filter((word) => /^[a-z-]{1,20}$/.test(word)).slice(0, 8)
  try {
    const outcome = await db.transaction(async (tx) => {
      // Two that are added at once wait for each other.
      await lockVerified(tx, account.id)
      const all = await tx.all(
        Known,
        sql`select credential_id, transports from passkey where account_id = ${account.id}`,
      )
      if (all.length >= maxPasskeys) return 'full'
      await tx.run(sql`
        insert into passkey (account_id, credential_id, public_key, counter, transports, host, name, made_at)
        values (${account.id}, ${id}, ${Buffer.from(publicKey).toString('base64url')}, ${counter}, ${words.join(' ')},
          ${site.host}, ${name}, ${now.toISOString()})`)
      await mailHolder(tx, holder, { template: 'passkeyAdded', language, facts: { name } }, now)
      return 'added'
    })
    if (outcome === 'added') await noteEvent('passkey_added', account.id)
    return outcome
  } catch (error) {
    if (isUniqueViolation(error)) return 'refused'
    throw error
  }
})

const Key = Type.Object({
  id: Type.Integer(),
  account_id: Type.Integer(),
  credential_id: Type.String(),
  public_key: Type.String(),
  counter: Type.Integer(),
  disabled_at: nullable(Type.String()),
})

type SigningIn = Asking & { credential: string }

/**
 * The account whose passkey has signed a challenge of those who sign in; undefined if none has. One that counts has to
 * have counted on.
 */
export const signInWithPasskey = openWrite([], async ({ db, now }, { credential, site, clientAddress }: SigningIn) => {
  const read = readSent(credential)
  if (!read || !(await takeChallenge(db, read.challenge, null, now))) return undefined
  const key = await db.one(
    Key,
    sql`
    select passkey.id, account_id, credential_id, public_key, counter, disabled_at
    from passkey join account on account.id = account_id and deleted_at is null
    where credential_id = ${read.sent.id.replaceAll('\0', '')}`,
  )
  if (!key) return undefined
  const counter = await countedOn(key, read, site)
  if (counter === undefined) return undefined
  const used = await db.run(sql`
    update passkey set counter = ${counter}, last_used_at = ${now.toISOString()}
    where id = ${key.id} and counter = ${key.counter}`)
  if (used !== 1) return undefined
  if (key.disabled_at === null) await clearAttempts(db, [attemptFrom(clientAddress)])
  return { id: key.account_id, isDisabled: key.disabled_at !== null }
})

/** What the device has counted, if it has signed. */
async function countedOn(
  key: Static<typeof Key>,
  { sent, challenge }: Read,
  site: PasskeySite,
): Promise<number | undefined> {
  const response = sent as unknown as AuthenticationResponseJSON
  const { userHandle } = response.response
  if (userHandle !== handleOf(key.account_id).toString('base64url')) return undefined
  const { verifyAuthenticationResponse } = await library()
  const { id, public_key } = { id: key.credential_id, public_key: key.public_key }
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.host,
      credential: { id, publicKey: new Uint8Array(Buffer.from(public_key, 'base64url')), counter: key.counter },
      requireUserVerification: true,
    })
    return verified ? authenticationInfo.newCounter : undefined
  } catch {
    return undefined
  }
}

const Listed = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  host: Type.String(),
  made_at: Type.String(),
  last_used_at: nullable(Type.String()),
})
export type ListedPasskey = Static<typeof Listed>

export const passkeysOf = (db: Reader, account_id: number): Promise<ListedPasskey[]> =>
  db.all(
    Listed,
    sql`select id, name, host, made_at, last_used_at from passkey where account_id = ${account_id} order by id`,
  )

/** Gives a passkey of an account another name; false if the account has no such passkey. */
export const renamePasskey = write(
  [],
  async ({ db, account }, { id, name }: { id: number; name: string }) =>
    (await db.run(sql`update passkey set name = ${name} where id = ${id} and account_id = ${account.id}`)) === 1,
)

type Removing = { holder: Holder; id: number; language: Language }
const Name = Type.Object({ name: Type.String() })

/** Removes a passkey of an account, of which the holder is told; false if the account has no such passkey. */
export const removePasskey = write([], async ({ db, now, account, noteEvent }, { holder, id, language }: Removing) => {
  const isRemoved = await db.transaction(async (tx) => {
    const removed = await tx.one(
      Name,
      sql`delete from passkey where id = ${id} and account_id = ${account.id} returning name`,
    )
    if (!removed) return false
    await mailHolder(tx, holder, { template: 'passkeyRemoved', language, facts: { name: removed.name } }, now)
    return true
  })
  if (isRemoved) await noteEvent('passkey_removed', account.id)
  return isRemoved
})

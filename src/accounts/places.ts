import { Type } from 'typebox'
import { digestOf } from '#src/credentials/secrets.ts'
import type { Database, Reader } from '#src/database/database.ts'
import { limit, sql } from '#src/database/sql.ts'
import { networkOf, placeBits } from '#src/reference/addresses.ts'
import { dayMs } from '#src/reference/days.ts'

/** A place is forgotten this long after the last sign-in from it. */
export const PLACE_DAYS = 90
/** Places of one account; a further one replaces the one that was used longest ago. */
export const maxPlaces = 50
/** From where somebody signs in, as far as it is known. */
export type Origin = {
  clientAddress?: string
  key_id?: number
  /** The secret that this browser got when somebody signed in with it. */
  remembered?: string | undefined
}

/** The places of an origin; the one that says most about the person comes first. */
export function placesOf({ clientAddress, key_id, remembered }: Origin): string[] {
  const places: string[] = []
  if (remembered !== undefined) places.push(`browser:${digestOf(remembered)}`)
  if (clientAddress !== undefined) places.push(`address:${networkOf(clientAddress, placeBits)}`)
  if (key_id !== undefined) places.push(`key:${key_id}`)
  return places
}

const since = (now: Date) => new Date(now.getTime() - PLACE_DAYS * dayMs).toISOString()
const Place = Type.Object({ place: Type.String() })

/** The first of the places from which the account signed in before. */
export async function knownPlace(db: Reader, account_id: number, places: readonly string[], now: Date) {
  if (places.length === 0) return undefined
  const known = await db.all(
    Place,
    sql`
    select place from sign_in_place
    where account_id = ${account_id} and ${db.engine.anyOf(sql`place`, places)} and last_at > ${since(now)}`,
  )
  const names = new Set(known.map(({ place }) => place))
  return places.find((place) => names.has(place))
}

/** Remembers that an account signed in from places. */
export function rememberPlaces(db: Database, account_id: number, places: readonly string[], now: Date): Promise<void> {
  const at = now.toISOString()
  return db.transaction(async (tx) => {
    for (const place of places)
      await tx.run(sql`
        insert into sign_in_place (account_id, place, first_at, last_at) values (${account_id}, ${place}, ${at}, ${at})
        on conflict (account_id, place) do update set last_at = excluded.last_at`)
    await tx.run(sql`
      delete from sign_in_place where account_id = ${account_id} and id not in (
        select id from sign_in_place where account_id = ${account_id}
        order by last_at desc, id desc ${limit(maxPlaces)})`)
  })
}

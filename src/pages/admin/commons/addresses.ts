import { type Following, findFollowing } from '#src/commons/following/followings.ts'
import type { PageContext } from '../../page.ts'

export const followingAddress = '/admin/following'
export const addressOfFollowed = <Id extends string>(id: Id) => `${followingAddress}/${id}` as const
export const correctionsAddress = <Id extends string>(id: Id) => `${followingAddress}/${id}/corrections` as const

/** The id in an address; undefined if it is none. */
export const followedId = (text: string): string | undefined => (/^[0-9a-f]{32}$/.test(text) ? text : undefined)

/** The followed catalogue of an address. */
export async function foundFollowing({ db, params }: PageContext): Promise<Following | undefined> {
  const id = followedId(params.catalogue ?? '')
  return id === undefined ? undefined : findFollowing(db, id)
}

import { write } from '#src/contract/write.ts'
import { addFollow, type Followable, followedAs, isFollowing, maxFollowedLength, removeFollow } from './follows.ts'

type Asked = { what: Followable; of: string; isFollowed: boolean }

/**
 * Follows something, or stops following it, and says which; undefined if there is no such thing. Nobody is told of
 * their own edits.
 */
export const follow = write('watch', async ({ db, now, account, take }, { what, of, isFollowed }: Asked) => {
  const followed = of.length > maxFollowedLength ? undefined : await followedAs(db, what, of)
  if (!followed || (followed.what === 'account' && followed.id === account.id)) return undefined
  if (!isFollowed) {
    await removeFollow(db, account.id, followed)
    return 'ended'
  }
  if (await isFollowing(db, account.id, followed)) return 'there'
  await take()
  return (await addFollow(db, account.id, followed, now)) ? 'added' : 'there'
})

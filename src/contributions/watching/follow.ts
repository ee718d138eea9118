import { write } from '#src/contract/write.ts'
import { addWatch, isWatched, maxWatchedLength, removeWatch, type Watchable, watchedAs } from './watches.ts'

type Asked = { what: Watchable; of: string; isFollowed: boolean }

/**
 * Follows something, or stops following it, and says which; undefined if there is no such thing. Nobody is told of
 * their own edits.
 */
export const follow = write('watch', async ({ db, now, account, take }, { what, of, isFollowed }: Asked) => {
  const watched = of.length > maxWatchedLength ? undefined : await watchedAs(db, what, of)
  if (!watched || (watched.what === 'account' && watched.id === account.id)) return undefined
  if (!isFollowed) {
    await removeWatch(db, account.id, watched)
    return 'ended'
  }
  if (await isWatched(db, account.id, watched)) return 'there'
  await take()
  return (await addWatch(db, account.id, watched, now)) ? 'added' : 'there'
})

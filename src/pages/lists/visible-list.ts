import { mayModerate } from '#src/contract/access.ts'
import { asSeenByOthers, findList, findListBySecret, isSeenBy, type UserList } from '#src/contributions/lists/lists.ts'
import type { Reader } from '#src/database/database.ts'
import { idIn } from '../records/addresses.ts'
import type { Viewer } from '../viewer.ts'

/** Whether somebody may look at what is hidden, to judge it again. */
const maySeeHidden = (list: UserList, viewer: Viewer | undefined) =>
  viewer !== undefined && mayModerate(viewer.role) && list.hidden === 'list'

/** A list that this person may see by its number, if there is one: others see only public ones. */
export async function seenList(db: Reader, text: string, viewer: Viewer | undefined): Promise<UserList | undefined> {
  const id = idIn(text)
  const list = id === undefined ? undefined : await findList(db, id)
  if (!list || list.account_id === viewer?.id) return list
  if (await isSeenBy(db, list, viewer)) return asSeenByOthers(list)
  return list.visibility === 'public' && maySeeHidden(list, viewer) ? list : undefined
}

/** The unlisted list that a secret leads to. */
export async function unlistedList(
  db: Reader,
  secret: string,
  viewer: Viewer | undefined,
): Promise<UserList | undefined> {
  const list = await findListBySecret(db, secret)
  if (!list || list.account_id === viewer?.id) return list
  if (list.hidden === 'list') return maySeeHidden(list, viewer) ? list : undefined
  return asSeenByOthers(list)
}

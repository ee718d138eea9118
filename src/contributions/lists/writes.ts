import { maxId } from '#src/contract/path-parameters.ts'
import { ApiError } from '#src/contract/statuses.ts'
import { type Writing, write } from '#src/contract/write.ts'
import type { Database } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'
import { tidyProse } from '#src/reference/hidden.ts'
import { addItem, itemMeant, type ListItem, moveItem, removeItem } from './items.ts'
import {
  changeList,
  createList,
  deleteListRow,
  describeList,
  isListName,
  isSeenByAll,
  keptList,
  type ListChoice,
  type ListText,
  maxListDescription,
  ownList,
  replaceSecret,
  type UserList,
} from './lists.ts'

/** What people do to their lists. One that is not there gives undefined, one of somebody else `edit_denied`. */

type OfList<Given = unknown> = { list_id: number } & Given
type Typed = Pick<ListText, 'name' | 'description'>

/** The texts of a list as they are stored. */
export const tidyListText = ({ name, description }: Typed): Typed => ({
  name: name.trim().replace(/\s+/g, ' '),
  description: tidyProse(description.replace(/\r\n?/g, '\n')).trim(),
})

function checked<Text extends Typed>(text: Text): Text {
  const tidy = { ...text, ...tidyListText(text) }
  if (!isListName(tidy.name) || tidy.description.length > maxListDescription) throw new ApiError('invalid_value')
  return tidy
}

/** Changes a list of who writes; one that is not there, or not theirs, costs nothing. */
async function change<Result>(
  { db, now, account, take }: Writing,
  id: number,
  work: (tx: Database, list: UserList) => Promise<Result>,
  isOfKeepers = false,
): Promise<Result | undefined> {
  if (!(await (isOfKeepers ? keptList : ownList)(db, id, account.id))) return undefined
  await take()
  return changeList(db, { id, account_id: account.id, now, isOfKeepers }, work)
}

/** The same for what those may do, too, who keep the list together with its owner. */
const changeTogether = <Result>(
  writing: Writing,
  id: number,
  work: (tx: Database, list: UserList) => Promise<Result>,
): Promise<Result | undefined> => change(writing, id, work, true)

type NewList = ListText & { visibility: 'public' | 'private' }

/** Returns the id of the list. */
export const makeList = write('list', async ({ db, now, account, take }, given: NewList) => {
  const list = checked(given)
  await take()
  return createList(db, account.id, list, now)
})

/** Makes a private list with a title on it, and returns its id. */
export const makeListWith = write(
  ['list_item', 'list'],
  async ({ db, now, account, take }, { item, ...text }: ListText & { item: ListItem }) => {
    const list = { ...checked(text), visibility: 'private' } as const
    await take()
    return db.transaction(async (tx) => {
      const id = await createList(tx, account.id, list, now)
      await addItem(tx, id, await itemMeant(tx, item), now, account.id)
      return id
    })
  },
)

/** Puts a title on a list. Its followers are told, and where everybody sees it, the title is cared about. */
export const addToList = write('list_item', async (writing, { list_id, item }: OfList<{ item: ListItem }>) => {
  const added = await changeTogether(writing, list_id, async (tx, list) => {
    const meant = await itemMeant(tx, item)
    await addItem(tx, list.id, meant, writing.now, writing.account.id)
    return { ...meant, isSeen: isSeenByAll(list) }
  })
  if (added?.isSeen) writing.countSignal('list', added.kind, added.entity_id)
  return added
})

/** False if it was not there. */
export const removeFromList = write('list_change', (writing, { list_id, item }: OfList<{ item: ListItem }>) =>
  changeTogether(
    writing,
    list_id,
    async (tx) => item.entity_id <= maxId && removeItem(tx, list_id, await itemMeant(tx, item)),
  ),
)

export const clearList = write('list_change', (writing, { list_id }: OfList) =>
  change(writing, list_id, (tx) => tx.run(sql`delete from list_item where list_id = ${list_id}`)),
)

type Moved = OfList<{ item: ListItem; place: number }>

export const moveOnList = write('list_change', (writing, { list_id, item, place }: Moved) =>
  change(writing, list_id, async (tx) => moveItem(tx, list_id, await itemMeant(tx, item), place)),
)

/** Makes the poster of a title the cover of its list. */
export const coverList = write('list_change', (writing, { list_id, item }: OfList<{ item: ListItem }>) =>
  change(writing, list_id, async (tx) => {
    const { kind, entity_id } = await itemMeant(tx, item)
    return tx.run(sql`update user_list set cover_kind = ${kind}, cover_id = ${entity_id} where id = ${list_id}`)
  }),
)

/** Changes texts, order and visibility. A list that becomes unlisted gets a link, whose secret is told only now. */
export const editList = write('list_change', async (writing, given: OfList<Omit<ListChoice, 'iso_639_1'>>) => {
  const { list_id, ...chosen } = checked(given)
  return change(writing, list_id, async (tx, before) => {
    await describeList(tx, list_id, { ...chosen, iso_639_1: before.iso_639_1 })
    const getsLink = chosen.visibility === 'unlisted' && before.visibility !== 'unlisted'
    return { secret: getsLink ? await replaceSecret(tx, before) : undefined }
  })
})

/** Gives an unlisted list another link, and returns its secret. */
export const renewListLink = write('list_change', (writing, { list_id }: OfList) =>
  change(writing, list_id, replaceSecret),
)

export const deleteList = write('list_change', (writing, { list_id }: OfList) =>
  change(writing, list_id, (tx) => deleteListRow(tx, list_id)),
)

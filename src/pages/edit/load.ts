import { readRecordForEditing } from '#src/catalogue/edits/record-for-editing.ts'
import { episodeNumbersOf, namesOf, wordsOf } from '#src/contributions/editing/names.ts'
import type { RecordLock } from '#src/contributions/record-locks.ts'
import { isNewMember, locksBinding } from '#src/contributions/trust.ts'
import type { PageContext } from '../page.ts'
import type { Choices } from '../record-form/fields.ts'
import { noEpisodes } from '../record-form/groups.ts'
import { type Plan, planOf } from '../record-form/plan.ts'
import { editableOf, nothingYet, referredIn, type Stored } from '../record-form/stored.ts'
import type { Edited } from './edited-record.ts'

/** What a form is drawn from, as it is stored now. */
export type Loaded = {
  stored: Stored
  choices: Choices
  /** Whether what its author writes waits for somebody to look at it. */
  isNew: boolean
  /** What moderators have locked of it for the reader. */
  locks: readonly RecordLock[]
}

/** Whether the reader is a member whose edits wait. */
export const isNewHere = async ({ db, viewer, config }: PageContext): Promise<boolean> =>
  viewer !== undefined && isNewMember(db, { account_id: viewer.id, role: viewer.role }, config.editsOfNewMembers)

/** The record of a form; undefined if there is none. */
export async function loadForm(context: PageContext, { kind, id }: Edited): Promise<Loaded | undefined> {
  const { db } = context
  const plan = planOf(kind)
  const found = id === 0 ? undefined : await readRecordForEditing(db, kind, id)
  if (id !== 0 && !found) return undefined
  const record = found ? editableOf(found) : nothingYet
  const refersTo = (target: string) => targetsOf(plan).includes(target)
  const [names, episodes, genre, provider, isNew, locks] = await Promise.all([
    namesOf(db, referredIn(plan, record)),
    kind === 'series' && id !== 0 ? episodeNumbersOf(db, id) : noEpisodes,
    refersTo('genre') ? wordsOf(db, 'genre') : [],
    refersTo('provider') ? wordsOf(db, 'provider') : [],
    isNewHere(context),
    locksHere(context, { kind, id }),
  ])
  return {
    stored: { plan, record, names: { names, episodes } },
    choices: { genre, provider },
    isNew,
    locks,
  }
}

async function locksHere({ db, viewer, config, now }: PageContext, record: Pick<Edited, 'kind' | 'id'>) {
  if (!viewer || record.id === 0) return []
  const account = { account_id: viewer.id, role: viewer.role }
  return locksBinding(db, account, record, config.editsOfNewMembers, now)
}

const targetsOf = ({ parts }: Plan): string[] =>
  parts.flatMap(({ shown }) => shown.flatMap(({ control }) => (control.is === 'record' ? [control.of] : [])))

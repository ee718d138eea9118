import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { findAccount } from '#src/accounts/accounts.ts'
import type { ChangeInHistory } from '#src/catalogue/edits/history.ts'
import { RevisionConflict } from '#src/catalogue/edits/record-for-editing.ts'
import { openExistingCatalogue } from '#src/catalogue/open-catalogue.ts'
import { peopleSourceOf } from '#src/catalogue/sources.ts'
import { StatementError } from '#src/catalogue/statements/check.ts'
import { isWebAddress } from '#src/contract/web-address.ts'
import { maxRecordsOfEdit } from '#src/contributions/editing/save.ts'
import { LockedRecord } from '#src/contributions/record-locks.ts'
import { findEditor, mayEdit } from '#src/contributions/trust.ts'
import type { Database } from '#src/database/database.ts'
import { maxNoteLength } from '#src/groups/edits/shapes.ts'
import { editByLines } from '#src/import/edit-lines.ts'
import { type Command, exitCode, type Io, readArguments, UsageError } from './command.ts'
import { count } from './progress.ts'

const options = {
  username: { type: 'string' },
  note: { type: 'string' },
  'source-url': { type: 'string' },
  'dry-run': { type: 'boolean' },
} as const

export const edit: Command = {
  usage: ['FILE|- --username U [--note N] [--source-url URL] [--dry-run]'],
  about:
    'The rules for edits of this account apply: what moderators have locked is refused, and an edit that has to be ' +
    'checked first is pending.',
  words: [
    ['FILE', `up to ${maxRecordsOfEdit} catalogue lines, each with what changes; - for standard input`],
    ['--username U', 'the account'],
    ['--note N', 'why, for everyone who reads the history'],
    ['--source-url URL', 'the page that shows it'],
    ['--dry-run', 'show what would change, and write nothing'],
  ],
  examples: ["edit dates.ndjson --username ada --note 'Premieres of 1964' --dry-run"],
  async run(argv, io) {
    const { config, values, words } = readArguments(argv, io, options)
    const [path, ...others] = words
    if (path === undefined || others.length > 0) throw new UsageError('edit needs one file, or - for standard input.')
    const { username, note = '', 'source-url': source_url = '', 'dry-run': isDryRun = false } = values
    if (username === undefined) throw new UsageError('edit needs --username.')
    if (note.length > maxNoteLength) throw new UsageError(`--note has at most ${maxNoteLength} characters.`)
    if (source_url !== '' && !isWebAddress(source_url))
      throw new UsageError('--source-url needs an address that begins with https:// or http://.')
    const { lines, numbers } = await linesOf(path, io)
    const db = await openExistingCatalogue(config)
    try {
      const account_id = await editorOf(db, username)
      const source_id = peopleSourceOf(config.licenceOfEdits)
      const { editsOfNewMembers } = config
      const edit = { lines, account_id, source_id, note, source_url, at: new Date(), isDryRun, editsOfNewMembers }
      const { edit_id, waits, changes } = await editByLines(db, edit)
      for (const change of changes) io.stdout.write(`${describe(change)}\n`)
      const changed = changes.length === 1 ? '1 change' : `${count(changes.length)} changes`
      io.stdout.write(`${changed} ${outcomeOf({ edit_id, waits, isDryRun })}\n`)
      return exitCode.done
    } catch (error) {
      const faults = faultsOf(error, numbers)
      if (!faults) throw error
      for (const fault of faults) io.stderr.write(`${fault}\n`)
      return exitCode.failed
    } finally {
      await db.close()
    }
  },
}

/** The lines that say something, and the numbers that they have in the file. */
async function linesOf(path: string, io: Io): Promise<{ lines: unknown[]; numbers: number[] }> {
  const content = path === '-' ? await text(io.stdin) : await readFile(path, 'utf8').catch(() => undefined)
  if (content === undefined) throw new UsageError(`There is no file ${path}.`)
  const said = content.split('\n').flatMap((text, index) => (text.trim() === '' ? [] : { text, number: index + 1 }))
  const lines = said.map(({ text, number }): unknown => {
    try {
      return JSON.parse(text)
    } catch {
      throw new UsageError(`Line ${number} is not JSON.`)
    }
  })
  if (lines.length === 0) throw new UsageError(`There are no lines in ${path}.`)
  if (lines.length > maxRecordsOfEdit) throw new UsageError(`One edit has at most ${maxRecordsOfEdit} lines.`)
  return { lines, numbers: said.map(({ number }) => number) }
}

async function editorOf(db: Database, username: string): Promise<number> {
  const account = await findAccount(db, username)
  if (!account) throw new Error(`There is no account ${JSON.stringify(username)}.`)
  const may = mayEdit(await findEditor(db, account.id))
  if (may === 'suspended') throw new Error(`The account ${username} is suspended.`)
  if (may === 'unverified') throw new Error(`The account ${username} has not verified its e-mail address.`)
  return account.id
}

/** What has become of changes: they count, or wait until somebody has checked them. */
function outcomeOf({ edit_id, waits, isDryRun }: { edit_id: number | null; waits: boolean; isDryRun: boolean }) {
  const pending = 'pending until a moderator has checked them'
  if (isDryRun) return waits ? `would be ${pending}` : 'would be made'
  return waits ? pending : edit_id === null ? 'made' : `made (edit ${edit_id})`
}

function describe({ kind, entity_id, key, action, iso_639_1, iso_3166_1, original_value, value }: ChangeInHistory) {
  const language = iso_639_1 === '' ? '' : ` ${[iso_639_1, iso_3166_1].filter(Boolean).join('-')}`
  const shown = (each: unknown) => (each === null ? 'nothing' : JSON.stringify(each))
  const what = key === '' ? action : `${key}${language}: ${shown(original_value)} → ${shown(value)}`
  return `${kind} ${entity_id} ${what}`
}

/** What is wrong with the lines, who was faster, or what is locked; undefined for other errors. */
function faultsOf(error: unknown, numbers: readonly number[]): string[] | undefined {
  if (error instanceof StatementError)
    return error.faults.map(
      ({ record, place, reason }) => `line ${numbers[record] ?? record + 1}: ${place || 'it'} ${reason}`,
    )
  if (error instanceof LockedRecord)
    return error.locks.map(
      ({ kind, entity_id, place, reason }) => `the ${kind} ${entity_id} is locked${place && ` (${place})`}: ${reason}`,
    )
  if (error instanceof RevisionConflict)
    return error.conflicts.map(
      ({ record, kind, id, revision }) =>
        `line ${numbers[record] ?? record + 1}: ${kind} ${id} has changed in the meantime; its revision is ${revision}`,
    )
  return undefined
}

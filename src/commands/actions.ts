import type { ParseArgsOptionsConfig } from 'node:util'
import { openCatalogue, openExistingCatalogue } from '#src/catalogue/open-catalogue.ts'
import type { Config } from '#src/config.ts'
import type { Database } from '#src/database/database.ts'
import { alternatives, type Command, exitCode, type Io, readArguments, UsageError } from './command.ts'

type Names = readonly string[]

/** What a command does when its first argument is the name of the action. */
type Action = {
  /** The options that it needs, and those that it may have; all of them take a text. */
  needs: Names
  takes?: Names
  /** Names of its other arguments, in order; all are needed. */
  words?: Names
  /** It takes --new, with which it makes the catalogue if there is none: it may be the first one of an installation. */
  canBeFirst?: true
  run(given: Given): Promise<void>
}

export type Given = {
  /** The texts of options and arguments by name; '' if left out. */
  texts: Readonly<Record<string, string>>
  io: Io
  config: Config
  /** Whether a setting stands on the command line. */
  isGiven(option: string): boolean
  /** Opens the catalogue for `work`. Mistakes in the arguments are reported before. */
  inCatalogue<Result>(work: (db: Database) => Promise<Result>): Promise<Result>
}

/** A command whose first argument names an action. */
export function commandOf(texts: Omit<Command, 'run'>, actions: Readonly<Record<string, Action>>): Command {
  const names = alternatives(Object.keys(actions))
  return {
    ...texts,
    async run([name = '', ...argv], io) {
      const action = Object.hasOwn(actions, name) ? actions[name] : undefined
      if (!action)
        throw new UsageError(`The first argument has to be ${names}${name && `, not ${JSON.stringify(name)}`}.`)
      const { config, texts, isNew, isGiven } = readTexts(argv, io, action)
      const open = () => (isNew ? openCatalogue(config, 'inline') : openExistingCatalogue(config))
      await action.run({ texts, io, config, isGiven, inCatalogue: (work) => withDatabase(open, work) })
      return exitCode.done
    },
  }
}

function readTexts(argv: string[], io: Io, { needs, takes = [], words: wordNames = [], canBeFirst }: Action) {
  const names = [...needs, ...takes]
  const options: ParseArgsOptionsConfig = Object.fromEntries(names.map((name) => [name, { type: 'string' }]))
  if (canBeFirst) options.new = { type: 'boolean' }
  const { config, values, words } = readArguments(argv, io, options)
  const texts: Record<string, string> = {}
  for (const name of names) {
    texts[name] = String(values[name] ?? '')
    if (needs.includes(name) && texts[name] === '') throw new UsageError(`--${name} is missing.`)
  }
  wordNames.forEach((name, index) => {
    const word = words[index]
    if (word === undefined) throw new UsageError(`${name} is missing.`)
    texts[name] = word
  })
  const extra = words[wordNames.length]
  if (extra !== undefined) throw new UsageError(`There is one argument too many: ${JSON.stringify(extra)}.`)
  const isGiven = (option: string) => (values as Record<string, unknown>)[option] !== undefined
  return { config, texts, isNew: values.new === true, isGiven }
}

async function withDatabase<Result>(
  open: () => Promise<Database>,
  work: (db: Database) => Promise<Result>,
): Promise<Result> {
  const db = await open()
  try {
    return await work(db)
  } finally {
    await db.close()
  }
}

/** `--new` for `--help`. */
export const newOption = [
  '--new',
  'create the catalogue if there is none yet: for use before the first start of the server',
] as const

/** An id that the database has numbered. */
export function readId(text: string, name: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text))
    throw new UsageError(`${name} has to be a whole number, not ${JSON.stringify(text)}.`)
  return Number(text)
}

import { openCatalogue, openExistingCatalogue } from '#src/catalogue/open-catalogue.ts'
import type { Config } from '#src/config.ts'
import type { Database } from '#src/database/database.ts'
import { type Command, exitCode, type Io, readArguments, UsageError } from './command.ts'

type Names = readonly string[]

/** What a command does when its first argument is the name of the action. */
type Action = {
  /** The options that it needs, and those that it may have; all of them take a text. */
  needs: Names
  takes?: Names
  /** Names of its other arguments, in order; all are needed. */
  words?: Names
  /** It may be the first command of an installation. */
  makesCatalogue?: true
  run(given: Given): Promise<void>
}

export type Given = {
  /** The texts of options and arguments by name; '' if left out. */
  texts: Readonly<Record<string, string>>
  io: Io
  /** Opens the catalogue for `work`. Mistakes in the arguments are reported before. */
  inCatalogue<Result>(work: (db: Database) => Promise<Result>): Promise<Result>
}

/** A command whose first argument names an action. */
export function commandOf(
  usage: string,
  summary: string,
  words: NonNullable<Command['words']>,
  actions: Readonly<Record<string, Action>>,
): Command {
  const names = new Intl.ListFormat('en', { type: 'disjunction' }).format(Object.keys(actions))
  return {
    usage,
    summary,
    words,
    async run([name = '', ...argv], io) {
      const action = Object.hasOwn(actions, name) ? actions[name] : undefined
      if (!action) throw new UsageError(`The first word has to be ${names}${name && `, not ${JSON.stringify(name)}`}.`)
      const { config, texts } = readTexts(argv, io, action)
      await action.run({ texts, io, inCatalogue: (work) => inCatalogue(config, action, work) })
      return exitCode.done
    },
  }
}

function readTexts(argv: string[], io: Io, { needs, takes = [], words: wordNames = [] }: Action) {
  const options = Object.fromEntries([...needs, ...takes].map((name) => [name, { type: 'string' as const }]))
  const { config, values, words } = readArguments(argv, io, options)
  const texts: Record<string, string> = {}
  for (const name of [...needs, ...takes]) {
    texts[name] = values[name] ?? ''
    if (needs.includes(name) && texts[name] === '') throw new UsageError(`--${name} is needed.`)
  }
  wordNames.forEach((name, index) => {
    const word = words[index]
    if (word === undefined) throw new UsageError(`${name} is needed.`)
    texts[name] = word
  })
  const extra = words[wordNames.length]
  if (extra !== undefined) throw new UsageError(`${JSON.stringify(extra)} is a word too many.`)
  return { config, texts }
}

async function inCatalogue<Result>(
  config: Config,
  { makesCatalogue }: Action,
  work: (db: Database) => Promise<Result>,
): Promise<Result> {
  const db = await (makesCatalogue ? openCatalogue(config, 'inline') : openExistingCatalogue(config))
  try {
    return await work(db)
  } finally {
    await db.close()
  }
}

/** An id that the database has numbered. */
export function readId(text: string, name: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text))
    throw new UsageError(`${name} has to be a whole number, not ${JSON.stringify(text)}.`)
  return Number(text)
}

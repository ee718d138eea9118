import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'
import { type Config, readConfig, SettingError, settingOptions } from '#src/config.ts'
import type { ImportTold } from '#src/import/filling/import-process.ts'
import type { TaskTold } from '#src/upkeep/upkeep-job.ts'

/** Where a command reads and writes; tests pass their own. */
export type Io = {
  stdin: NodeJS.ReadableStream & { isTTY?: boolean }
  stdout: NodeJS.WritableStream & { isTTY?: boolean }
  stderr: NodeJS.WritableStream & { isTTY?: boolean }
  env: Readonly<Record<string, string | undefined>>
  /** Why some output was not written, if so. */
  unwritten?: (() => Error | undefined) | undefined
  /** Tells the process that has started this one what happens, if it listens. */
  report?: ((told: ImportTold | TaskTold) => void) | undefined
}

/** One command of the command line; it resolves to the exit code of the process. */
export type Command = {
  /** What follows the name, for each of its forms: `list`, `revoke ID`. */
  usage: readonly string[]
  /** What else there is to know, in sentences. */
  about?: string
  /** Its own arguments and options, each with what it is or does. */
  words?: readonly (readonly [word: string, sentence: string])[]
  /** Some ways to use it, without the name of the program. */
  examples?: readonly string[]
  /** Its output is a log, without which it goes on. For any other command output that is not written is a failure. */
  outlivesOutput?: boolean
  run(argv: string[], io: Io): Promise<number>
}

/** Exit codes: success, failure, and wrong usage. */
export const exitCode = { done: 0, failed: 1, usage: 2 } as const

/** Wrong arguments; the message is one sentence for the person who typed them. */
export class UsageError extends Error {
  override name = 'UsageError'
}

/** Reads the arguments of a command: its own options, every setting, and the words that are no options. */
export function readArguments<Options extends ParseArgsOptionsConfig>(argv: string[], io: Io, options: Options) {
  const words = parse(argv, { ...settingOptions, ...options })
  const { config, warnings } = readConfig(words.values as never, io.env)
  for (const warning of warnings) io.stderr.write(`${warning}\n`)
  type Values = ReturnType<typeof parseArgs<{ options: Options }>>['values']
  return { config: config as Config, values: words.values as Values, words: words.positionals }
}

/** `a`, `a or b`, `a, b or c`: what may be given, for people. */
export const alternatives = (words: readonly string[]): string =>
  new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(words)

/** For commands that take only options. */
export function refuseArguments(command: string, words: readonly string[]) {
  if (words.length > 0) throw new UsageError(`${command} does not take the argument ${JSON.stringify(words[0])}.`)
}

function parse(args: string[], options: ParseArgsOptionsConfig) {
  try {
    return parseArgs({ args: plainBooleans(args), options, allowPositionals: true, allowNegative: true, strict: true })
  } catch (error) {
    if (error instanceof SettingError) throw error
    throw new UsageError(usageSentence(error instanceof Error ? error.message : String(error)))
  }
}

/** What `parseArgs` says about wrong options, without its advice about words that begin with a hyphen. */
function usageSentence(message: string): string {
  const [, option] = /^Option '(?:-\w, )?(--[\w-]+)(?: <value>)?' argument (?:is ambiguous|missing)/.exec(message) ?? []
  return option ? `${option} needs a value.` : message.replace(/ To specify a positional argument .*/s, '')
}

/** Writes settings that are true or false, such as `--x false`, in the form that `parseArgs` knows: `--no-x`. */
function plainBooleans(args: readonly string[]): string[] {
  const plain: string[] = []
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] as string
    if (arg === '--') return [...plain, ...args.slice(at)]
    const [, name = '', written] = /^--([a-z-]+)(?:=(.*))?$/s.exec(arg) ?? []
    if (settingOptions[name]?.type !== 'boolean') {
      plain.push(arg)
      continue
    }
    const next = args[at + 1] ?? ''
    const value = written ?? (isBoolean(next) ? next : 'true')
    if (!isBoolean(value)) throw new SettingError(`--${name} has to be true or false, not ${JSON.stringify(value)}.`)
    if (value === next && written === undefined) at++
    plain.push(value === 'true' ? `--${name}` : `--no-${name}`)
  }
  return plain
}

const isBoolean = (text: string) => text === 'true' || text === 'false'

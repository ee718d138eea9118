import { largest } from '#src/reference/extremes.ts'
import type { Command, Io } from './command.ts'

/** The most characters of a line of help. */
const width = 100

const settingsNote = 'Every setting in docs/settings.md is also an option of every command.'

/** How a command is written, a line for each of its forms. */
export function usageOf(name: string, { usage }: Command): string {
  const [first = '', ...others] = usage.map((form) => `reelcommons ${name} ${form}`.trimEnd())
  return [`Usage: ${first}`, ...others.map((form) => `       ${form}`)].join('\n')
}

/** What `--help` after a command shows. */
export function helpOf(name: string, summary: string, command: Command): string {
  const { about, words = [], examples = [] } = command
  const column = largest([0, ...words.map(([word]) => word.length)]) + 4
  return [
    `${usageOf(name, command)}\n`,
    `${summary}.\n`,
    ...(about ? [`${wrapped(about, 0)}\n`] : []),
    ...words.map(([word, sentence]) => `  ${word.padEnd(column - 2)}${wrapped(sentence, column)}`),
    ...(words.length > 0 ? [''] : []),
    ...(examples.length > 0 ? ['Examples:', ...examples.map((example) => `  reelcommons ${example}`), ''] : []),
    `${settingsNote}\n`,
  ].join('\n')
}

/** Every command with what it does, for those who know none yet. */
export function writeOverview(to: Io['stdout'], commands: readonly (readonly [name: string, summary: string])[]) {
  const column = largest(commands.map(([name]) => name.length)) + 4
  const lines = commands.map(([name, summary]) => `  ${name.padEnd(column - 2)}${wrapped(summary, column)}`)
  to.write(`Reelcommons: an open catalogue of film and television that you run yourself

Usage: reelcommons COMMAND [OPTION]…

${lines.join('\n')}

\`reelcommons COMMAND --help\` explains a command. ${settingsNote}
`)
}

/** Breaks a text into lines, all but the first one indented by `indent`. */
function wrapped(text: string, indent: number): string {
  const lines = ['']
  for (const word of text.split(' ')) {
    const line = lines.at(-1) as string
    if (line !== '' && indent + line.length + 1 + word.length > width) lines.push(word)
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`
  }
  return lines.join(`\n${' '.repeat(indent)}`)
}

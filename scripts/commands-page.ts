import type { Command } from '#src/commands/command.ts'
import { usageOf } from '#src/commands/help.ts'
import { commands } from '#src/main.ts'

type Named = readonly [name: string, summary: string, command: Command]

const cell = (text: string): string => text.replaceAll('|', '\\|')

const linkTo = ([name, summary]: Named) => `| [\`${name}\`](#${name}) | ${cell(summary)} |`

/** Rows of a table; a word that is indented is a value of the option before it. */
function rowsOf(words: NonNullable<Command['words']>): string[] {
  let option = ''
  return words.map(([word, text]) => {
    const isValue = word.startsWith(' ')
    if (!isValue) option = word.replace(/ .*/, '')
    return `| \`${cell(isValue ? `${option} ${word.trim()}` : word)}\` | ${cell(text)} |`
  })
}

function sectionOf([name, summary, command]: Named): string {
  const { about, words = [], examples = [] } = command
  const code = (lines: readonly string[]) => lines.map((line) => `    ${line}`).join('\n')
  const usage = usageOf(name, command)
    .split('\n')
    .map((line) => line.slice('Usage: '.length))
  return [
    `## \`${name}\``,
    `${summary}.${about ? ` ${about}` : ''}`,
    code(usage),
    ...(words.length > 0 ? [['| argument | meaning |', '|---|---|', ...rowsOf(words)].join('\n')] : []),
    ...(examples.length > 0
      ? [`${examples.length === 1 ? 'Example' : 'Examples'}:`, code(examples.map((each) => `npx reelcommons ${each}`))]
      : []),
  ].join('\n\n')
}

/** The text of `docs/commands.md`. */
export async function commandsPage(): Promise<string> {
  const all: Named[] = await Promise.all(
    Object.entries(commands).map(async ([name, { summary, load }]) => [name, summary, await load()] as const),
  )
  return `# Commands

<!-- Generated from src/commands/ by \`npm run docs\`; a test fails when the two differ. -->

Run them as \`npx reelcommons COMMAND\`. They work while the server runs, except for \`copy\`, and find its catalogue if
they get the same \`--data\` or \`--database\`. Every [setting](settings.md) is also an option of every command.
\`--help\` after a command shows what stands here.

| command | what it does |
|---|---|
${all.map(linkTo).join('\n')}

${all.map(sectionOf).join('\n\n')}
`
}

import type { Chart, Figure, Table } from '../benchmark.ts'
import type { File, Machine } from './machine.ts'
import { counted, mebibytes } from './statistics.ts'

/** What is kept of the last run of a benchmark. */
export type Result = {
  /** When it ended, in ISO 8601. */
  at: string
  rounds: number
  roundSeconds: number
  /** Of all that was measured, as `nice` counts it: 0 is ordinary, −20 the highest. An import lowers its own to 10. */
  priority: number
  machine: Machine
  /** How much of the machine was taken meanwhile by programs that are no part of the benchmark. */
  othersShare: number
  /** The files of the catalogues when it began and when it ended. */
  before: File[]
  after: File[]
  figures: Figure[]
}

/** Fewer rounds are a try, whose median says little. */
const ROUNDS_THAT_COUNT = 5
const COLUMNS = 120

/** A benchmark as the page shows it: with its last result for each size of the catalogue that it was run with. */
export type Listed = { title: string; method: string; command: string; results: Sized[] }
export type Sized = { movies: number; result: Result }

/** Where the chart of a size is: `pictures` is the folder of the charts beside the document. */
export const chartFile = (chart: Chart, movies: number) => `${chart.name}-${movies}.svg`

/**
 * The text of docs/performance.md: what people make of the figures, and a section for each benchmark, with its figures
 * and charts for each size.
 */
export function reportOf(benchmarks: readonly Listed[], findings = '', pictures = '.'): string {
  const measured = benchmarks.filter(({ results }) => results.length > 0)
  const others = benchmarks.filter(({ results }) => results.length === 0)
  return [
    '# Performance',
    '<!-- Written by `npm run bench` from what it measured; what is changed here by hand is lost. -->',
    wrapped(
      `What the server costs with an invented catalogue and everything that belongs to it, compared to limits measured
in the same run. \`npm run bench\` makes the catalogue, measures everything and writes this page; the command below a
table measures it again.`,
    ),
    ...(findings === '' ? [] : [findings.trim()]),
    ...measured.flatMap((benchmark) => sectionOf(benchmark, pictures)),
    ...(others.length > 0 ? ['## Not measured', others.map(unmeasuredLine).join('\n')] : []),
    '## Machine',
    ...machinesOf(measured),
    '',
  ]
    .join('\n\n')
    .replace(/\n+$/, '\n')
}

const unmeasuredLine = ({ title, command }: Listed) => `- ${title}: \`${command}\``

const sectionOf = ({ title, method, results }: Listed, pictures: string): string[] => [
  `## ${title}`,
  ...(method === '' ? [] : [wrapped(method)]),
  ...results.flatMap((sized) => resultOf(sized, pictures)),
]

/** What was measured with a catalogue of one size. */
function resultOf({ movies, result }: Sized, pictures: string): string[] {
  const notes: string[] = []
  const rows = result.figures.map((figure) => figureRow(figure, notes))
  return [
    `### ${counted(movies)} movies`,
    tableOf({ title: '', columns: ['figure', 'wanted', 'measured', 'reached'], rows }),
    ...(notes.length > 0 ? [notes.map((note, at) => wrapped(`${at + 1}. ${note}`, '   ')).join('\n')] : []),
    ...result.figures.flatMap(({ details, chart }) => [
      ...(chart ? [`![${chart.title}](${pictures}/${chartFile(chart, movies)})`] : []),
      ...(details ? [wrapped(`${details.title}:`), tableOf(details)] : []),
    ]),
    runOf(result),
  ]
}

function figureRow({ what, wanted = 'reported', measured, isReached, note }: Figure, notes: string[]): string[] {
  if (note !== undefined) notes.push(note)
  const pointer = note === undefined ? '' : ` (note ${notes.length})`
  const reached = isReached === undefined ? '' : isReached ? 'yes' : '**no**'
  return [what, wanted, measured + pointer, reached]
}

/** How and when it was measured, and what measures it again. */
function runOf({ at, rounds, roundSeconds, priority, othersShare, before, after, figures }: Result): string {
  const isTry = rounds < ROUNDS_THAT_COUNT
  const files = before.map((file, index) => fileText(file, after[index]))
  const lengths = `${rounds} ${rounds === 1 ? 'round' : 'rounds'} of ${roundSeconds} s`
  const atPriority = priority === 0 ? 'ordinary priority' : `priority ${priority}`
  const asTry = isTry ? ', which is a try and does not count' : ''
  const commands = [...new Set(figures.map(({ command }) => `\`${command}\``))]
  return wrapped(
    `Measured on ${at.slice(0, 10)} by ${commands.join(' and ')} with ${lengths} at ${atPriority}${asTry}. Other
programs took ${Math.round(othersShare * 100)} % of the machine. ${files.join(' ')}`,
  )
}

/** A file, and how much of it was read from memory and not from storage: what is in the page cache is warm. */
function fileText({ movies, bytes, cachedBytes }: File, after: File | undefined): string {
  const size = `The database of ${counted(movies)} movies has ${mebibytes(bytes)}`
  if (cachedBytes === undefined || after?.cachedBytes === undefined)
    return `${size}; how much of it was in the page cache is not known, because the machine has no \`fincore\`.`
  const share = (cached: number, whole: number) => `${Math.floor((cached / whole) * 100)} %`
  const began = share(cachedBytes, bytes)
  return `${size}, of which ${began} were in the page cache when it began and ${share(after.cachedBytes, after.bytes)}
    when it ended (\`fincore\`).`
}

/** The machine, once where it was the same for all that was measured. */
function machinesOf(benchmarks: readonly Listed[]): string[] {
  const measured = benchmarks.flatMap(({ title, results }) =>
    results.map(({ movies, result }) => ({ title: `${title} (${counted(movies)})`, machine: result.machine })),
  )
  const groups = [...Map.groupBy(measured, ({ machine }) => JSON.stringify(machine)).values()]
  if (groups.length === 0) return ['Nothing was measured.']
  return groups.map((group) => {
    const [{ machine }] = group as [(typeof measured)[number]]
    const { processor, cores, memoryBytes, system, node, sqlite } = machine
    const titles = groups.length > 1 ? [`- measured here: ${group.map(({ title }) => title).join(', ')}`] : []
    return [
      ...titles,
      `- processor: ${processor}, ${cores} ${cores === 1 ? 'core' : 'cores'}, which server and load generator share`,
      `- memory: ${mebibytes(memoryBytes)}`,
      `- system: ${system}`,
      `- Node.js ${node.slice(1)} with SQLite ${sqlite}`,
    ].join('\n')
  })
}

function tableOf({ columns, rows }: Table): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(columns), `|${columns.map(() => '---').join('|')}|`, ...rows.map(line)].join('\n')
}

/** A paragraph in lines of at most 120 columns; those after the first begin with `indent`. */
function wrapped(text: string, indent = ''): string {
  const lines: string[] = []
  for (const word of text.split(/\s+/).filter((word) => word !== '')) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + 1 + word.length <= COLUMNS) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(last === undefined ? word : indent + word)
  }
  return lines.join('\n')
}

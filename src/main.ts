import { endOnSignal } from './background/stop-signal.ts'
import { type Command, exitCode, type Io, UsageError } from './commands/command.ts'
import { helpOf, usageOf, writeOverview } from './commands/help.ts'
import { environment, SettingError } from './config.ts'
import { openOutputs } from './files/output.ts'
import { version } from './package-root.ts'
import { wordTable } from './reference/word-table.ts'

/** Each command is loaded on demand, so that none waits for the code of the others. */
export const commands: Readonly<Record<string, () => Promise<Command>>> = wordTable({
  serve: async () => (await import('./commands/serve.ts')).serve,
  import: async () => (await import('./commands/import.ts')).importCommand,
  edit: async () => (await import('./commands/edit.ts')).edit,
  export: async () => (await import('./commands/export.ts')).exportCommand,
  match: async () => (await import('./commands/match.ts')).matchCommand,
  copy: async () => (await import('./commands/copy.ts')).copy,
  backup: async () => (await import('./commands/backup.ts')).backup,
  restore: async () => (await import('./commands/restore.ts')).restore,
  source: async () => (await import('./commands/source.ts')).source,
  sample: async () => (await import('./commands/sample.ts')).sample,
  key: async () => (await import('./commands/key.ts')).key,
  account: async () => (await import('./commands/account.ts')).account,
  session: async () => (await import('./commands/session.ts')).session,
  'search-index': async () => (await import('./commands/search-index.ts')).searchIndex,
  certificate: async () => (await import('./commands/installation/certificate.ts')).certificate,
  doctor: async () => (await import('./commands/installation/doctor.ts')).doctor,
  operations: async () => (await import('./commands/operations.ts')).operations,
})

/** Runs the command that the arguments name, and resolves to the exit code of the process. */
export async function main(argv: string[], io: Io = standardIo()): Promise<number> {
  const [name = 'help', ...rest] = argv
  if (['help', '--help', '-h'].includes(name)) return help(io.stdout)
  if (name === '--version') {
    io.stdout.write(`${version}\n`)
    return exitCode.done
  }
  const load = commands[name]
  if (!load) {
    io.stderr.write(`reelcommons: there is no command ${JSON.stringify(name)}.\n`)
    await help(io.stderr)
    return exitCode.usage
  }
  const command = await load()
  if (rest.includes('--help') || rest.includes('-h')) {
    io.stdout.write(helpOf(name, command))
    return exitCode.done
  }
  try {
    const code = await command.run(rest, io)
    const fault = command.outlivesOutput ? undefined : io.unwritten?.()
    if (!fault) return code
    io.stderr.write(`reelcommons ${name}: not everything could be written to standard output: ${fault.message}\n`)
    return code === exitCode.done ? exitCode.failed : code
  } catch (error) {
    const isUsage = error instanceof UsageError || error instanceof SettingError
    io.stderr.write(`reelcommons ${name}: ${error instanceof Error ? error.message : String(error)}\n`)
    if (isUsage) io.stderr.write(`${usageOf(name, command)}\n`)
    return isUsage ? exitCode.usage : exitCode.failed
  }
}

function standardIo(): Io {
  endOnSignal()
  const { stdin, stdout, stderr } = process
  return { stdin, stdout, stderr, env: environment, unwritten: openOutputs(), ...parent() }
}

/**
 * The process that has started this one and listens: a server for an import, a starter for a server. Without it, an
 * import ends as if it was told to; a server is killed once it serves (`src/background/starter.ts`).
 */
function parent(): Pick<Io, 'report'> {
  if (!process.send) return {}
  process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  // Listening alone keeps nobody waiting; what was told arrives before the end.
  process.channel?.unref()
  return { report: (told) => void process.send?.(told, () => {}) }
}

async function help(to: Io['stdout']): Promise<number> {
  const all = Object.entries(commands).map(async ([name, load]) => [name, await load()] as const)
  writeOverview(to, await Promise.all(all))
  return exitCode.done
}

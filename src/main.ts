import { endOnSignal } from './background/stop-signal.ts'
import { type Command, exitCode, type Io, UsageError } from './commands/command.ts'
import { helpOf, usageOf, writeOverview } from './commands/help.ts'
import { environment, SettingError } from './config.ts'
import { openOutputs } from './files/output.ts'
import { version } from './package-root.ts'
import { wordTable } from './reference/word-table.ts'

/** A command that nothing has loaded yet, with what it does, as an order. */
type ListedCommand = { summary: string; load(): Promise<Command> }

/** Each command is loaded on demand, so that none waits for the code of the others, and the list for that of none. */
export const commands: Readonly<Record<string, ListedCommand>> = wordTable({
  serve: {
    summary: 'Run the server',
    load: async () => (await import('./commands/serve.ts')).serve,
  },
  import: {
    summary: 'Import catalogue lines or files in another format, with the pictures beside them',
    load: async () => (await import('./commands/import.ts')).importCommand,
  },
  edit: {
    summary: 'Edit or add records on behalf of an account',
    load: async () => (await import('./commands/edit.ts')).edit,
  },
  export: {
    summary: 'Export the catalogue as lines, as a table, or as NFO files beside your films',
    load: async () => (await import('./commands/export.ts')).exportCommand,
  },
  match: {
    summary: 'Show which titles in a file from another site the catalogue has, without changing anything',
    load: async () => (await import('./commands/match.ts')).matchCommand,
  },
  publish: {
    summary: 'Publish the catalogue into a folder, for others to follow, or renew the key that signs it',
    load: async () => (await import('./commands/commons/publish.ts')).publish,
  },
  copy: {
    summary: 'Copy the whole catalogue from SQLite to PostgreSQL or back, and compare the two',
    load: async () => (await import('./commands/copy.ts')).copy,
  },
  backup: {
    summary: 'Back up the catalogue and its original pictures, while the server runs',
    load: async () => (await import('./commands/backup.ts')).backup,
  },
  restore: {
    summary: 'Restore a backup into an empty data folder or database',
    load: async () => (await import('./commands/restore.ts')).restore,
  },
  source: {
    summary: 'Remove everything that came from one source',
    load: async () => (await import('./commands/source.ts')).source,
  },
  follow: {
    summary: 'Follow a catalogue that another server publishes, and keep up with it',
    load: async () => (await import('./commands/commons/follow.ts')).follow,
  },
  sample: {
    summary: 'Remove the sample catalogue',
    load: async () => (await import('./commands/sample.ts')).sample,
  },
  key: {
    summary: 'Create, list, change and revoke API keys',
    load: async () => (await import('./commands/key.ts')).key,
  },
  account: {
    summary: 'Create an account, or help somebody who has lost their second factor',
    load: async () => (await import('./commands/account.ts')).account,
  },
  session: {
    summary: 'Create a session for an account, for development',
    load: async () => (await import('./commands/session.ts')).session,
  },
  'search-index': {
    summary: 'Rebuild the search index; until it is complete, the old one answers',
    load: async () => (await import('./commands/search-index.ts')).searchIndex,
  },
  certificate: {
    summary: 'Make or renew a certificate for https in your own network',
    load: async () => (await import('./commands/installation/certificate.ts')).certificate,
  },
  doctor: {
    summary: 'Check the installation and show what to do',
    load: async () => (await import('./commands/installation/doctor.ts')).doctor,
  },
  operations: {
    summary: 'List every operation of the interface, and of our additions to it',
    load: async () => (await import('./commands/operations.ts')).operations,
  },
})

/** Runs the command that the arguments name, and resolves to the exit code of the process. */
export async function main(argv: string[], io: Io = standardIo()): Promise<number> {
  const [name = 'help', ...rest] = argv
  if (['help', '--help', '-h'].includes(name)) return help(io.stdout)
  if (name === '--version') {
    io.stdout.write(`${version}\n`)
    return exitCode.done
  }
  const listed = commands[name]
  if (!listed) {
    io.stderr.write(`reelcommons: there is no command ${JSON.stringify(name)}.\n`)
    help(io.stderr)
    return exitCode.usage
  }
  const command = await listed.load()
  if (rest.includes('--help') || rest.includes('-h')) {
    io.stdout.write(helpOf(name, listed.summary, command))
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

function help(to: Io['stdout']): number {
  writeOverview(
    to,
    Object.entries(commands).map(([name, { summary }]) => [name, summary]),
  )
  return exitCode.done
}

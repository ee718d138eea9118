import { whileLeading } from '#src/database/locks.ts'

/** Leads at the location of its first word, says so with the second one, and goes on until it is killed. */
const [location = '', name = ''] = process.argv.slice(2)
const never = new AbortController().signal
await whileLeading(
  location,
  'background',
  never,
  async (signal) => {
    process.stdout.write(`${name} leads\n`)
    const ended = Promise.withResolvers<void>()
    const alive = setInterval(() => {}, 1_000)
    signal.addEventListener('abort', () => ended.resolve())
    await ended.promise
    clearInterval(alive)
    process.stdout.write(`${name} has stopped\n`)
  },
  (error) => process.stdout.write(`${name}: ${(error as Error).message}\n`),
)

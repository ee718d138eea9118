/**
 * A file of tests ends in time, or fails and says what is still open: a hook that fails while a server runs would
 * otherwise keep the whole run waiting for ever. Loaded into each process of `node --test` by `--import`; programs that
 * tests start do not have it.
 */
const fileTimeoutMs = Number(process.env.TEST_FILE_TIMEOUT_MS ?? 600_000)
let file = process.argv[1]
/** How often a process looks whether the run that started it is still there: somebody may have killed it. */
const PARENT_MS = 2_000
const parent = process.ppid
if (process.env.NODE_TEST_CONTEXT) setInterval(() => process.ppid === parent || process.exit(1), PARENT_MS).unref()
const timer = process.env.NODE_TEST_CONTEXT ? setTimeout(end, fileTimeoutMs).unref() : undefined

function end() {
  const open = process.getActiveResourcesInfo().join(', ')
  console.error(`${file} did not end within ${fileTimeoutMs / 1000} s; still open: ${open}`)
  process.exit(1)
}

/** Files that share a process have as long each. */
export function beginFile(next: string): void {
  file = next
  timer?.refresh()
}

/**
 * A file of tests ends in time, or fails and says what is still open: a hook that fails while a server runs would
 * otherwise keep the whole run waiting for ever. Loaded into each process of `node --test` by `--import`; programs that
 * tests start do not have it.
 */
const fileTimeoutMs = Number(process.env.TEST_FILE_TIMEOUT_MS ?? 600_000)

if (process.env.NODE_TEST_CONTEXT)
  setTimeout(() => {
    const open = process.getActiveResourcesInfo().join(', ')
    console.error(`${process.argv[1]} did not end within ${fileTimeoutMs / 1000} s; still open: ${open}`)
    process.exit(1)
  }, fileTimeoutMs).unref()

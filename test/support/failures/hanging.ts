import cluster from 'node:cluster'
import { existsSync, unlinkSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { isMainThread } from 'node:worker_threads'

/**
 * What makes a server hang that is started with `--import` of this file: a text that a request searches for, or a file
 * that appears, for its first process. No code of the server knows of it.
 */
export const hangsInALoop = 'hangs in a loop'
export const hangsInAQuery = 'hangs in a query'
const fileVariable = 'TEST_HANGS_AT_FILE'

/** The environment of such a server. */
export const hanging = (more: { file?: string; flags?: string } = {}): Record<string, string> => ({
  NODE_OPTIONS: `${more.flags ?? ''} --import=${import.meta.filename}`,
  ...(more.file !== undefined && { [fileVariable]: more.file }),
})

const endless = 'with recursive a (n) as (select 1 union all select n + 1 from a) select count(*) as n from a'

/** It takes hardly any of the processor, which other tests need, and answers nobody. */
function loop(): never {
  const nothing = new Int32Array(new SharedArrayBuffer(4))
  for (;;) Atomics.wait(nothing, 0, 0, 5)
}

const { normalize } = String.prototype
String.prototype.normalize = function (form?: string): string {
  if (this.includes(hangsInALoop)) loop()
  // The thread is in a library and looks at nothing else.
  if (this.includes(hangsInAQuery)) new DatabaseSync(':memory:').prepare(endless).get()
  return normalize.call(this, form)
}

const file = process.env[fileVariable]
// The starter has no channel, workers are no primary, and what works beside requests is no server.
const isServer = process.argv.includes('serve')
if (file !== undefined && isServer && process.send && cluster.isPrimary && isMainThread)
  setInterval(() => {
    if (!existsSync(file)) return
    unlinkSync(file)
    loop()
  }, 20).unref()

// The checkout runs its sources; a packed installation has only the bundle, because Node strips no types there.
const { existsSync } = require('node:fs')
const { join } = require('node:path')
const { pathToFileURL } = require('node:url')

const source = join(__dirname, '..', 'src', 'main.ts')
const bundle = join(__dirname, '..', 'dist', 'main.js')

// Compiled code is kept, so that the next start need not compile it again: among our own files, because Node's choice,
// a folder that everybody may write to, would let others on the machine give us theirs to run.
// Threads and processes that this one starts find it by the variable; a thread that strips types holds 12 MiB for that.
const { directory } = require('node:module').enableCompileCache(join(__dirname, '..', 'node_modules', '.cache'))
if (directory !== undefined) process.env.NODE_COMPILE_CACHE ??= directory

async function start() {
  const { main } = await import(pathToFileURL(existsSync(source) ? source : bundle).href)
  process.exitCode = await main(process.argv.slice(2))
  // Input that never ends, such as that of a terminal, would keep a command alive that was interrupted.
  if (process.exitCode > 128) process.exit()
}

start()

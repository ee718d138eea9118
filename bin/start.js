const { existsSync } = require('node:fs')
const { join } = require('node:path')
const { pathToFileURL } = require('node:url')
const { builtProgram } = require('./built-program.js')

const root = join(__dirname, '..')
const source = join(root, 'src', 'main.ts')
const isCheckout = existsSync(source)

// Compiled code is kept, so that the next start need not compile it again: among our own files, because Node's choice,
// a folder that everybody may write to, would let others on the machine give us theirs to run.
// Threads and processes that this one starts find it by the variable; a thread that strips types holds 12 MiB for that.
const { directory } = require('node:module').enableCompileCache(join(root, 'node_modules', '.cache'))
if (directory !== undefined) process.env.NODE_COMPILE_CACHE ??= directory

/** What to run: a packed installation has only the bundle, because Node strips no types there. */
function findProgram() {
  if (!isCheckout) return join(root, 'dist', 'main.js')
  try {
    // In a process of its own: this one may run for weeks, and keeps what it has loaded.
    const build = (folder) =>
      require('node:child_process').execFileSync(process.execPath, [join(root, 'scripts', 'bundle.ts'), folder])
    const folder = builtProgram(root, build)
    process.setSourceMapsEnabled(true)
    // Processes that this one starts inherit it.
    process.execArgv.push('--enable-source-maps')
    return join(folder, 'main.js')
  } catch {
    // Without the tools of developers, in a folder that cannot be written, or with a mistake in the sources, which
    // Node then names.
    return source
  }
}

async function start() {
  const { main } = await import(pathToFileURL(findProgram()).href)
  process.exitCode = await main(process.argv.slice(2))
  // Input that never ends, such as that of a terminal, would keep a command alive that was interrupted.
  if (process.exitCode > 128) process.exit()
}

start()

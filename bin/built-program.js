// A checkout runs what was built of its sources, because that starts in half of the time: each state of the sources is
// built once, at the first start with it.
const { createHash, randomUUID } = require('node:crypto')
const { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, utimesSync } = require('node:fs')
const { dirname, join } = require('node:path')

/** What a program is built of; packages change with the list of what is installed. */
const SOURCES = ['src', 'scripts/build-program.ts', 'scripts/later-packages.ts', 'node_modules/.package-lock.json']
/** How many built programs stay; a server that runs still loads files of its own. */
const MOST_BUILT = 10

/** A digest of the names, times and sizes of all sources. */
function stateOf(root) {
  const digest = createHash('sha256')
  for (const source of SOURCES) add(join(root, source), statSync(join(root, source)))
  function add(path, stat) {
    if (!stat.isDirectory()) return digest.update(`${path}\n${stat.mtimeMs} ${stat.size}\n`)
    for (const name of readdirSync(path).sort()) add(join(path, name), statSync(join(path, name)))
  }
  return digest.digest('hex').slice(0, 16)
}

function timeOf(folder) {
  try {
    return statSync(folder).mtimeMs
  } catch {
    // Another start has removed it.
    return 0
  }
}

/** It counts as used now. */
function touch(folder) {
  const now = new Date()
  try {
    utimesSync(folder, now, now)
  } catch {
    // It belongs to somebody else.
  }
}

/** Keeps the programs that were used last. */
function removeOld(programs) {
  const folders = readdirSync(programs).map((name) => join(programs, name))
  const latest = folders.map((folder) => ({ folder, ms: timeOf(folder) })).sort((one, other) => other.ms - one.ms)
  for (const { folder } of latest.slice(MOST_BUILT)) rmSync(folder, { recursive: true, force: true })
}

/**
 * The folder of the program that is built of the sources of a checkout as they are now; `build` writes one to a folder.
 * Several starts may build the same at once: the first one stays.
 */
function builtProgram(root, build) {
  const folder = join(root, '.built', stateOf(root))
  if (existsSync(folder)) {
    touch(folder)
    return folder
  }
  mkdirSync(dirname(folder), { recursive: true })
  const draft = join(dirname(folder), `draft-${randomUUID()}`)
  try {
    build(draft)
    renameSync(draft, folder)
  } catch (error) {
    if (!['EEXIST', 'ENOTEMPTY'].includes(error.code)) throw error
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
  removeOld(dirname(folder))
  return folder
}

module.exports = { builtProgram, MOST_BUILT }
